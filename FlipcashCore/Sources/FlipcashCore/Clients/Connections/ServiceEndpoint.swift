/// The address of a gRPC service.
public enum ServiceEndpoint: Hashable, Sendable, CustomStringConvertible {
    /// TLS, verified against the system's trust store.
    case https(host: String, port: Int)
    /// Plaintext over TCP; only for the user's own node.
    case http(host: String, port: Int)
    /// Plaintext over a Unix socket.
    case unix(path: String)

    /// Reads `https://host[:port]`, `http://host:port`, `unix:/path` or `unix:///path`; nil for anything else.
    public init?(_ text: String) {
        if let rest = text.removingPrefix("https://") {
            guard let (host, port) = Self.authority(rest, defaultPort: 443) else { return nil }
            self = .https(host: host, port: port)
        } else if let rest = text.removingPrefix("http://") {
            guard let (host, port) = Self.authority(rest, defaultPort: nil) else { return nil }
            self = .http(host: host, port: port)
        } else if let rest = text.removingPrefix("unix:") {
            let path = rest.removingPrefix("//") ?? rest
            // A second slash is ambiguous: the printed address would be read as the form with `//`.
            guard path.hasPrefix("/"), !path.hasPrefix("//"), path.utf8.count <= 107, !path.utf8.contains(0) else {
                return nil
            }
            self = .unix(path: path)
        } else {
            return nil
        }
    }

    /// The address with its scheme and port, such as `https://example.com:443`, in the form that ``init(_:)`` reads.
    public var description: String {
        switch self {
        case .https(let host, let port): "https://\(Self.bracketed(host)):\(port)"
        case .http(let host, let port): "http://\(Self.bracketed(host)):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }

    private static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    /// Whether a byte is printable ASCII and does not separate the parts of an address.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"/?#@[]".utf8.contains(byte)
    }

    /// Splits `host[:port]`, with IPv6 addresses in brackets and at most one slash after it.
    private static func authority(_ text: String, defaultPort: Int?) -> (host: String, port: Int)? {
        var rest = Substring(text)
        if rest.hasSuffix("/") { rest.removeLast() }
        let host: Substring
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            host = rest[rest.index(after: rest.startIndex)..<end]
            guard host.contains(":") else { return nil }
            rest = rest[rest.index(after: end)...]
        } else {
            host = rest.prefix { $0 != ":" }
            rest = rest[host.endIndex...]
        }
        guard !host.isEmpty, host.utf8.allSatisfy(isHostByte) else { return nil }
        if rest.isEmpty {
            guard let defaultPort else { return nil }
            return (String(host), defaultPort)
        }
        guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), port > 0,
            rest.dropFirst().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return (String(host), Int(port))
    }
}

extension String {
    fileprivate func removingPrefix(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
