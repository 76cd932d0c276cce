import GRPCCore
import Testing

@testable import FlipcashNode

/// The codes and texts are part of the wire contract.
@Suite("Statuses of the node's own errors")
struct FailureStatusTests {
    @Test(
        "Each authentication failure has its code and text",
        arguments: [
            (RequestAuthenticationFailure.missingKeyPair, RPCError(code: .invalidArgument, message: "missing keypair")),
            (.malformedKeyPair, RPCError(code: .invalidArgument, message: "invalid auth")),
            (.wrongSignature, RPCError(code: .unauthenticated, message: "")),
            (.unknownUser, RPCError(code: .permissionDenied, message: "permission denied")),
        ])
    func status_ofRequestAuthenticationFailure(failure: RequestAuthenticationFailure, status: RPCError) {
        #expect(RPCError(failure) == status)
    }

    @Test(
        "Each end of a stream has its code and text",
        arguments: [
            (StreamFailure.clientTooSlow, RPCError(code: .deadlineExceeded, message: "timeout receiving message")),
            (.wrongOpening, RPCError(code: .invalidArgument, message: "the first message must be a request")),
            (.missingOpening, RPCError(code: .invalidArgument, message: "a request is missing")),
            (.lifetimeReached, RPCError(code: .deadlineExceeded, message: "stream lifetime reached")),
            (.alreadyExists, RPCError(code: .aborted, message: "stream already exists")),
            (.unhealthy, RPCError(code: .aborted, message: "terminating unhealthy stream")),
            (.cancelled, RPCError(code: .cancelled, message: "the stream was cancelled")),
        ])
    func status_ofStreamFailure(failure: StreamFailure, status: RPCError) {
        #expect(RPCError(failure) == status)
    }
}
