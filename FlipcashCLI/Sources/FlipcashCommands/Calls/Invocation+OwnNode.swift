import FlipcashCore
import FlipcashNode
import FlipcashWallet

extension Invocation {
    /// Says that a link of this call can only be collected here, where its node is the person's own or one that only
    /// this machine reaches.
    func noteOwnNode() throws {
        guard try endpoint(settings()).isOnThisMachine else { return }
        printer.hint(
            "This link was made on a node on this machine. People elsewhere cannot collect it, unless they can reach "
                + "that node.")
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
