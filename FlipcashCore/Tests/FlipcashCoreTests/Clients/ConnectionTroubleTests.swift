import GRPCCore
import NIOCore
import NIOSSL
import Testing

@testable import FlipcashCore

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("Reasons for failed connections")
struct ConnectionTroubleTests {
    private let trouble = ConnectionTrouble(.https(host: "node", port: 443), trust: .system) { Instant(seconds: 0) }

    /// Returns the explanation of a call that failed with `message` because of `cause`.
    private func problem(_ cause: any Error, _ message: String = "channel isn't ready") -> ConnectionProblem? {
        let error = trouble.explained(RPCError(code: .unavailable, message: message, cause: cause))
        return (error as? RPCError)?.cause as? ConnectionProblem
    }

    @Test("A connection that broke after it was established, as at a restart of the node, is not a connection problem")
    func explained_connectionDropped_noProblem() {
        let causes: [any Error] = [NIOSSLError.uncleanShutdown, IOError(errnoCode: ECONNRESET, reason: "read")]
        let dropped = "The TCP connection was dropped unexpectedly."
        for cause in causes {
            #expect(problem(cause) != nil)
            #expect(problem(cause, dropped) == nil)
            #expect(problem(cause, "channel isn't ready " + dropped) == nil)
            #expect(problem(RPCError(code: .internalError, message: dropped, cause: cause)) == nil)
        }
    }

    private static let failedHandshake = NIOSSLError.handshakeFailed(.noError)
    private static let untrusted = ConnectionProblem.untrusted(
        UntrustedCertificate(address: "node:443", reason: .otherHost, fingerprint: nil))

    @Test("A certificate problem is reported until a handshake succeeds or fails for another reason")
    func explained_certificateFault_isForgotten() {
        let forgetting: [(ConnectionTrouble) -> Void] = [
            { $0.noteHandshake() }, { $0.note(Self.failedHandshake, certificate: nil) },
        ]
        for forget in forgetting {
            trouble.note(NIOSSLError.unableToValidateCertificate, certificate: nil)
            #expect(problem(Self.failedHandshake) == Self.untrusted)
            forget(trouble)
            #expect(problem(Self.failedHandshake) == .handshakeFailed("node:443"))
        }
    }

    @Test("Errors that a connection reports after a failed handshake do not hide the certificate problem")
    func note_laterErrors_keepFault() {
        trouble.note(NIOSSLError.unableToValidateCertificate, certificate: nil)
        for error in [NIOSSLError.uncleanShutdown, .shutdownFailed(.noError)] {
            trouble.note(error, certificate: nil)
        }
        #expect(problem(Self.failedHandshake) == Self.untrusted)
    }

    @Test("A connection that ends during the handshake, or before HTTP/2 begins, may be tried again")
    func explained_earlyEnd_isRetryable() {
        let ends: [NIOSSLError] = [.handshakeFailed(.sslError([.eofDuringHandshake])), .uncleanShutdown]
        for end in ends { #expect(problem(end) == .notAService("node:443")) }
    }
}
