/// Starts work that outlives the call that started it. The wallet and the node never write a bare `Task {}`: a
/// simulation starts these tasks on its own executor and so decides every interleaving.
public protocol TaskSpawner: Sendable {
    /// Starts `operation` and returns a handle to it.
    @discardableResult
    func spawn(_ operation: @escaping @Sendable () async -> Void) -> SpawnedTask
}

/// A started piece of work.
public struct SpawnedTask: Sendable {
    private let task: Task<Void, Never>

    /// Wraps a task that a spawner has started.
    public init(_ task: Task<Void, Never>) { self.task = task }

    /// Asks the work to stop.
    public func cancel() { task.cancel() }

    /// Waits until the work has ended.
    public func wait() async { await task.value }
}

/// Starts work on ``BlockingExecutor``.
public struct ConcurrentTaskSpawner: TaskSpawner {
    /// Starts tasks that inherit nothing from whoever starts them.
    public init() {}

    public func spawn(_ operation: @escaping @Sendable () async -> Void) -> SpawnedTask {
        SpawnedTask(Task.detached(executorPreference: BlockingExecutor.shared, operation: operation))
    }
}
