/// What the outside world supplies: time, randomness and the running of background work.
///
/// It is passed by initialiser to everything that would otherwise choose its own clock, luck or thread.
public struct RuntimeEnvironment: Sendable {
    public let clock: any WallClock
    public let random: any RandomSource
    public let tasks: any TaskSpawner

    public init(clock: any WallClock, random: any RandomSource, tasks: any TaskSpawner) {
        self.clock = clock
        self.random = random
        self.tasks = tasks
    }

    /// The operating system's clock, generator and concurrent executor.
    public static var system: RuntimeEnvironment {
        RuntimeEnvironment(clock: SystemClock(), random: SystemRandomSource(), tasks: ConcurrentTaskSpawner())
    }
}
