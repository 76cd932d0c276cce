import FlipcashCore
import GRPCCore
import Testing

/// What a failed call says about its effect on the server.
@Suite("Failures of calls") struct RPCFailureTests {
    @Test("A transport's own error in a cancelled call is a cancellation; a status of the server stays what it is")
    func init_cancelledTask_isCancelled() async {
        let transport = RPCError(code: .unknown, message: "The transport threw an unexpected error.")
        let server = RPCError(code: .internalError, message: "broken")
        #expect(RPCFailure(transport) == .unknown(code: .unknown, reason: transport.message))
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return [RPCFailure(transport), RPCFailure(server)]
        }
        #expect(await call.value == [.cancelled, .unknown(code: .internalError, reason: "broken")])
    }

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
