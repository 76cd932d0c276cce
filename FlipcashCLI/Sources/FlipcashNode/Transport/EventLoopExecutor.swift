import NIOCore
import Synchronization

/// Runs tasks on the thread that serves connections, between its reads and writes.
///
/// Jobs wait in a line of their own, which the event loop works off in one go: each job would otherwise cost it a task.
final class EventLoopExecutor: TaskExecutor {
    private struct Line {
        var jobs: [UnownedJob] = []
        /// Whether the event loop is going to work the line off.
        var isScheduled = false
    }

    /// How often the line is worked off before the event loop reads and writes again.
    private static let roundsMax = 64

    private let thread: ServingThread
    private let loop: any EventLoop
    private let line = Mutex(Line())

    init(_ thread: ServingThread) {
        self.thread = thread
        loop = thread.group.any()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = line.withLock { line in
            line.jobs.append(job)
            defer { line.isScheduled = true }
            return !line.isScheduled
        }
        if isFirst { loop.execute { self.runJobs() } }
    }

    private func runJobs() {
        var jobs: [UnownedJob] = []
        for _ in 0..<Self.roundsMax {
            jobs.removeAll(keepingCapacity: true)
            let isEmpty = line.withLock { line in
                swap(&line.jobs, &jobs)
                line.isScheduled = !jobs.isEmpty
                return jobs.isEmpty
            }
            if isEmpty { return }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
        loop.execute { self.runJobs() }
    }
}
