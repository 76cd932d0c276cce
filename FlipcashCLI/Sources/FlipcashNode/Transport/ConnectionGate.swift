import NIOCore

/// Counts the open connections of the clients, and refuses those over the bounds.
///
/// The calls of a refused connection are answered with RESOURCE_EXHAUSTED, and the connection is closed soon. So that
/// refusing stays cheap, only a few connections wait like this; more are closed at once.
final class ConnectionGate: Sendable {
    /// What happens to a new connection.
    enum Verdict: Equatable {
        case admitted, refused, dropped
    }

    /// How long a refused connection stays open, so that its client can read the reason.
    static let refusalTime = TimeAmount.seconds(5)
    /// The reason that the calls of a refused connection get.
    static let refusal = "too many connections; use fewer, or try again later"

    private let admitted: InFlightCounter<MessagePeer>
    private let refused: InFlightCounter<MessagePeer>

    init(_ bounds: PeerBounds) {
        let (one, all) = (bounds.connectionsPerAddress, bounds.connections)
        // One address may always have its share: the only client of some nodes is a proxy.
        admitted = InFlightCounter(keyMax: one, totalMax: all, reserve: max(0, min(all / 4, all - one)))
        refused = InFlightCounter(keyMax: Self.refusedPerAddressMax, totalMax: Self.refusedMax)
    }

    private static let refusedPerAddressMax = 16
    private static let refusedMax = 64

    /// How many connections are open, refused ones included.
    var count: Int { admitted.total + refused.total }

    /// Counts a connection until it is closed. Called on its event loop.
    func admit(_ connection: any Channel) -> Verdict {
        let peer = connection.peer
        for (counter, verdict) in [(admitted, Verdict.admitted), (refused, .refused)] where counter.enter(peer) {
            connection.closeFuture.whenComplete { _ in counter.leave(peer) }
            return verdict
        }
        return .dropped
    }
}

extension Channel {
    /// The client at the other end of a connection.
    fileprivate var peer: MessagePeer {
        guard let address = remoteAddress else { return MessagePeer(remotePeer: "unknown") }
        switch address {
        case .v4: return MessagePeer(remotePeer: "ipv4:\(address.ipAddress ?? ""):\(address.port ?? 0)")
        case .v6: return MessagePeer(remotePeer: "ipv6:[\(address.ipAddress ?? "")]:\(address.port ?? 0)")
        case .unixDomainSocket: return MessagePeer(remotePeer: "unix")
        }
    }
}
