import FlipcashCore
import Synchronization

/// Who listens on which rendezvous key, in this process (payment specification §14.2 and §21.5).
///
/// Each key has one place. A stream whose opening the rendezvous key has signed takes it from one without a signature,
/// and is the only kind that is handed confidential messages (wire contract §6).
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
        let isSigned: Bool
        let send: @Sendable (Message) -> Bool
        let end: @Sendable () -> Void
    }

    private struct State {
        var listeners: [RendezvousKey: Listener] = [:]
        var closedAt: [RendezvousKey: Uptime] = [:]
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
    /// - Parameters:
    ///   - isSigned: whether the rendezvous key has signed the stream's opening.
    ///   - send: queues a message for the stream; false when the stream cannot take any more.
    ///   - end: ends the stream, because a signed one takes its place.
    /// - Returns: nil when another stream holds the place and keeps it.
    func register(
        _ key: RendezvousKey, isSigned: Bool, send: @escaping @Sendable (Message) -> Bool,
        end: @escaping @Sendable () -> Void = {}
    ) -> Registration? {
        let (registration, displaced) = state.withLock { state -> (Registration?, Listener?) in
            let holder = state.listeners[key]
            if let holder, holder.isSigned || !isSigned { return (nil, nil) }
            state.lastGeneration += 1
            state.closedAt[key] = isSigned ? nil : state.closedAt[key]
            state.listeners[key] = Listener(
                generation: state.lastGeneration, isSigned: isSigned, send: send, end: end)
            return (Registration(key: key, generation: state.lastGeneration), holder)
        }
        displaced?.end()
        return registration
    }

    /// Gives the place back, unless a later stream holds it.
    func remove(_ registration: Registration) {
        let now = clock.uptime()
        state.withLock { state in
            guard let listener = state.listeners[registration.key], listener.generation == registration.generation
            else { return }
            state.listeners[registration.key] = nil
            guard listener.isSigned else { return }
            state.closedAt = state.closedAt.filter { now - $0.value <= grace }
            state.closedAt[registration.key] = now
        }
    }

    /// Hands `message` to the stream open on `key`, if any. A stream that cannot take it ends by itself.
    ///
    /// - Parameter isConfidential: whether only a signed stream may have the message.
    func publish(_ message: Message, on key: RendezvousKey, isConfidential: Bool) {
        guard let listener = state.withLock({ $0.listeners[key] }), listener.isSigned || !isConfidential else { return }
        _ = listener.send(message)
    }

    /// Whether a signed stream is open on `key`, or was until a moment ago. One without a signature would not be handed
    /// the grab that this is asked for.
    func isAttended(_ key: RendezvousKey) -> Bool {
        let now = clock.uptime()
        return state.withLock { state in
            if state.listeners[key]?.isSigned == true { return true }
            guard let closed = state.closedAt[key] else { return false }
            return now - closed <= grace
        }
    }
}

/// The public key that names a rendezvous: message channel and intent id of one bill.
typealias RendezvousKey = PublicKey
