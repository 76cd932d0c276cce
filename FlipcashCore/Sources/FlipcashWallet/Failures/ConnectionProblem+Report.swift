public import FlipcashCore

extension ConnectionProblem {
    /// The report for a call that submitted nothing; `task` completes "Could not …".
    func walletReport(doing task: String) -> FailureReport {
        FailureReport(
            .network, kind, "Could not \(task): \(description). Nothing was submitted\(advice).",
            isRetryable: isRetryable, details: details)
    }

    /// The class that decides the exit code: waiting does not make a certificate trusted.
    public var kind: FailureKind {
        switch self {
        case .nameNotFound, .refused, .noAnswer, .notAService: .network
        case .untrusted, .handshakeFailed, .unusableAuthorities: .configuration
        }
    }

    /// What a person can do, after "Nothing was submitted".
    public var advice: String {
        switch self {
        case .nameNotFound, .refused, .noAnswer, .notAService, .handshakeFailed:
            "; check the endpoint and try again"
        case .untrusted(let certificate): Self.advice(certificate.reason)
        case .unusableAuthorities: ". Name another file with --ca-file"
        }
    }

    /// Further facts by name.
    public var details: [String: String] {
        guard case .untrusted(let certificate) = self, let fingerprint = certificate.fingerprint else { return [:] }
        return ["fingerprint": fingerprint.description]
    }

    private static func advice(_ reason: UntrustedCertificate.Reason) -> String {
        switch reason {
        case .selfSigned, .unknownIssuer:
            ". Name its authority with --ca-file FILE, or, if its operator gave you this fingerprint, pin it with "
                + "--tls-fingerprint"
        case .otherHost: ". Use the name that the certificate is for"
        case .expired: ". Its operator has to renew it"
        case .notYetValid: ""
        case .otherFingerprint: ". Somebody may be in between; ask the operator for the right one"
        }
    }
}
