#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The sender of stored messages, as far as the transport can tell senders apart.
///
/// A TCP client is its address without the port, so that more connections do not make more peers. IPv6 addresses count
/// by their first 64 bits, since one machine may use all addresses of its network. All clients of Unix sockets are one
/// peer, and so are all clients inside the process.
struct MessagePeer: Hashable, Sendable {
    private let name: String

    /// The sender of all messages stored before the node started.
    static let earlier = MessagePeer(name: "")

    private init(name: String) { self.name = name }

    /// - Parameter remotePeer: the value of `ServerContext.remotePeer`, such as `ipv4:192.0.2.1:31415`.
    init(remotePeer: String) {
        // A client of a Unix socket may choose its own path, so the path says nothing.
        if remotePeer.hasPrefix("unix:") {
            name = "unix"
            return
        }
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

    /// The network of an IPv6 address; for an IPv4-mapped address, the IPv4 address.
    private static func network(_ host: String) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, host, &bytes) == 1 else { return "ipv6:\(host)" }
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            return "ipv4:" + bytes[12...].map { "\($0)" }.joined(separator: ".")
        }
        return "ipv6:" + bytes[..<8].map { "\($0)" }.joined(separator: ".")
    }
}
