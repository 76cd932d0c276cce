/// A clock, a random source and a task spawner.
///
/// Pass it to initialisers, so that no type chooses its own clock, random source or executor.
public struct RuntimeEnvironment: Sendable {
    /// The clock.
    public let clock: any WallClock
    /// The source of keys, nonces and ids.
    public let random: any RandomSource
    /// The spawner of background tasks.
    public let tasks: any TaskSpawner

    /// Creates an environment from its three parts.
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
