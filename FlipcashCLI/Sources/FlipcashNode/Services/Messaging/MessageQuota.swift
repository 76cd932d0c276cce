import FlipcashCore
import GRPCCore
import Synchronization

/// Limits on the messages stored in the mailboxes of bills.
struct MessageLimits: Sendable {
    /// The most bytes that one peer's messages may take.
    var peerBytesMax = 16 << 20
    /// The most bytes that all messages together may take.
    var totalBytesMax = 64 << 20
    /// What each message counts besides its own bytes: its row, its index entries and its entry here.
    var messageOverheadBytes = 256

    static let standard = MessageLimits()
}

/// Counts the stored messages, so that no peer fills the disk by storing messages under ever new keys.
///
/// A message counts until it expires or is acknowledged.
final class MessageQuota: Sendable {
    /// The longest time after which a message may expire. A message that expires later was stored while the clock was
    /// ahead, and no longer counts.
    static let keptMax = MessagingServiceProvider.messageLifetime * 2

    private struct Charge {
        let peer: MessagePeer
        let bytes: Int
        let expiresAt: Instant
    }

    private struct State {
        var charges: [[UInt8]: Charge] = [:]
        /// The ids in the order in which their messages expire. Ids before `first`, and ids without a charge, are done.
        var order: [[UInt8]] = []
        var first = 0
        var bytesByPeer: [MessagePeer: Int] = [:]
        var totalBytes = 0

        /// How many ids without a charge may stay, besides as many as there are ids with a charge.
        static let doneIDsMax = 1024

        mutating func add(_ charge: Charge, id: [UInt8]) {
            charges[id] = charge
            order.append(id)
            bytesByPeer[charge.peer, default: 0] += charge.bytes
            totalBytes += charge.bytes
            if order.count - first > 2 * charges.count + Self.doneIDsMax { compact() }
        }

        /// Removes the ids that are done. Without this, the ids of acknowledged messages would stay until their
        /// messages expire.
        private mutating func compact() {
            order = charges.sorted { $0.value.expiresAt < $1.value.expiresAt }.map(\.key)
            first = 0
        }

        mutating func remove(_ id: [UInt8]) {
            guard let charge = charges.removeValue(forKey: id) else { return }
            totalBytes -= charge.bytes
            let left = (bytesByPeer[charge.peer] ?? 0) - charge.bytes
            bytesByPeer[charge.peer] = left > 0 ? left : nil
        }

        mutating func removeOver(now: Instant) {
            let expiryMax = now.advanced(by: MessageQuota.keptMax)
            while first < order.count {
                if let charge = charges[order[first]] {
                    guard charge.expiresAt <= now || charge.expiresAt > expiryMax else { break }
                    remove(order[first])
                }
                first += 1
            }
            if first > Self.doneIDsMax, first * 2 > order.count {
                order.removeFirst(first)
                first = 0
            }
        }
    }

    private let limits: MessageLimits
    private let state: Mutex<State>

    /// - Parameter stored: the messages already stored, the first to expire first.
    init(limits: MessageLimits = .standard, stored: [StoredMessageSize] = []) {
        self.limits = limits
        var state = State()
        for size in stored {
            state.add(
                Charge(
                    peer: .earlier, bytes: size.bytes + limits.messageOverheadBytes, expiresAt: size.expiresAt),
                id: size.id)
        }
        self.state = Mutex(state)
    }

    /// How many bytes count now.
    var totalBytes: Int { state.withLock { $0.totalBytes } }

    /// How many ids are kept, including those that are done.
    var keptIDs: Int { state.withLock { $0.order.count } }

    /// Counts a message that `peer` stores.
    ///
    /// - Throws: RESOURCE_EXHAUSTED when the peer's messages, or all messages, would take too many bytes.
    func charge(_ size: StoredMessageSize, to peer: MessagePeer, now: Instant) throws(RPCError) {
        let charge = Charge(
            peer: peer, bytes: size.bytes + limits.messageOverheadBytes, expiresAt: size.expiresAt)
        let refusal = state.withLock { state -> RPCError? in
            state.removeOver(now: now)
            guard (state.bytesByPeer[peer] ?? 0) + charge.bytes <= limits.peerBytesMax else { return Self.peerIsFull }
            guard state.totalBytes + charge.bytes <= limits.totalBytesMax else { return Self.nodeIsFull }
            state.add(charge, id: size.id)
            return nil
        }
        if let refusal { throw refusal }
    }

    /// Stops counting a message that was not stored or was acknowledged.
    func release(_ id: [UInt8]) { state.withLock { $0.remove(id) } }

    private static let peerIsFull = RPCError(
        code: .resourceExhausted, message: "too many messages from this address wait to be read; try again later")
    private static let nodeIsFull = RPCError(
        code: .resourceExhausted, message: "too many messages wait to be read; try again later")
}
