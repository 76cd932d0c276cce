/// Starts work that outlives the call that started it.
///
/// The wallet and the node never write a bare `Task {}`. A simulation starts these tasks on its own executor, and so
/// decides every interleaving.
public protocol TaskSpawner: Sendable {
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

    /// Starts a detached task: it has no parent and inherits no priority or task-local values.
    public func spawn(_ operation: @escaping @Sendable () async -> Void) -> SpawnedTask {
        SpawnedTask(Task.detached(executorPreference: BlockingExecutor.shared, operation: operation))
    }

    /// Returns a spawner on a new ``ThreadExecutor``. The thread ends when the spawner is released and its last task
    /// has run.
    public func withOwnThread(named name: String) -> any TaskSpawner {
        withExecutor(ThreadExecutor(name: name))
    }

    /// Returns a spawner of detached tasks that prefer `executor`.
    public func withExecutor(_ executor: any TaskExecutor) -> any TaskSpawner {
        ExecutorSpawner(executor: executor)
    }
}

/// Starts work on one executor.
private struct ExecutorSpawner: TaskSpawner {
    let executor: any TaskExecutor

    func spawn(_ operation: @escaping @Sendable () async -> Void) -> SpawnedTask {
        SpawnedTask(Task.detached(executorPreference: executor, operation: operation))
    }
}
