import NIOCore
import Synchronization

/// Runs tasks on one of the threads that serve connections, between its reads and writes.
///
/// Jobs wait in a line of their own, which the event loop works off in one go: each job would otherwise cost it a task.
final class EventLoopExecutor: TaskExecutor {
    private struct Line {
        var jobs: [(job: UnownedJob, executor: UnownedTaskExecutor)] = []
        /// Whether the event loop is going to work the line off.
        var isScheduled = false
    }

    /// How often the line is worked off before the event loop reads and writes again.
    private static let roundsMax = 64
    /// When the line goes on then. The event loop runs everything that is due before it reads, so it must not be due.
    private static let pause = TimeAmount.microseconds(50)

    let loop: any EventLoop
    private let line = Mutex(Line())

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job), of: asUnownedTaskExecutor()) }

    /// Runs a job that was given to `executor`.
    func enqueue(_ job: UnownedJob, of executor: UnownedTaskExecutor) {
        let isFirst = line.withLock { line in
            line.jobs.append((job, executor))
            defer { line.isScheduled = true }
            return !line.isScheduled
        }
        if isFirst { loop.execute { self.runJobs() } }
    }

    private func runJobs() {
        var jobs: [(job: UnownedJob, executor: UnownedTaskExecutor)] = []
        for _ in 0..<Self.roundsMax {
            jobs.removeAll(keepingCapacity: true)
            let isEmpty = line.withLock { line in
                swap(&line.jobs, &jobs)
                line.isScheduled = !jobs.isEmpty
                return jobs.isEmpty
            }
            if isEmpty { return }
            for (job, executor) in jobs { job.runSynchronously(on: executor) }
        }
        _ = loop.scheduleTask(in: Self.pause) { self.runJobs() }
    }
}
