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
