import FlipcashCore
import FlipcashTestKit
import Synchronization

/// Runs a concurrent program on the calling thread, in order of arrival, with time that moves only when nothing else
/// can: tests neither sleep nor depend on the machine's clock.
final class TestWorld: Sendable {
    let executor = OrderedExecutor()
    let clock: TestClock
    let environment: RuntimeEnvironment
    private let spawner: OrderedSpawner

    enum Failure: Error {
        case stuck
    }

    init(start: Instant = Instant(seconds: 1_767_225_600)) {
        clock = TestClock(now: start)
        spawner = OrderedSpawner(executor: executor)
        environment = RuntimeEnvironment(clock: clock, random: SeededRandomSource(), tasks: spawner)
    }

    /// What still goes on in the background ends with the world, since nobody would ever wake it again.
    deinit {
        spawner.close()
        while executor.runOne() {}
    }

    /// Runs `program` to its end.
    func run<Value: Sendable>(_ program: @escaping @Sendable () async throws -> Value) throws -> Value {
        let outcome = Mutex<Result<Value, any Error>?>(nil)
        let cell = Cell(outcome)
        let task = Task.detached(executorPreference: executor) {
            do { cell.set(.success(try await program())) } catch { cell.set(.failure(error)) }
        }
        while true {
            if let result = cell.value { return try result.get() }
            if executor.runOne() { continue }
            if clock.advanceToNextSleeper() { continue }
            task.cancel()
            throw Failure.stuck
        }
    }

    private final class Cell<Value: Sendable>: Sendable {
        private let stored: Mutex<Result<Value, any Error>?>

        init(_ mutex: consuming Mutex<Result<Value, any Error>?>) { stored = mutex }

        var value: Result<Value, any Error>? { stored.withLock { $0 } }

        func set(_ result: Result<Value, any Error>) { stored.withLock { $0 = result } }
    }
}

/// Runs jobs one after the other on the thread that asks for it.
final class OrderedExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    func runOne() -> Bool {
        let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let job else { return false }
        job.runSynchronously(on: asUnownedTaskExecutor())
        return true
    }
}

private final class OrderedSpawner: TaskSpawner {
    private let executor: OrderedExecutor
    private let state = Mutex((tasks: [SpawnedTask](), isClosed: false))

    init(executor: OrderedExecutor) { self.executor = executor }

    func spawn(_ operation: @escaping @Sendable () async -> Void) -> SpawnedTask {
        let task = SpawnedTask(Task.detached(executorPreference: executor, operation: operation))
        let isClosed = state.withLock { state in
            state.tasks.append(task)
            return state.isClosed
        }
        if isClosed { task.cancel() }
        return task
    }

    /// Cancels everything that was ever started here, and will be.
    func close() {
        let tasks = state.withLock { state in
            state.isClosed = true
            return state.tasks
        }
        tasks.forEach { $0.cancel() }
    }
}
