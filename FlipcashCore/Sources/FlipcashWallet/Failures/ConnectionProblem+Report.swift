public import FlipcashCore

extension ConnectionProblem {
    /// The class that decides the exit code: waiting does not make a certificate trusted.
    public var kind: FailureKind {
        switch self {
        case .nameNotFound, .refused, .noAnswer, .notAService: .network
        case .untrusted, .handshakeFailed, .unusableAuthorities: .configuration
        }
    }

    /// What a person can do about it; nil if the description says so.
    public var advice: FailureAdvice? {
        switch self {
        case .nameNotFound, .refused, .noAnswer, .notAService, .handshakeFailed: .checkEndpoint
        case .untrusted(let certificate): certificate.advice
        case .unusableAuthorities: .chooseAuthorities
        }
    }

    /// Further facts by name.
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
