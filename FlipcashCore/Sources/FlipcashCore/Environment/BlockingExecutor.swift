internal import Dispatch

/// Runs tasks on threads that may wait for a disk or for a lock of another process.
///
/// Swift's default executor has one thread a core. A slow disk under `fsync`, or a lock that another command holds,
/// would keep all other tasks of the process from running. This executor gets more threads from Dispatch while some of
/// them wait.
///
/// Tasks started with this executor as their preference, their child tasks and the default actors that they call run
/// here. Other tasks come here with ``TaskSpawner/performBlocking(_:)``.
public final class BlockingExecutor: TaskExecutor {
    /// The executor of this process.
    public static let shared = BlockingExecutor()

    private let queue = DispatchQueue(label: "flipcash.blocking", attributes: .concurrent)

    private init() {}

    /// Runs the job on a thread of Dispatch. Jobs run concurrently and in no defined order.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
