import FlipcashCore
import NIOCore
import NIOPosix

/// The thread that serves the node's connections: it reads and writes them, and runs their calls. It ends when it is
/// released.
///
/// Calls that run where their messages arrive need no other thread to be woken, which costs more than most calls do.
/// What waits for a disk to sync runs on the writer's thread.
final class ServingThread: Sendable {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    deinit { group.shutdownGracefully { _ in } }

    /// Returns a spawner whose tasks run on this thread. They keep it.
    func spawner(_ tasks: any TaskSpawner) -> any TaskSpawner { tasks.withExecutor(EventLoopExecutor(self)) }
}
