import Synchronization

/// Notifies observers of changes to the store. Changes before an observer reads a notice are merged into one.
final class ChangeBroadcaster: Sendable {
    private struct State {
        var nextID = 0
        var announcementCount = 0
        var observers: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let state = Mutex(State())

    /// The number of announcements so far.
    var announcementCount: Int { state.withLock { $0.announcementCount } }

    func announce() {
        let observers = state.withLock { state in
            state.announcementCount += 1
            return Array(state.observers.values)
        }
        for observer in observers { observer.yield() }
    }

    /// Returns a stream with one element for each batch of changes, until the consumer ends.
    func notices() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextID += 1
            state.observers[state.nextID] = continuation
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.observers.removeValue(forKey: id) }
        }
        return stream
    }
}

extension Database {
    /// Returns a stream with one element for each batch of changes that readers can see.
    public func changeNotices() -> AsyncStream<Void> { changes.notices() }
}
