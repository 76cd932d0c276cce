public import FlipcashCore
import Synchronization

/// The random source of tests: bytes that look random and are the same in every run.
///
/// Two sources with the same seed give the same keys and ids. Two nodes or wallets that must differ need two seeds.
public final class SeededRandomSource: RandomSource {
    private let generator: Mutex<SeededGenerator>

    /// Creates a source that starts from `seed`.
    public init(seed: UInt64 = 1) { generator = Mutex(SeededGenerator(seed: seed)) }

    /// Returns the next bytes of the sequence. Tasks that share a source get its bytes in the order of their calls.
    public func bytes(_ count: Int) -> [UInt8] { generator.withLock { $0.bytes(count) } }
}
