import FlipcashCore
import GRPCCore
import Testing

@testable import FlipcashWallet

@Suite("Reports of failed calls") struct FailureReportTests {
    private static func untrusted(_ reason: UntrustedCertificate.Reason) -> ConnectionProblem {
        .untrusted(UntrustedCertificate(address: "example.org:443", reason: reason, fingerprint: nil))
    }

    @Test("A failed call is reported alike whether or not its task is named")
    func report_eachFailure_agreesWithTheOneThatNamesTheTask() {
        let failures: [RPCFailure] = [
            .transportFailure(code: .unavailable), .unreachable(.refused("example.org:443")),
            .unreachable(Self.untrusted(.selfSigned)), .cancelled, .rejected(code: .notFound, reason: "no"),
            .unknown(code: .internalError, reason: "no"),
        ]
        for failure in failures {
            let (report, ofTask) = (failure.report, failure.walletReport(doing: "ask"))
            #expect(report.code == ofTask.code && report.kind == ofTask.kind && report.details == ofTask.details)
            #expect(report.isRetryable == failure.isRetryable && ofTask.isRetryable == failure.isRetryable)
            #expect(report.advice == ofTask.advice)
        }
    }

    @Test("A call that changes something may have been done if no answer came")
    func walletReport_changeWithoutAnswer_saysThatItMayHaveBeenDone() {
        let unanswered: [RPCFailure] = [
            .transportFailure(code: .deadlineExceeded), .cancelled, .unknown(code: .internalError, reason: ""),
        ]
        for failure in unanswered {
            let message = failure.walletReport(doing: "register", changes: true).message
            #expect(message.hasSuffix("It may have been done. Check, then try again."))
            #expect(!message.lowercased().contains("nothing was submitted"))
        }
        let unsent = RPCFailure.unreachable(.refused("example.org:443")).walletReport(doing: "register", changes: true)
        #expect(unsent.message.hasSuffix("Nothing was submitted."))
    }

    @Test("An account or a currency whose creation got no answer may exist")
    func report_creationWithoutAnswer_saysThatItMayHaveBeenDone() {
        let lost = RPCFailure.transportFailure(code: .deadlineExceeded)
        let failures: [any WalletFailure] = [
            AuthenticationFailure.register(.rpc(lost)), AuthenticationFailure.openAccount(.rpc(lost)),
            SessionError.openAccount(.rpc(lost)), SwapFailure.launch(.rpc(lost)),
        ]
        for failure in failures { #expect(failure.report.message.contains("It may have been done")) }
    }

    @Test("A call that fails after cash was asked for is retryable, and the message says that the cash may arrive")
    func report_cashAskedFor_saysThatItMayArrive() {
        let lost = RPCFailure.transportFailure(code: .deadlineExceeded)
        for failure in [ScanCashFailure.message(.rpc(lost)), .metadata(.rpc(lost))] {
            let report = failure.report
            #expect(report.code == .network && report.kind == .network && report.isRetryable)
            #expect(
                report.message == "The cash was asked for, and the service did not answer. If the sender pays, it "
                    + "appears in your balance. Check the balance, then try again.")
        }
        let refused = ScanCashFailure.metadata(.rpc(.rejected(code: .invalidArgument, reason: "no"))).report
        #expect(refused.kind == .refused && !refused.isRetryable && refused.message.contains("If the sender pays"))
        let unsent = ScanCashFailure.message(.rpc(.rejected(code: .invalidArgument, reason: "no"))).report
        #expect(unsent.kind == .refused && !unsent.message.contains("was asked for"))
    }

    @Test("A scan that is stopped while it asks for the cash is reported like one that is stopped later")
    func report_requestCancelled_isStopped() {
        #expect(ScanCashFailure.message(.rpc(.cancelled)).report == ScanCashFailure.stopped.report)
    }

    @Test("An empty reason of the service leaves no gap in the message")
    func report_emptyReason_isLeftOut() {
        let refused = RPCFailure.rejected(code: .notFound, reason: "").report
        #expect(refused.message == "The service refused the request. Ask its operator why.")
        let failed = RPCFailure.unknown(code: .internalError, reason: "").report
        #expect(failed.message == "The service failed. Try again later.")
    }

    @Test("A problem with the connection carries advice that fits it")
    func advice_connectionProblem_fits() {
        #expect(ConnectionProblem.noAnswer("example.org:443").advice == .checkEndpoint)
        #expect(ConnectionProblem.unusableAuthorities("/x").advice == .chooseAuthorities)
        #expect(Self.untrusted(.unknownIssuer).advice == .trustCertificate)
        #expect(Self.untrusted(.otherHost).advice == .useCertificateName)
        #expect(Self.untrusted(.otherFingerprint).advice == .askForFingerprint)
    }
}
