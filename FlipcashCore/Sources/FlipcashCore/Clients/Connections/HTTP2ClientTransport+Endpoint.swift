import GRPCCore
import GRPCNIOTransportHTTP2
import NIOCore
import NIOSSL

extension HTTP2ClientTransport.Posix {
    /// Creates the transport for `endpoint`, with TLS or in plaintext as the endpoint says.
    ///
    /// - Throws: `ConnectionProblem.unusableAuthorities` when the file of authorities cannot be read.
    init(endpoint: ServiceEndpoint, trust: ServerTrust, trouble: ConnectionTrouble) throws {
        let config = Config.defaults {
            $0.connection.keepalive = HTTP2ClientTransport.Config.Keepalive(
                time: .seconds(30), timeout: .seconds(10), allowWithoutCalls: true)
            $0.connection.maxIdleTime = .seconds(5 * 60)
            // Coalescing delays every flush by up to 100 µs, without benefit for a wallet's single calls.
            $0.connection.flushCoalescing = nil
            $0.channelDebuggingCallbacks.onCreateTCPConnection = { ConnectionWatch.add(to: $0, trouble: trouble) }
            $0.channelDebuggingCallbacks.onCreateHTTP2Stream = ResponseGuard.add
        }
        let security: TransportSecurity
        switch endpoint {
        case .https: security = .tls(try Self.tls(trust, trouble))
        case .http, .unix: security = .plaintext
        }
        switch endpoint {
        case .https(let host, let port), .http(let host, let port):
            try self.init(host: host, port: port, security: security, config: config)
        case .unix(let path):
            try self.init(target: .unixDomainSocket(path: path), transportSecurity: security, config: config)
        }
    }

    /// Creates the transport for a host name or an IP address.
    ///
    /// IP addresses are not host names: TLS must not send them as one, and no name server is queried.
    private init(host: String, port: Int, security: TransportSecurity, config: Config) throws {
        switch try? NIOCore.SocketAddress(ipAddress: host, port: port) {
        case .v4:
            try self.init(target: .ipv4(address: host, port: port), transportSecurity: security, config: config)
        case .v6:
            try self.init(target: .ipv6(address: host, port: port), transportSecurity: security, config: config)
        case .unixDomainSocket, nil:
            try self.init(target: .dns(host: host, port: port), transportSecurity: security, config: config)
        }
    }

    private static func tls(
        _ trust: ServerTrust, _ trouble: ConnectionTrouble
    ) throws -> TransportSecurity.TLS {
        var tls = TransportSecurity.TLS.defaults
        switch trust {
        case .system: break
        case .authorities(let path):
            guard let certificates = try? NIOSSLCertificate.fromPEMFile(path), !certificates.isEmpty else {
                throw ConnectionProblem.unusableAuthorities(path)
            }
            tls.trustRoots = .certificates([.file(path: path, format: .pem)])
        case .certificate(let expected):
            // The fingerprint identifies this one certificate, so issuer and host name are not checked.
            tls.serverCertificateVerification = .noHostnameVerification
            tls.customVerificationCallback = { certificates, verdict in
                let shown = certificates.first.flatMap { try? $0.toDERBytes() }
                    .map(CertificateFingerprint.init(ofCertificate:))
                if shown == expected {
                    verdict.succeed(.certificateVerified(VerificationMetadata(nil)))
                } else {
                    trouble.noteOtherFingerprint(shown)
                    verdict.succeed(.failed)
                }
            }
        }
        return tls
    }
}
