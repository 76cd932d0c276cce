/// Which certificates of a service are accepted.
public enum ServerTrust: Hashable, Sendable {
    /// Those that an authority of the system's trust store has issued for the host.
    case system
    /// Those that an authority in this PEM file has issued for the host; the system's trust store does not count.
    case authorities(String)
    /// The one certificate with this fingerprint, whoever issued it and for whichever host.
    case certificate(CertificateFingerprint)
}
