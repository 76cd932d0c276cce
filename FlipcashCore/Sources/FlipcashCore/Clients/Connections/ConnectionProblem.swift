/// Why no connection to a service came about.
public enum ConnectionProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The host's name has no address.
    case nameNotFound(String)
    /// Nothing accepts connections at the address.
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

    /// A sentence without its end that says what was wrong and where.
    public var description: String {
        switch self {
        case .nameNotFound(let host): "no address is known for the name \(host)"
        case .refused(let address): "nothing accepts connections at \(address)"
        case .noAnswer(let address): "\(address) does not answer"
        case .notAService(let address):
            "\(address) closed the connection before it spoke HTTP/2; it is no such service, or it wants TLS (https:) or "
                + "none (http:)"
        case .untrusted(let certificate): certificate.description
        case .handshakeFailed(let address): "\(address) does not speak TLS as expected; is it an http: address?"
        case .unusableAuthorities(let path): "\(path) is not a file of certificates in PEM form"
        }
    }

    /// Whether the same attempt may succeed later without a change of settings.
    public var isRetryable: Bool {
        switch self {
        case .nameNotFound, .refused, .noAnswer, .notAService: true
        case .untrusted, .handshakeFailed, .unusableAuthorities: false
        }
    }
}

/// A certificate that is not trusted, and why.
public struct UntrustedCertificate: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with a certificate.
    public enum Reason: Hashable, Sendable {
        /// It was issued by itself.
        case selfSigned
        /// Nobody in the trust store has issued it.
        case unknownIssuer
        /// Its time is over since this moment.
        case expired(Instant)
        /// Its time begins at this moment.
        case notYetValid(Instant)
        /// It is for other hosts.
        case otherHost
        /// It is not the one that was named by its fingerprint.
        case otherFingerprint
    }

    /// The service's address.
    public let address: String
    /// What is wrong.
    public let reason: Reason
    /// The certificate's fingerprint; nil where it was not seen.
    public let fingerprint: CertificateFingerprint?

    /// Names a certificate and what is wrong with it.
    public init(address: String, reason: Reason, fingerprint: CertificateFingerprint?) {
        self.address = address
        self.reason = reason
        self.fingerprint = fingerprint
    }

    /// Without its end, and with the fingerprint if it was seen.
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
