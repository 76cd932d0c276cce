public import FlipcashCore

/// The endpoint of a profile's services (client specification §12.2).
public enum EndpointSetting: Hashable, Sendable, CustomStringConvertible {
    /// The user's own node, started on demand.
    case local
    /// A node inside the calling process.
    case embedded
    /// A service at an address.
    case service(ServiceEndpoint)

    /// Parses `local:`, `embedded:` or a service's address; nil for any other text.
    public init?(text: String) {
        switch text {
        case "local:": self = .local
        case "embedded:": self = .embedded
        default:
            guard let endpoint = ServiceEndpoint(text) else { return nil }
            self = .service(endpoint)
        }
    }

    /// Whether the node is the user's own. There a first use may create an account on the program's own initiative, and
    /// plain keys are allowed.
    public var isOwnNode: Bool {
        switch self {
        case .local, .embedded: true
        case .service: false
        }
    }

    /// The value as it is written in a profile: `local:`, `embedded:` or an address.
    public var description: String {
        switch self {
        case .local: "local:"
        case .embedded: "embedded:"
        case .service(let endpoint): endpoint.description
        }
    }
}
