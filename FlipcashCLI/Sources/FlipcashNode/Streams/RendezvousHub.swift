import FlipcashCore
import Synchronization

/// The open message streams by rendezvous key, in this process (payment specification §14.2 and §21.5).
///
/// Each key has one stream. A stream whose opening is signed by the rendezvous key replaces one without a signature.
/// Only a signed stream gets confidential messages (wire contract §6).
///
/// A message is stored before it is published, and a stream is registered before it gets the stored messages. A message
/// that arrives in between is delivered twice, not lost. Each registration has a generation, so that one that closes
/// late cannot remove its successor.
final class RendezvousHub<Message: Sendable>: Sendable {
    /// The registration of an open stream.
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
        /// The keys whose signed streams have closed.
        var closed: RecentKeys<RendezvousKey>
        var lastGeneration: UInt64 = 0
    }

    private let state: Mutex<State>
    private let clock: any WallClock
    private let grace: Duration

    /// - Parameters:
    ///   - grace: for how long a key counts as attended after its stream has closed.
    ///   - closedCountMax: how many closed keys are remembered.
    init(clock: any WallClock, grace: Duration, closedCountMax: Int = 16_384) {
        self.clock = clock
        self.grace = grace
        state = Mutex(State(closed: RecentKeys(capacity: closedCountMax)))
    }

    /// How many streams are open.
    var count: Int { state.withLock { $0.listeners.count } }

    /// Registers a stream for the key.
    ///
    /// - Parameters:
    ///   - isSigned: whether the rendezvous key has signed the stream's opening.
    ///   - send: queues a message for the stream; returns false when the stream's queue is full.
    ///   - end: ends the stream because a signed one replaces it.
    /// - Returns: nil when another stream is registered and stays.
    func register(
        _ key: RendezvousKey, isSigned: Bool, send: @escaping @Sendable (Message) -> Bool,
        end: @escaping @Sendable () -> Void = {}
    ) -> Registration? {
        let (registration, displaced) = state.withLock { state -> (Registration?, Listener?) in
            let holder = state.listeners[key]
            if let holder, holder.isSigned || !isSigned { return (nil, nil) }
            state.lastGeneration += 1
            if isSigned { state.closed.forget(key) }
            state.listeners[key] = Listener(
                generation: state.lastGeneration, isSigned: isSigned, send: send, end: end)
            return (Registration(key: key, generation: state.lastGeneration), holder)
        }
        displaced?.end()
        return registration
    }

    /// Removes the registration, unless a later stream has replaced it.
    func remove(_ registration: Registration) {
        let now = clock.uptime()
        state.withLock { state in
            guard let listener = state.listeners[registration.key], listener.generation == registration.generation
            else { return }
            state.listeners[registration.key] = nil
            guard listener.isSigned else { return }
            state.closed.note(registration.key, at: now)
        }
    }

    /// Sends `message` to the stream open on `key`, if any. A stream with a full queue ends.
    ///
    /// - Parameter isConfidential: whether only a signed stream may get the message.
    func publish(_ message: Message, on key: RendezvousKey, isConfidential: Bool) {
        guard let listener = state.withLock({ $0.listeners[key] }), listener.isSigned || !isConfidential else { return }
        _ = listener.send(message)
    }

    /// Whether a signed stream is open on `key`, or was until a moment ago. Used to accept a grab, which a stream
    /// without a signature does not get.
    func isAttended(_ key: RendezvousKey) -> Bool {
        let now = clock.uptime()
        return state.withLock { state in
            if state.listeners[key]?.isSigned == true { return true }
            guard let closed = state.closed.time(of: key) else { return false }
            return now - closed <= grace
        }
    }
}

/// The public key that names a rendezvous: message channel and intent id of one bill.
typealias RendezvousKey = PublicKey
