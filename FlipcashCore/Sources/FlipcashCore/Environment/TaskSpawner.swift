/// Starts work that outlives the call that started it, and decides where code may block.
///
/// The wallet and the node never write a bare `Task {}`. A simulation starts these tasks on its own executor, and so
/// decides every interleaving.
public protocol TaskSpawner: Sendable {
    /// Where ``performBlocking(_:)`` runs code. If nil, the code runs where it is called, as in a simulation.
    var blockingExecutor: (any TaskExecutor)? { get }
    /// Starts `operation` and returns a handle to it.
    @discardableResult
    func spawn(_ operation: @escaping @Sendable () async -> Void) -> SpawnedTask
    /// Returns a spawner whose tasks run one after the other on a thread that they share with nothing else. A spawner
    /// that decides every interleaving itself returns itself.
    ///
    /// For work that waits for a disk most of the time, such as the writer of a database.
    func withOwnThread(named name: String) -> any TaskSpawner
    /// Returns a spawner whose tasks run on `executor`. A spawner that decides every interleaving itself returns
    /// itself.
    func withExecutor(_ executor: any TaskExecutor) -> any TaskSpawner
}

extension TaskSpawner {
    /// Nil: code runs where it is called.
    public var blockingExecutor: (any TaskExecutor)? { nil }

    /// Runs `body` on ``blockingExecutor``, where it may wait for a disk or for a lock of another program.
    ///
    /// Code that blocks a thread of Swift's default executor keeps other tasks of the process from running.
    /// Asynchronous functions therefore read and write files and databases in this method.
    ///
    /// Child tasks of `body`, and default actors that it calls, run there too. A closure that is isolated to the main
    /// actor still runs on the main thread.
    ///
    /// - Throws: any error of `body`.
    public func performBlocking<Value, Failure: Error>(
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await withTaskExecutorPreference(blockingExecutor, operation: body)
    }

    /// Returns the spawner itself.
    public func withOwnThread(named name: String) -> any TaskSpawner { self }

    /// Returns the spawner itself.
    public func withExecutor(_ executor: any TaskExecutor) -> any TaskSpawner { self }
}

/// A handle to a started task.
public struct SpawnedTask: Sendable {
    private let task: Task<Void, Never>

    /// Creates a handle to a task that a spawner has started.
    public init(_ task: Task<Void, Never>) { self.task = task }

    /// Cancels the task.
    public func cancel() { task.cancel() }

    /// Waits until the task has ended.
    public func wait() async { await task.value }
}

/// Starts work on ``BlockingExecutor``.
public struct ConcurrentTaskSpawner: TaskSpawner {
    /// Creates a spawner of unstructured tasks that inherit nothing from the calling task.
    public init() {}

    /// The executor of this process.
    public var blockingExecutor: (any TaskExecutor)? { BlockingExecutor.shared }

    /// Starts a detached task: it has no parent and inherits no priority or task-local values.
    public func spawn(_ operation: @escaping @Sendable () async -> Void) -> SpawnedTask {
        SpawnedTask(Task.detached(executorPreference: BlockingExecutor.shared, operation: operation))
    }

    /// Returns a spawner on a new ``ThreadExecutor``, which also runs code that may block. The thread ends when the
    /// spawner is released and its last task has run.
    public func withOwnThread(named name: String) -> any TaskSpawner {
        let executor = ThreadExecutor(name: name)
        return ExecutorSpawner(executor: executor, blockingExecutor: executor)
    }

    /// Returns a spawner of detached tasks that prefer `executor`. Code that may block runs on ``BlockingExecutor``.
    public func withExecutor(_ executor: any TaskExecutor) -> any TaskSpawner {
        ExecutorSpawner(executor: executor, blockingExecutor: BlockingExecutor.shared)
    }
}

/// Starts work on one executor.
private struct ExecutorSpawner: TaskSpawner {
    let executor: any TaskExecutor
    let blockingExecutor: (any TaskExecutor)?

    func spawn(_ operation: @escaping @Sendable () async -> Void) -> SpawnedTask {
        SpawnedTask(Task.detached(executorPreference: executor, operation: operation))
    }
}
