import FlipcashCore
import FlipcashTestKit
import Synchronization

/// One process-sized world in which a seed decides every interleaving, all randomness and all time.
struct SimulatedWorld {
    let executor: SeededExecutor
    let clock: TestClock
    let environment: RuntimeEnvironment

    /// Why a simulated run could not go on.
    enum Failure: Error {
        /// Nothing can run and nobody sleeps, yet the program has not ended: it waits for something outside.
        case stuck(steps: Int)
        /// The program ran longer than any honest run does.
        case tooManySteps
    }

    init(seed: UInt64, start: Instant = Instant(seconds: 1_767_225_600)) {
        executor = SeededExecutor(seed: seed)
        clock = TestClock(now: start)
        environment = RuntimeEnvironment(
            clock: clock, random: SeededRandomSource(seed: ~seed), tasks: SimulatedSpawner(executor: executor))
    }

    /// Runs `program` to its end and returns its result; time jumps ahead whenever nothing else can run.
    func run<Result: Sendable>(_ program: @escaping @Sendable () async throws -> Result) throws -> Result {
        let cell = Outcome<Result>()
        let task = Task.detached(executorPreference: executor) {
            do {
                cell.set(.success(try await program()))
            } catch {
                cell.set(.failure(error))
            }
        }
        return try drain(task, until: cell)
    }

    private func drain<Result: Sendable>(_ program: Task<Void, Never>, until cell: Outcome<Result>) throws -> Result {
        let limit = 50_000_000
        while executor.steps < limit {
            if let outcome = cell.value { return try outcome.get() }
            if executor.runOne() { continue }
            if clock.advanceToNextSleeper() { continue }
            let steps = executor.steps
            // Nobody will ever wake it: it ends by being cancelled, so that nothing of it stays behind.
            program.cancel()
            while executor.runOne() {}
            throw Failure.stuck(steps: steps)
        }
        throw Failure.tooManySteps
    }
}

/// Where a program's result is left for the thread that drives it.
private final class Outcome<Value: Sendable>: Sendable {
    private let stored = Mutex<Result<Value, any Error>?>(nil)

    var value: Result<Value, any Error>? { stored.withLock { $0 } }

    func set(_ result: Result<Value, any Error>) {
        stored.withLock { $0 = result }
    }
}

/// Starts background work on the simulation's executor.
private struct SimulatedSpawner: TaskSpawner {
    let executor: SeededExecutor

    func spawn(_ operation: @escaping @Sendable () async -> Void) -> SpawnedTask {
        SpawnedTask(Task.detached(executorPreference: executor, operation: operation))
    }
}
