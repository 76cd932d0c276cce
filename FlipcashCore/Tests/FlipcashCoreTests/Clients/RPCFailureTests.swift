import FlipcashCore
import GRPCCore
import Testing

/// What the end of a call tells about what the server did.
@Suite("Failures of calls") struct RPCFailureTests {
    @Test("An answer that cannot be read is no refusal: what was asked for may have been done")
    func init_internalError_leavesTheOutcomeOpen() {
        // The code that the generated stubs give to such an answer.
        let unreadable = RPCFailure(RPCError(code: .internalError, message: "could not be read"))
        #expect(unreadable == .unknown(code: .internalError, reason: "could not be read"))
        for stage in [SubmissionProgress.Stage.actionsSent, .signaturesSent] {
            #expect(!SubmitIntentError.rpc(unreadable).isVerdict(after: stage))
        }
        let refusal = RPCFailure(RPCError(code: .invalidArgument, message: "no"))
        #expect(SubmitIntentError.rpc(refusal).isVerdict(after: .actionsSent))
    }
}
