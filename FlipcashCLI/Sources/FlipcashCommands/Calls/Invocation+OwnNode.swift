import FlipcashCore
import FlipcashNode
import FlipcashWallet

extension Invocation {
    /// Hints that a new link can only be collected on this machine, if its node is not reachable from elsewhere.
    func noteOwnNode() throws {
        guard try endpoint(settings()).isOnThisMachine else { return }
        printer.hint(
            "This link was made on a node on this machine. People can collect it only if they can reach that node.")
    }
}

extension EndpointSetting {
    /// Whether only this machine reaches the node.
    var isOnThisMachine: Bool {
        switch self {
        case .local, .embedded: true
        case .service(let endpoint): endpoint.isOnThisMachine
        }
    }
}

extension ServiceEndpoint {
    /// Whether only this machine reaches the service.
    fileprivate var isOnThisMachine: Bool {
        switch self {
        case .unix: true
        case .https(let host, let port), .http(let host, let port):
            ListenAddress.tcp(host: host, port: port).isLocal
        }
    }
}
