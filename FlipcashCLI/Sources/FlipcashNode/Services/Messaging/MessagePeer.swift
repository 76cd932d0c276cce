#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Who stores messages, as far as the transport can tell them apart.
///
/// A TCP client is its address without the port, so that more connections do not make more peers; IPv6 addresses count
/// by the 64 bits that a network is given, since one machine may use all addresses behind them. All clients of a Unix
/// socket are one peer, and so are all inside the process.
struct MessagePeer: Hashable, Sendable {
    private let name: String

    /// Whoever stored a message before the node started.
    static let earlier = MessagePeer(name: "")

    private init(name: String) { self.name = name }

    /// - Parameter remotePeer: what `ServerContext.remotePeer` says, such as `ipv4:192.0.2.1:31415`.
    init(remotePeer: String) {
        let parts = remotePeer.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let end = parts[1].lastIndex(of: ":") else {
            name = remotePeer
            return
        }
        let host = parts[1][..<end]
        switch parts[0] {
        case "ipv4": name = "ipv4:\(host)"
        case "ipv6": name = Self.network(String(host.drop { $0 == "[" }.prefix { $0 != "]" && $0 != "%" }))
        default: name = remotePeer
        }
    }

    /// The network of an IPv6 address; for an IPv4 address that is written as one, that address.
    private static func network(_ host: String) -> String {
        var address = in6_addr()
        guard inet_pton(AF_INET6, host, &address) == 1 else { return "ipv6:\(host)" }
        let bytes = withUnsafeBytes(of: &address) { Array($0) }
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            return "ipv4:" + bytes[12...].map { "\($0)" }.joined(separator: ".")
        }
        return "ipv6:" + bytes[..<8].map { "\($0)" }.joined(separator: ".")
    }
}
