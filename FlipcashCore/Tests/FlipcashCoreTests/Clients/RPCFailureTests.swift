import FlipcashCore
import GRPCCore
import Testing

/// What a failed call says about its effect on the server.
@Suite("Failures of calls") struct RPCFailureTests {
    @Test("An unreadable answer is not a rejection: the server may have executed the request")
    func init_internalError_leavesTheOutcomeOpen() {
        // The code that the generated stubs use for such an answer.
        let unreadable = RPCFailure(RPCError(code: .internalError, message: "could not be read"))
        #expect(unreadable == .unknown(code: .internalError, reason: "could not be read"))
        for stage in [SubmissionProgress.Stage.actionsSent, .signaturesSent] {
            #expect(!SubmitIntentError.rpc(unreadable).isVerdict(after: stage))
        }
        let refusal = RPCFailure(RPCError(code: .invalidArgument, message: "no"))
        #expect(SubmitIntentError.rpc(refusal).isVerdict(after: .actionsSent))
    }
}
