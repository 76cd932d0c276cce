/// An address that a node listens on: `HOST:PORT` or `unix:PATH`.
public enum ListenAddress: Hashable, Sendable {
    /// A TCP address; port 0 lets the operating system choose one.
    case tcp(host: String, port: Int)
    /// A Unix socket.
    case unix(path: String)

    /// The default address.
    public static let standard = ListenAddress.tcp(host: "127.0.0.1", port: 8086)

    /// Parses `HOST:PORT`, `[IPV6]:PORT` or `unix:PATH`; nil for any other text.
    public init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = text.dropFirst("unix:".count)
            guard !path.isEmpty else { return nil }
            self = .unix(path: String(path))
            return
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = Int(digits), port <= 65_535
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self = .tcp(host: String(host), port: port)
    }

    /// Whether only this machine can reach the address, so that plaintext may be served on it.
    public var isLocal: Bool {
        switch self {
        case .unix: true
        case .tcp(let host, _): host == "localhost" || host == "::1" || Self.isLoopbackV4(host)
        }
    }

    private static func isLoopbackV4(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "127" else { return false }
        return parts.allSatisfy { UInt8($0) != nil }
    }
}

extension ListenAddress: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unix(let path): "unix:\(path)"
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }
}
