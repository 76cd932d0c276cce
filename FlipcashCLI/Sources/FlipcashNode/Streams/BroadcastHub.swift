import Synchronization

/// Sends every item to every subscriber, in order of subscription.
final class BroadcastHub<Item: Sendable>: Sendable {
    /// A subscription; its number is never used again.
    struct Subscription: Sendable {
        fileprivate let generation: UInt64
    }

    private struct State {
        var subscribers: [(generation: UInt64, send: @Sendable (Item) -> Bool)] = []
        var lastGeneration: UInt64 = 0
    }

    private let state = Mutex(State())

    /// How many subscribers there are.
    var count: Int { state.withLock { $0.subscribers.count } }

    /// Adds a subscriber.
    ///
    /// - Parameter send: queues an item for the subscriber; returns false to cancel the subscription when the queue is
    ///   full.
    func subscribe(_ send: @escaping @Sendable (Item) -> Bool) -> Subscription {
        state.withLock { state in
            state.lastGeneration += 1
            state.subscribers.append((state.lastGeneration, send))
            return Subscription(generation: state.lastGeneration)
        }
    }

    /// Removes a subscriber, if it is still there.
    func cancel(_ subscription: Subscription) {
        state.withLock { $0.subscribers.removeAll { $0.generation == subscription.generation } }
    }

    /// Sends `item` to all subscribers.
    func publish(_ item: Item) {
        let subscribers = state.withLock { $0.subscribers }
        for subscriber in subscribers where !subscriber.send(item) {
            cancel(Subscription(generation: subscriber.generation))
        }
    }
}
