public import FlipcashCore

/// Where a profile finds its services (client specification §12.2).
public enum EndpointSetting: Hashable, Sendable, CustomStringConvertible {
    /// This person's own node, started on demand.
    case local
    /// A node inside the calling process.
    case embedded
    /// A service that runs somewhere.
    case service(ServiceEndpoint)

    /// Reads `local:`, `embedded:` or a service's address; nil for anything else.
    public init?(text: String) {
        switch text {
        case "local:": self = .local
        case "embedded:": self = .embedded
        default:
            guard let endpoint = ServiceEndpoint(text) else { return nil }
            self = .service(endpoint)
        }
    }

    /// Whether the node is the person's own, where a first use may make an account by itself and plain keys are
    /// allowed.
    public var isOwnNode: Bool {
        switch self {
        case .local, .embedded: true
        case .service: false
        }
    }

    public var description: String {
        switch self {
        case .local: "local:"
        case .embedded: "embedded:"
        case .service(let endpoint): endpoint.description
        }
    }
}
