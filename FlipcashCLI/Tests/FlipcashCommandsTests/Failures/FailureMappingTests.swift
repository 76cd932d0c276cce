import FlipcashCore
import FlipcashNode
import FlipcashWallet
import Foundation
import GRPCCore
import Testing

@testable import FlipcashCommands

@Suite struct FailureMappingTests {
    @Test(
        "Each class of wallet failures has one exit status",
        arguments: zip(
            FailureKind.allCases,
            [
                ExitStatus.unexpected, .declined, .notFound, .locked, .notPossible, .refused, .rateUnavailable,
                .network,
                .conflict, .outcomeUnknown, .unusableHere, .badInput, .cannotRead, .cannotCreate, .inputOutput,
                .configuration,
            ]))
    func status_kind_isFixed(kind: FailureKind, status: ExitStatus) {
        #expect(ExitStatus(kind) == status)
    }

    @Test("The numbers are those of client specification §12.6")
    func rawValue_statuses_areFixed() {
        #expect(
            ExitStatus.allCases.map(\.rawValue) == [
                0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 20, 64, 65, 66, 73, 74, 78, 130, 143,
            ])
    }

    @Test("An unknown outcome exits 10, names the id, and carries the pending object")
    func describing_outcomeUnknown_hasPendingObject() throws {
        let id = IntentID(raw: PublicKey(repeating: 9).raw)
        let failure = CommandFailure(describing: SubmissionFailure.outcomeUnknown(id))
        #expect(failure.status == .outcomeUnknown)
        #expect(failure.message.contains("flipcash history show \(id.base58)"))
        #expect(failure.pending?.text == #"{"schema":"flipcash.transfer/1","id":"\#(id.base58)","state":"pending"}"#)
    }

    @Test("A shortfall is reported as an amount")
    func describing_insufficientBalance_hasShortfall() throws {
        let missing = try ExchangedFiat(nativeAmount: ViewSamples.usd("2.5"), rate: .oneToOne)
        let failure = CommandFailure(describing: SessionError.insufficientBalance(shortfall: missing))
        #expect(failure.status == .notPossible)
        #expect(failure.code == "short")
        #expect(
            failure.document.text.contains(
                #""details":{"shortfall":{"currency":"usd","value":"2.50","formatted":"$2.50"}}"#))
    }

    @Test("The name of a missing file is sanitized")
    func noFile_controlCharacters_areRemoved() {
        let message = CommandFailure.noFile("/tmp/\u{1B}[2Jwords\r").message
        #expect(message.contains("words") && !message.contains("\u{1B}") && !message.contains("\r"))
    }

    @Test("A cancelled task is a clean stop")
    func describing_cancellation_isDeclined() {
        #expect(CommandFailure(describing: CancellationError()).status == .declined)
    }

    @Test("A node's failures say what to do and have their own exit statuses")
    func describing_nodeErrors_areMapped() {
        #expect(CommandFailure(describing: NodeError.folderInUse(path: "/x")).status == .conflict)
        #expect(CommandFailure(describing: NodeError.notRunning(path: "/x")).status == .network)
        #expect(CommandFailure(describing: StoreError.notADatabase(path: "/x")).status == .inputOutput)
        #expect(
            CommandFailure(describing: StoreError.newerSchema(path: "/x", found: 9, supported: 1)).status
                == .configuration)
    }

    @Test("An unexpected error exits 1 and is sanitized")
    func describing_unknown_isUnexpected() {
        struct Odd: Error, CustomStringConvertible { let description = "bad\u{1B}[2J" }
        let failure = CommandFailure(describing: Odd())
        #expect(failure.status == .unexpected)
        #expect(!failure.message.contains("\u{1B}"))
    }

    @Test("A link that may have been taken back has its vault in the pending object")
    func describing_unclearVoid_hasPendingLink() {
        let vault = PublicKey(repeating: 7)
        let failure = CommandFailure(describing: CashLinkFailure.voidUnclear(vault: vault))
        #expect(failure.status == .outcomeUnknown)
        #expect(failure.pending?.text == #"{"schema":"flipcash.link/1","vault":"\#(vault.base58)","state":"unknown"}"#)
        #expect(failure.document.text.contains(#""details":{"vault":"\#(vault.base58)"}"#))
    }

    @Test("A payment that is not known yet exits 10; an unknown payment exits 3")
    func describing_lookUp_tellsNotYetFromNever() {
        let id = IntentID(raw: PublicKey(repeating: 9).raw)
        let notYet = CommandFailure(describing: PaymentLookUpFailure.notYetKnown(id))
        #expect(notYet.status == .outcomeUnknown && notYet.pending != nil)
        let elsewhere = CommandFailure(describing: PaymentLookUpFailure.submittedElsewhere(id))
        #expect(elsewhere.status == .outcomeUnknown && elsewhere.pending != nil)
        let never = CommandFailure(describing: IntentMetadataError.notFound)
        #expect(
            never.status == .notFound
                && never.message == "The service has no payment with this id. List ids with: flipcash history")
    }

    @Test("Text from a server is sanitized for the terminal and the error object")
    func describing_serverText_isHarmless() {
        let text = "no\u{1B}[2J\u{202E}\nError: all is well"
        let failures: [any Error] = [
            SubmissionFailure.refused(.denied(reasons: [text])),
            SubmissionFailure.refused(.staleState(reasons: ["", text])),
            CashLinkFailure.other(text), HistoryFailure.other(text),
        ]
        for error in failures {
            let failure = CommandFailure(describing: error)
            #expect(failure.message.contains("no[2JError: all is well"), "\(failure.message)")
            #expect(!failure.message.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        }
        var details = OutputObject()
        details["reason"] = .array([.string(text)])
        let failure = CommandFailure("refused", .refused, "a\nb\u{1B}", details: details)
        #expect(failure.message == "a\nb")
        #expect(failure.details["reason"] == .array([.string("no[2JError: all is well")]))
    }

    @Test(
        "Links that were made before one failed are reported, and the failure is not retryable",
        arguments: [
            (CommandFailure("short", .notPossible, "You are $1.00 short."), ExitStatus.notPossible),
            (CommandFailure("network", .network, "Nothing was submitted.", isRetryable: true), .unexpected),
            (CommandFailure("rate_unavailable", .rateUnavailable, "No rate.", isRetryable: true), .unexpected),
            (CommandFailure("rate_expired", .rateUnavailable, "The quote has expired."), .unexpected),
            (CommandFailure.stopped, .declined),
            (CommandFailure("busy", .conflict, "Busy.", isRetryable: true), .conflict),
        ])
    func partialLinks_failure_handsOverWhatWasMade(cause: CommandFailure, status: ExitStatus) {
        var document = OutputObject(schema: "links")
        document["links"] = .array([.string("one"), .string("two")])
        let failure = PartialLinks(made: 2, wanted: 3, document: document, cause: cause).failure
        #expect(failure.status == status && failure.code == "partial" && !failure.isRetryable)
        #expect(failure.message.hasPrefix("2 of 3 links made.") && !failure.message.contains("Nothing was submitted"))
        #expect(failure.details["made"] == .integer(2) && failure.details["cause"] == .string(cause.code))
        let harness = PrinterHarness(mode: .json)
        harness.printer.failure(failure)
        #expect(harness.output.text == document.text + "\n")
    }

    /// The failure of a command whose time was up after it had made two of three links.
    private var timedOut: CommandFailure {
        var document = OutputObject(schema: "links")
        document["links"] = .array([.string("one"), .string("two")])
        return PartialLinks(made: 2, wanted: 3, document: document, cause: .stopped).failure
            .timedOut(after: .seconds(9))
    }

    @Test("A command whose time is up after it has paid exits 10 and is not retryable")
    func timedOut_paidBefore_isNotRetryable() {
        #expect(timedOut.status == .outcomeUnknown && timedOut.code == "timeout" && !timedOut.isRetryable)
    }

    @Test("A command whose time is up after it has paid keeps its details")
    func timedOut_paidBefore_keepsDetails() {
        #expect(timedOut.details["made"] == .integer(2) && timedOut.details["wanted"] == .integer(3))
    }

    @Test("A command whose time is up after it has paid prints the links that are paid")
    func timedOut_paidBefore_keepsLinks() {
        #expect(timedOut.pending?.text == #"{"schema":"flipcash.links/1","links":["one","two"]}"#)
    }

    @Test("A command whose time is up after it has received cash prints what it received")
    func timedOut_receivedBefore_keepsWhatCame() {
        let received = OutputObject(schema: "grabbed")
        let failure = CommandFailure("cancelled", .declined, "Stopped. 1 of 2 collected.")
            .afterEffect(received).timedOut(after: .seconds(9))
        #expect(failure.status == .outcomeUnknown && failure.pending == received)
        #expect(failure.message == "The command did not finish within 9 s. Stopped. 1 of 2 collected.")
    }

    @Test("A command whose time is up after it has asked for cash does not say that nothing was submitted")
    func timedOut_cashAskedFor_saysThatItMayArrive() {
        let failure = CommandFailure(describing: ScanCashFailure.stopped).timedOut(after: .seconds(9))
        #expect(failure.status == .network && failure.message.contains("If the sender still pays"))
        #expect(!failure.message.contains("Nothing was submitted"))
    }

    @Test("A command whose time is up before it has done anything says so")
    func timedOut_nothingDone_saysSo() {
        let failure = CommandFailure.stopped.timedOut(after: .seconds(9))
        #expect(failure.message == "The command did not finish within 9 s. Nothing was submitted.")
    }

    @Test("An error of a call that the wallet did not convert is unexpected, unless its code says more")
    func describing_unconvertedRPCError_isUnexpected() {
        let odd = CommandFailure(describing: RPCError(code: .internalError, message: "odd"))
        #expect(odd.status == .unexpected && odd.isRetryable && odd.message.contains("odd"))
        #expect(CommandFailure(describing: RPCError(code: .unavailable, message: "")).status == .network)
        #expect(CommandFailure(describing: RPCError(code: .notFound, message: "")).status == .refused)
    }

    @Test("A link with an unknown outcome is printed beside the links that were made")
    func partialLinks_unknownOutcome_keepsBoth() {
        let id = IntentID(raw: PublicKey(repeating: 9).raw)
        let cause = CommandFailure(describing: SubmissionFailure.outcomeUnknown(id))
        var document = OutputObject(schema: "links")
        document["links"] = .array([])
        let failure = PartialLinks(made: 1, wanted: 2, document: document, cause: cause).failure
        #expect(failure.status == .outcomeUnknown)
        #expect(failure.pending?["pending"] == cause.pending.map(OutputValue.object))
        #expect(failure.message.contains("flipcash history show \(id.base58)"))
        let printed = PartialLinks(made: 1, wanted: 2, document: nil, cause: cause).failure
        #expect(printed.pending == cause.pending)
    }
}
