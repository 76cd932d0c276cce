internal import Dispatch
internal import Foundation
import Synchronization

/// Runs tasks one after the other on a thread of its own, in the order of their arrival.
///
/// For work that waits for a disk most of the time and must not wait behind anything else. The thread ends when the
/// executor is released and its last task has run.
///
/// Tasks started with this executor as their preference, their child tasks and the default actors that they call run
/// here.
public final class ThreadExecutor: TaskExecutor {
    /// The jobs on their way to the thread.
    private final class Line: Sendable {
        private let jobs = Mutex<[@Sendable () -> Void]>([])
        private let arrivals = DispatchSemaphore(value: 0)

        func add(_ job: @escaping @Sendable () -> Void) {
            jobs.withLock { $0.append(job) }
            arrivals.signal()
        }

        /// Ends the thread after the jobs that have arrived.
        func end() {
            arrivals.signal()
        }

        /// Waits for the next job; nil after the last one.
        func next() -> (@Sendable () -> Void)? {
            arrivals.wait()
            return jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
    }

    private let line = Line()

    /// Starts the thread.
    ///
    /// - Parameter name: the thread's name, as debuggers and `ps` show it; Linux shows its first 15 bytes.
    public init(name: String) {
        let hasStarted = DispatchSemaphore(value: 0)
        Thread { [line] in
            // Foundation names a thread only after its starter has noted it.
            hasStarted.wait()
            // Set here: a new thread has the name of the one that started it.
            Thread.current.name = name
            while let job = line.next() { job() }
        }.start()
        hasStarted.signal()
    }

    deinit { line.end() }

    /// Adds the job to the end of the line, without waiting for it. The thread runs jobs in this order.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        line.add { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
