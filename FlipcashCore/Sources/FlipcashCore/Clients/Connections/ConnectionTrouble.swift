import GRPCCore
import NIOCore
import NIOSSL
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Records why connections to one endpoint failed, and adds the reason to the errors of calls.
final class ConnectionTrouble: Sendable {
    private let address: String
    private let host: String
    /// Whether the trusted certificate is given by its fingerprint, so that no other rule applies to it.
    private let isPinned: Bool
    private let now: @Sendable () -> Instant
    private let certificate = Mutex<UntrustedCertificate?>(nil)

    /// The start of the transport's message about a broken connection, which combines the messages of several statuses.
    private static let connectionDropped = "The TCP connection was dropped"

    init(_ endpoint: ServiceEndpoint, trust: ServerTrust, now: @escaping @Sendable () -> Instant) {
        switch endpoint {
        case .https(let host, let port), .http(let host, let port):
            address = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
            self.host = host
        case .unix(let path): (address, host) = (path, path)
        }
        switch trust {
        case .system, .authorities: isPinned = false
        case .certificate: isPinned = true
        }
        self.now = now
    }

    /// Records a failed handshake and the certificate that the service sent.
    ///
    /// A handshake that failed for another reason clears the record. Other errors are ignored: a connection reports
    /// some of them after its handshake has failed.
    func note(_ error: any Error, certificate shown: NIOSSLCertificate?) {
        guard !isPinned else { return }
        let fault = reason(error, shown)
        guard fault != nil || Self.isFailedHandshake(error) else { return }
        let bytes = try? shown?.toDERBytes()
        let untrusted = fault.map { fault in
            UntrustedCertificate(
                address: address, reason: fault, fingerprint: bytes.map(CertificateFingerprint.init(ofCertificate:)))
        }
        certificate.withLock { $0 = untrusted }
    }

    /// Clears the record after a successful handshake: the certificate is trusted now.
    func noteHandshake() { certificate.withLock { $0 = nil } }

    /// Records that the service's certificate does not have the expected fingerprint.
    func noteOtherFingerprint(_ fingerprint: CertificateFingerprint?) {
        let untrusted = UntrustedCertificate(
            address: address, reason: .otherFingerprint, fingerprint: fingerprint)
        certificate.withLock { $0 = untrusted }
    }

    /// Returns `error` with the reason of the connection failure as its cause, if the reason is known.
    func explained(_ error: any Error) -> any Error {
        guard let status = error as? RPCError, status.code == .unavailable || status.code == .deadlineExceeded,
            let problem = problem(behind: status)
        else { return error }
        return RPCError(code: status.code, message: status.message, metadata: status.metadata, cause: problem)
    }

    private static func isFailedHandshake(_ error: any Error) -> Bool {
        if case .some(.handshakeFailed) = error as? NIOSSLError { return true }
        return false
    }

    /// Whether the connection ended during the TLS handshake or soon after it, as when the service stops; a retry may
    /// succeed.
    private static func isEarlyEnd(_ error: any Error) -> Bool {
        guard let error = error as? NIOSSLError else { return false }
        if case .handshakeFailed(.sslError(let reasons)) = error { return reasons.contains(.eofDuringHandshake) }
        return error == .uncleanShutdown
    }

    private func reason(_ error: any Error, _ shown: NIOSSLCertificate?) -> UntrustedCertificate.Reason? {
        if let error = error as? NIOSSLExtraError {
            return error == .failedToValidateHostname || error == .serverHostnameImpossibleToMatch ? .otherHost : nil
        }
        guard let error = error as? NIOSSLError else { return nil }
        switch error {
        case .unableToValidateCertificate, .noCertificateToValidate, .cannotFindPeerIP: return .otherHost
        case .handshakeFailed(let cause):
            guard "\(cause)".contains("CERTIFICATE_VERIFY_FAILED") else { return nil }
            return shown.map(reason) ?? .unknownIssuer
        case .writeDuringTLSShutdown, .unableToAllocateBoringSSLObject, .noSuchFilesystemObject,
            .failedToLoadCertificate, .failedToLoadPrivateKey, .shutdownFailed, .cannotMatchULabel,
            .readInInvalidTLSState, .uncleanShutdown:
            return nil
        @unknown default: return nil
        }
    }

    /// Returns why a certificate failed verification.
    private func reason(_ shown: NIOSSLCertificate) -> UntrustedCertificate.Reason {
        let now = now()
        let start = Instant(seconds: Int64(shown.notValidBefore))
        let end = Instant(seconds: Int64(shown.notValidAfter))
        if now > end { return .expired(end) }
        if now < start { return .notYetValid(start) }
        let names = (try? shown.toDERBytes()).flatMap(CertificateNames.init(certificate:))
        return names.map { $0.issuer == $0.subject ? .selfSigned : .unknownIssuer } ?? .unknownIssuer
    }

    private func problem(behind error: RPCError) -> ConnectionProblem? {
        var cause: (any Error)? = error
        while let current = cause {
            // The connection was established and then broke. The cause does not apply to the next connection.
            if let status = current as? RPCError, status.message.contains(Self.connectionDropped) { return nil }
            if let problem = problem(current) { return problem }
            cause = (current as? RPCError)?.cause ?? (current as? RuntimeError)?.cause
        }
        return nil
    }

    private func problem(_ error: any Error) -> ConnectionProblem? {
        switch error {
        case let error as ConnectionProblem: return error
        case let error as IOError: return problem(errno: error.errnoCode)
        case let error as ChannelError:
            if case .connectTimeout = error { return .noAnswer(address) }
            return nil
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            return untrusted ?? (Self.isEarlyEnd(error) ? .notAService(address) : .handshakeFailed(address))
        case let error as RPCError:
            if error.message.hasPrefix("Couldn't resolve address") { return .nameNotFound(host) }
            // The transport reports this only in the text of its message.
            let isClosedEarly = error.message.contains("before completing the HTTP/2 connection preface")
            return isClosedEarly && error.cause == nil ? untrusted ?? .notAService(address) : nil
        default: return nil
        }
    }

    private var untrusted: ConnectionProblem? { certificate.withLock { $0 }.map(ConnectionProblem.untrusted) }

    private func problem(errno code: CInt) -> ConnectionProblem? {
        switch code {
        case ECONNREFUSED, ENOENT: .refused(address)
        case ETIMEDOUT, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN: .noAnswer(address)
        case ECONNRESET, EPIPE: .notAService(address)
        default: nil
        }
    }
}
