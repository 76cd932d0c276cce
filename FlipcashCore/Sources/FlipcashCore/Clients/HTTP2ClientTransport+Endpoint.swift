import GRPCCore
import GRPCNIOTransportHTTP2

extension HTTP2ClientTransport.Posix {
    /// The transport for `endpoint`: TLS against the system's trust store, or plaintext where the endpoint says so.
    init(endpoint: ServiceEndpoint) throws {
        let config = Config.defaults {
            $0.connection.keepalive = HTTP2ClientTransport.Config.Keepalive(
                time: .seconds(30), timeout: .seconds(10), allowWithoutCalls: true)
            $0.connection.maxIdleTime = .seconds(5 * 60)
            // Coalescing delays every flush by up to 100 µs, which a wallet's single calls only suffer from.
            $0.connection.flushCoalescing = nil
            $0.channelDebuggingCallbacks.onCreateTCPConnection = FailedConnectionHandler.add
        }
        switch endpoint {
        case .https(let host, let port):
            try self.init(target: .dns(host: host, port: port), transportSecurity: .tls, config: config)
        case .http(let host, let port):
            try self.init(target: .dns(host: host, port: port), transportSecurity: .plaintext, config: config)
        case .unix(let path):
            try self.init(target: .unixDomainSocket(path: path), transportSecurity: .plaintext, config: config)
        }
    }
}
