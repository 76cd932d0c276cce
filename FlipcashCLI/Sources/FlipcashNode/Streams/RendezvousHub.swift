import FlipcashCore
import Synchronization

/// Who listens on which rendezvous key, in this process (payment specification §14.2 and §21.5).
///
/// A message is stored before it is published, and a stream is registered before the stored ones are flushed to it:
/// what arrives in between is delivered twice rather than not at all. Each registration has a generation, so that one
/// that closes late cannot remove its successor.
final class RendezvousHub<Message: Sendable>: Sendable {
    /// One open stream's place in the hub.
    struct Registration: Sendable {
        fileprivate let key: RendezvousKey
        fileprivate let generation: UInt64
    }

    private struct Listener {
        let generation: UInt64
        let send: @Sendable (Message) -> Bool
    }

    private struct State {
        var listeners: [RendezvousKey: Listener] = [:]
        var closedAt: [RendezvousKey: Instant] = [:]
        var lastGeneration: UInt64 = 0
    }

    private let state = Mutex(State())
    private let clock: any WallClock
    private let grace: Duration

    init(clock: any WallClock, grace: Duration) {
        self.clock = clock
        self.grace = grace
    }

    /// How many streams are open.
    var count: Int { state.withLock { $0.listeners.count } }

    /// Takes the key's only place for a stream.
    ///
    /// - Parameter send: queues a message for the stream; false when the stream cannot take any more.
    /// - Returns: nil when another stream holds the place.
    func register(_ key: RendezvousKey, send: @escaping @Sendable (Message) -> Bool) -> Registration? {
        state.withLock { state in
            guard state.listeners[key] == nil else { return nil }
            state.lastGeneration += 1
            state.closedAt[key] = nil
            state.listeners[key] = Listener(generation: state.lastGeneration, send: send)
            return Registration(key: key, generation: state.lastGeneration)
        }
    }

    /// Gives the place back, unless a later stream holds it.
    func remove(_ registration: Registration) {
        let now = clock.now()
        state.withLock { state in
            guard state.listeners[registration.key]?.generation == registration.generation else { return }
            state.listeners[registration.key] = nil
            state.closedAt = state.closedAt.filter { now.duration(since: $0.value) <= grace }
            state.closedAt[registration.key] = now
        }
    }

    /// Hands `message` to the stream open on `key`, if any. A stream that cannot take it ends by itself.
    func publish(_ message: Message, on key: RendezvousKey) {
        let listener = state.withLock { $0.listeners[key] }
        _ = listener?.send(message)
    }

    /// Whether a stream is open on `key`, or was until a moment ago.
    func isAttended(_ key: RendezvousKey) -> Bool {
        let now = clock.now()
        return state.withLock { state in
            if state.listeners[key] != nil { return true }
            guard let closed = state.closedAt[key] else { return false }
            return now.duration(since: closed) <= grace
        }
    }
}

/// The public key that names a rendezvous: message channel and intent id of one bill.
typealias RendezvousKey = PublicKey
