extension NodeSettings {
    /// Where the settings let the node listen. TLS is for TCP addresses: a Unix socket needs no encryption.
    public var listeners: [NodeConfiguration.Listener] { listeners(on: listen, tls: tls) }

    /// As ``listeners``, with other addresses.
    ///
    /// - Parameter tls: the certificate for TCP addresses; nil for plaintext.
    public func listeners(
        on addresses: [ListenAddress], tls: NodeConfiguration.TLSFiles?
    ) -> [NodeConfiguration.Listener] {
        addresses.map { address in
            switch address {
            case .unix: .init(address)
            case .tcp: .init(address, tls: tls)
            }
        }
    }

    /// The certificate and key for TCP addresses; nil for plaintext.
    public var tls: NodeConfiguration.TLSFiles? {
        guard let tlsCertificate, let tlsKey else { return nil }
        return .init(certificate: tlsCertificate, key: tlsKey)
    }
}
