/// What the outside world supplies: time, randomness and the running of background work.
///
/// It is passed by initialiser to everything that would otherwise choose its own clock, luck or thread.
public struct RuntimeEnvironment: Sendable {
    /// Tells the time and waits.
    public let clock: any WallClock
    /// Supplies keys, nonces and ids.
    public let random: any RandomSource
    /// Starts work in the background.
    public let tasks: any TaskSpawner

    /// Gathers a clock, a source of randomness and a spawner.
    public init(clock: any WallClock, random: any RandomSource, tasks: any TaskSpawner) {
        self.clock = clock
        self.random = random
        self.tasks = tasks
    }

    /// The operating system's clock, generator and threads.
    public static var system: RuntimeEnvironment {
        RuntimeEnvironment(clock: SystemClock(), random: SystemRandomSource(), tasks: ConcurrentTaskSpawner())
    }
}
