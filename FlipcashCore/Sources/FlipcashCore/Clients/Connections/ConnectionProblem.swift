/// Errors from connecting to a service.
public enum ConnectionProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The host's name has no address.
    case nameNotFound(String)
    /// No server accepts connections at the address.
    case refused(String)
    /// The address did not answer in time.
    case noAnswer(String)
    /// The connection was closed before the service spoke HTTP/2.
    case notAService(String)
    /// The service's certificate is not trusted.
    case untrusted(UntrustedCertificate)
    /// The TLS handshake failed for another reason.
    case handshakeFailed(String)
    /// The file of trusted certificates cannot be used.
    case unusableAuthorities(String)

    /// What was wrong and where, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .nameNotFound(let host): "no address is known for the name \(host)"
        case .refused(let address): "nothing accepts connections at \(address)"
        case .noAnswer(let address): "\(address) does not answer"
        case .notAService(let address):
            "\(address) closed the connection before it spoke HTTP/2; it is stopping, is another service, or expects TLS"
                + " (https:) or plaintext (http:)"
        case .untrusted(let certificate): certificate.description
        case .handshakeFailed(let address): "\(address) does not speak TLS as expected; is it an http: address?"
        case .unusableAuthorities(let path): "\(path) is not a file of certificates in PEM form"
        }
    }

    /// Whether a retry may succeed later without a change of settings.
    public var isRetryable: Bool {
        switch self {
        case .nameNotFound, .refused, .noAnswer, .notAService: true
        case .untrusted, .handshakeFailed, .unusableAuthorities: false
        }
    }
}

/// A certificate that is not trusted, and the reason.
public struct UntrustedCertificate: Hashable, Sendable, CustomStringConvertible {
    /// The reason why a certificate is not trusted.
    public enum Reason: Hashable, Sendable {
        /// The certificate is self-signed.
        case selfSigned
        /// The issuer is not in the trust store.
        case unknownIssuer
        /// The certificate expired at this time.
        case expired(Instant)
        /// The certificate is not valid before this time.
        case notYetValid(Instant)
        /// The certificate is for other hosts.
        case otherHost
        /// The certificate does not have the expected fingerprint.
        case otherFingerprint
    }

    /// The service's address.
    public let address: String
    /// Why the certificate is not trusted.
    public let reason: Reason
    /// The certificate's fingerprint; nil when the client did not receive the certificate.
    public let fingerprint: CertificateFingerprint?

    /// Creates a description of an untrusted certificate.
    public init(address: String, reason: Reason, fingerprint: CertificateFingerprint?) {
        self.address = address
        self.reason = reason
        self.fingerprint = fingerprint
    }

    /// What was wrong, as a sentence without a full stop, with the fingerprint if it is known.
    public var description: String {
        let seen = fingerprint.map { "; its fingerprint is \($0)" } ?? ""
        return "the certificate of \(address) \(explanation)\(seen)"
    }

    private var explanation: String {
        switch reason {
        case .selfSigned: "is not trusted: it is self-signed"
        case .unknownIssuer: "is not trusted: its issuer is not known to this machine"
        case .expired(let end): "expired at \(TimestampText.rfc3339(end))"
        case .notYetValid(let start):
            "is not valid before \(TimestampText.rfc3339(start)); check this machine's clock"
        case .otherHost: "is for another host name"
        case .otherFingerprint: "is not the one with the expected fingerprint"
        }
    }
}
