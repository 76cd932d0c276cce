import Foundation
import NIOCore
import NIOPosix

/// The threads that serve the node's connections: each reads and writes its connections, and runs their calls. They end
/// when this is released.
///
/// A connection stays on its thread, and so do its calls: a call that runs where its messages arrive needs no other
/// thread to be woken, which costs more than most calls do. What waits for a disk to sync runs on the writer's thread.
///
/// As an executor, this runs a job that becomes ready on one of the threads on that thread, and others on the first
/// one. Tasks that prefer it keep it.
final class ServingThreads: TaskExecutor {
    /// More threads would only wait for the one writer.
    static let countMax = 4

    let group: MultiThreadedEventLoopGroup
    private let executors: [EventLoopExecutor]

    /// - Parameter count: one for each processor, up to ``countMax``, unless given.
    init(count: Int = min(countMax, max(1, ProcessInfo.processInfo.activeProcessorCount))) {
        group = MultiThreadedEventLoopGroup(numberOfThreads: count)
        executors = group.makeIterator().map(EventLoopExecutor.init)
    }

    deinit { group.shutdownGracefully { _ in } }

    func enqueue(_ job: consuming ExecutorJob) {
        (present ?? executors[0]).enqueue(UnownedJob(job), of: asUnownedTaskExecutor())
    }

    /// Runs tasks on the thread that asks, which must be one of these; nil on any other thread.
    var present: EventLoopExecutor? {
        guard let loop = MultiThreadedEventLoopGroup.currentEventLoop else { return nil }
        return executors.first { $0.loop === loop }
    }
}
