#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The source of a node's fiat rates (payment specification §21.7).
public enum RateSourceSetting: Hashable, Sendable, CustomStringConvertible {
    /// The table that comes with the release, dated anew at each refresh.
    case fixed
    /// A file of `{"usd": {"cad": "1.37", …}}`, read at each refresh.
    case file(path: String)
    /// An `https://` or `http://` address that returns the same JSON.
    case web(address: String)
    /// The first of several sources that answers.
    case inOrder([RateSourceSetting])

    /// Parses `fixed`, an address, or a file's path (also as `file:` URL).
    public init?(_ text: String) {
        switch text {
        case "fixed": self = .fixed
        case "": return nil
        default:
            if text.hasPrefix("https://") || text.hasPrefix("http://") {
                guard Self.host(of: text) != nil else { return nil }
                self = .web(address: text)
            } else if text.hasPrefix("file://") {
                self = .file(path: String(text.dropFirst("file://".count)))
            } else if text.contains("://") {
                return nil
            } else {
                self = .file(path: text)
            }
        }
    }

    /// The host that `address` names; nil when it is not an `https` or `http` URL with a host.
    static func host(of address: String) -> String? {
        guard let url = URL(string: address), let scheme = url.scheme?.lowercased(),
            ["https", "http"].contains(scheme)
        else { return nil }
        return url.host.flatMap { $0.isEmpty ? nil : $0 }
    }

    public var description: String {
        switch self {
        case .fixed: "fixed"
        case .file(let path): path
        case .web(let address): address
        case .inOrder(let sources): sources.map(\.description).joined(separator: ", ")
        }
    }
}
