import CodeCurves
import FlipcashCore
import Synchronization

/// A small generator for property tests: the same seed gives the same run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}

/// A random source that replays one seed.
final class SeededRandomSource: RandomSource {
    private let generator: Mutex<SeededGenerator>

    init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

    func bytes(_ count: Int) -> [UInt8] { generator.withLock { $0.bytes(count) } }
}

extension KeyPair {
    /// Returns the pair of the published vectors whose seed is the SHA-256 of a name.
    static func named(_ name: String) -> KeyPair { KeyPair(seed: Seed32(hashing: name.utf8)) }
}

/// The people of the vectors (payment specification §2.3): two users and a cash link.
enum VectorPeople {
    static let a = "000102030405060708090a0b0c0d0e0f"
    static let b = "101112131415161718191a1b1c1d1e1f"
    static let gift = "202122232425262728292a2b2c2d2e2f"

    static func mnemonic(_ entropy: String) throws -> Mnemonic {
        try Mnemonic(entropy: [UInt8](hex: entropy))
    }

    static func cluster(_ entropy: String) throws -> AccountCluster {
        AccountCluster(authority: try mnemonic(entropy).key().keyPair, mint: .usdf, timeAuthority: .usdfAuthority)
    }
}
