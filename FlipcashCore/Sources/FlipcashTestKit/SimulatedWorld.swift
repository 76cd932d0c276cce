public import FlipcashCore
import Synchronization

/// Runs a concurrent program on the calling thread. Time passes only when no task can run.
///
/// Tests neither sleep nor depend on the machine's clock or on its threads. A seed decides every interleaving and all
/// random bytes, so that a run can be repeated exactly:
///
/// ```swift
/// let world = SimulatedWorld(seed: 7)
/// let cash = try world.run {
///     let node = try await Node.start(.inMemory(), environment: world.environment)
///     …
/// }
/// ```
public final class SimulatedWorld: Sendable {
    /// Runs the jobs of the program, one after the other.
    public let executor: SteppedExecutor
    /// Moves to the next sleeper when no task can run.
    public let clock: TestClock
    /// The clock, the random bytes and the spawner of this world.
    public let environment: RuntimeEnvironment
    private let spawner: SteppedSpawner

    /// Why a simulated run was ended.
    public enum Failure: Error {
        /// No task can run and no task sleeps, but the program has not ended: it waits for something outside the world.
        case stuck(steps: Int)
        /// The program took more steps than any correct run needs.
        case tooManySteps
    }

    private static let stepCountMax = 50_000_000

    /// A world in which nothing has happened.
    ///
    /// - Parameters:
    ///   - seed: decides the order of the tasks and the random bytes. Without it, tasks run in the order of
    ///     their arrival.
    ///   - start: the date at the start.
    public init(seed: UInt64? = nil, start: Instant = TestClock.start) {
        executor = SteppedExecutor(seed: seed)
        clock = TestClock(now: start)
        spawner = SteppedSpawner(executor: executor)
        let random = seed.map { SeededRandomSource(seed: ~$0) } ?? SeededRandomSource()
        environment = RuntimeEnvironment(clock: clock, random: random, tasks: spawner)
    }

    /// Cancels the remaining background tasks and lets them end, because nothing would wake them again.
    deinit {
        spawner.close()
        while executor.runOne() {}
    }

    /// Runs `program` to its end and returns its result.
    ///
    /// - Throws: ``Failure``, or what `program` throws.
    public func run<Value: Sendable>(_ program: @escaping @Sendable () async throws -> Value) throws -> Value {
        let outcome = OneTimeValue<Result<Value, any Error>>()
        let task = Task.detached(executorPreference: executor) {
            do { outcome.set(.success(try await program())) } catch { outcome.set(.failure(error)) }
        }
        while executor.steps < Self.stepCountMax {
            if let result = outcome.value { return try result.get() }
            if executor.runOne() { continue }
            if clock.advanceToNextSleeper() { continue }
            let steps = executor.steps
            // Nothing will wake the program. Cancels it, so that none of its tasks remain.
            task.cancel()
            while executor.runOne() {}
            throw Failure.stuck(steps: steps)
        }
        throw Failure.tooManySteps
    }
}

/// Starts background work on the executor of a world, and ends it with the world.
private final class SteppedSpawner: TaskSpawner {
    private let executor: SteppedExecutor
    private let state = Mutex((tasks: [SpawnedTask](), isClosed: false))

    init(executor: SteppedExecutor) { self.executor = executor }

    func spawn(_ operation: @escaping @Sendable () async -> Void) -> SpawnedTask {
        let task = SpawnedTask(Task.detached(executorPreference: executor, operation: operation))
        let isClosed = state.withLock { state in
            state.tasks.append(task)
            return state.isClosed
        }
        if isClosed { task.cancel() }
        return task
    }

    /// Cancels all tasks started here, including later ones.
    func close() {
        let tasks = state.withLock { state in
            state.isClosed = true
            return state.tasks
        }
        for task in tasks { task.cancel() }
    }
}
