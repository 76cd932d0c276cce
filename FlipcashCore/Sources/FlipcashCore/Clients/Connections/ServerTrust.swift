/// Which certificates of a service are trusted.
public enum ServerTrust: Hashable, Sendable {
    /// Certificates for the host from an authority in the system's trust store.
    case system
    /// Certificates for the host from an authority in this PEM file; the system's trust store is not used.
    case authorities(String)
    /// The one certificate with this fingerprint, from any issuer and for any host.
    case certificate(CertificateFingerprint)
}
