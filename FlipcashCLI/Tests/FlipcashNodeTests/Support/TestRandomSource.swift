import FlipcashCore
import FlipcashTestKit
import Synchronization

/// Random bytes that repeat from run to run.
final class TestRandomSource: RandomSource {
    private let next: Mutex<UInt64>

    init(seed: UInt64 = 1) { next = Mutex(seed) }

    func bytes(_ count: Int) -> [UInt8] {
        next.withLock { state in
            (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            }
        }
    }
}

extension RuntimeEnvironment {
    /// An environment with a clock that a test moves and bytes that repeat.
    static func test(clock: TestClock = TestClock(), seed: UInt64 = 1) -> RuntimeEnvironment {
        RuntimeEnvironment(clock: clock, random: TestRandomSource(seed: seed), tasks: ConcurrentTaskSpawner())
    }
}
