import GRPCCore

/// Counts the bytes of the messages that wait, so that no peer fills the memory by leaving messages under ever new keys.
struct MessageQuota: Sendable {
    let limits: MessageLimits

    private var bytesByPeer: [MessagePeer: Int] = [:]
    /// How many bytes count now.
    private(set) var totalBytes = 0

    init(limits: MessageLimits) {
        self.limits = limits
    }

    /// What a message of `bytes` bytes counts.
    func charge(_ bytes: Int) -> Int { bytes + limits.messageOverheadBytes }

    /// Why there is no room for a message of `peer`; nil when there is.
    func refusal(_ bytes: Int, of peer: MessagePeer) -> MessageRefusal? {
        let charge = charge(bytes)
        guard peer == .earlier || (bytesByPeer[peer] ?? 0) + charge <= limits.peerBytesMax else { return .peerIsFull }
        return totalBytes + charge <= limits.totalBytesMax ? nil : .memoryIsFull
    }

    /// Counts a message of `peer`.
    mutating func add(_ bytes: Int, of peer: MessagePeer) {
        bytesByPeer[peer, default: 0] += charge(bytes)
        totalBytes += charge(bytes)
    }

    /// Stops counting a message that was added.
    mutating func remove(_ bytes: Int, of peer: MessagePeer) {
        let charge = charge(bytes)
        totalBytes -= charge
        let left = (bytesByPeer[peer] ?? 0) - charge
        bytesByPeer[peer] = left > 0 ? left : nil
    }
}

/// Why a message is not kept.
enum MessageRefusal: Error, Hashable, Sendable {
    /// Too many messages wait at its rendezvous.
    case mailboxIsFull
    /// Its sender's messages take too many bytes.
    case peerIsFull
    /// All messages together take too many bytes.
    case memoryIsFull
}

extension MessageRefusal: RPCErrorConvertible {
    var rpcErrorCode: RPCError.Code { .resourceExhausted }

    var rpcErrorMessage: String {
        switch self {
        case .mailboxIsFull: "too many messages wait on this rendezvous"
        case .peerIsFull: "too many messages from this address wait to be read; try again later"
        case .memoryIsFull: "too many messages wait to be read; try again later"
        }
    }
}
