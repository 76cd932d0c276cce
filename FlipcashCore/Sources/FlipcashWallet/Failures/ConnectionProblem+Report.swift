public import FlipcashCore

extension ConnectionProblem {
    /// The class that decides the exit code. A certificate problem is a configuration error: retrying does not help.
    public var kind: FailureKind {
        switch self {
        case .nameNotFound, .refused, .noAnswer, .notAService: .network
        case .untrusted, .handshakeFailed, .unusableAuthorities: .configuration
        }
    }

    /// What the user can do; nil if the description already says it.
    public var advice: FailureAdvice? {
        switch self {
        case .nameNotFound, .refused, .noAnswer, .notAService, .handshakeFailed: .checkEndpoint
        case .untrusted(let certificate): certificate.advice
        case .unusableAuthorities: .chooseAuthorities
        }
    }

    /// Additional facts by name.
    public var details: [String: String] {
        guard case .untrusted(let certificate) = self, let fingerprint = certificate.fingerprint else { return [:] }
        return ["fingerprint": fingerprint.description]
    }
}

extension UntrustedCertificate {
    fileprivate var advice: FailureAdvice? {
        switch reason {
        case .selfSigned, .unknownIssuer: .trustCertificate
        case .otherHost: .useCertificateName
        case .expired: .renewCertificate
        case .notYetValid: nil
        case .otherFingerprint: .askForFingerprint
        }
    }
}
