import Synchronization

/// Passes changes of pools on to their publisher. Set once, when the node's parts are put together.
final class PoolListener: Sendable {
    private let listener = Mutex<(@Sendable ([PoolChange]) -> Void)?>(nil)

    /// Calls `body` for every change from now on.
    func listen(_ body: @escaping @Sendable ([PoolChange]) -> Void) { listener.withLock { $0 = body } }

    /// Called after the changes are durable, in the order of their commits.
    func note(_ changes: [PoolChange]) { listener.withLock { $0 }?(changes) }
}
