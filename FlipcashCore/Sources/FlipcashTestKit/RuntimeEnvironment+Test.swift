public import FlipcashCore

extension RuntimeEnvironment {
    /// A clock that the test moves, random bytes from `seed`, and tasks on the process-wide executor.
    public static func test(clock: TestClock = TestClock(), seed: UInt64 = 1) -> RuntimeEnvironment {
        RuntimeEnvironment(clock: clock, random: SeededRandomSource(seed: seed), tasks: ConcurrentTaskSpawner())
    }
}
