import FlipcashCore
import FlipcashTestKit
import Synchronization

/// A program of a simulated world: a wallet or the node.
///
/// It can be killed between any two steps of the world. Its network and its disk are taken away at the same time, so its
/// remaining steps have no effect.
final class SimulatedProcess: Sendable {
    let clock: ProcessClock
    let environment: RuntimeEnvironment
    private let spawner: ProcessSpawner
    private let state = Mutex((isAlive: true, waiting: [@Sendable () -> Void]()))

    /// - Parameter seed: decides the process's random bytes.
    init(in world: SimulatedWorld, seed: UInt64) {
        clock = ProcessClock(world.clock)
        spawner = ProcessSpawner(world.environment.tasks)
        environment = RuntimeEnvironment(clock: clock, random: SeededRandomSource(seed: seed), tasks: spawner)
    }

    var isAlive: Bool { state.withLock { $0.isAlive } }

    /// Ends the process. Every ``perform(_:)`` returns nil.
    func kill() {
        let waiting = state.withLock { state in
            defer { state = (false, []) }
            return state.waiting
        }
        spawner.close()
        for end in waiting { end() }
    }

    /// Runs `body` in this process; nil if the process was killed before it ended.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async -> Result<Value, any Error>? {
        let outcome = OneTimeValue<Result<Value, any Error>?>()
        let isAlive = state.withLock { state in
            if state.isAlive { state.waiting.append { outcome.set(nil) } }
            return state.isAlive
        }
        guard isAlive else { return nil }
        let task = spawner.spawn {
            let result: Result<Value, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            outcome.set(result)
        }
        let result = await outcome.wait()
        if result == nil { task.cancel() }
        return result ?? nil
    }
}

/// The clock of one process: a date that the test sets, and an uptime that counts from the process's start.
final class ProcessClock: WallClock {
    private let world: TestClock
    private let start: Uptime
    private let shift = Mutex(Duration.zero)

    init(_ world: TestClock) {
        self.world = world
        start = world.uptime()
    }

    func now() -> Instant { world.now().advanced(by: shift.withLock { $0 }) }
    func uptime() -> Uptime { Uptime(world.uptime() - start) }
    func sleep(for duration: Duration) async throws { try await world.sleep(for: duration) }

    /// Sets the date ahead of the world's, or behind it. No time passes.
    func setAhead(by duration: Duration) { shift.withLock { $0 = duration } }
}

/// Starts a process's tasks, and cancels all of them when the process is killed.
private final class ProcessSpawner: TaskSpawner {
    private let world: any TaskSpawner
    private let state = Mutex((tasks: [SpawnedTask](), isClosed: false))

    init(_ world: any TaskSpawner) { self.world = world }

    func spawn(_ operation: @escaping @Sendable () async -> Void) -> SpawnedTask {
        let task = world.spawn(operation)
        let isClosed = state.withLock { state in
            if !state.isClosed { state.tasks.append(task) }
            return state.isClosed
        }
        if isClosed { task.cancel() }
        return task
    }

    func close() {
        let tasks = state.withLock { state in
            defer { state = ([], true) }
            return state.tasks
        }
        for task in tasks { task.cancel() }
    }
}
