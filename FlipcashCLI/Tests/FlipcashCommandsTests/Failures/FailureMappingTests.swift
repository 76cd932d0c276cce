import FlipcashCore
import FlipcashNode
import FlipcashWallet
import Foundation
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

    @Test("The numbers are those of the specification")
    func rawValue_statuses_areFixed() {
        #expect(
            ExitStatus.allCases.map(\.rawValue) == [
                0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 64, 65, 66, 73, 74, 78, 130, 143,
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

    @Test("A shortfall is told as an amount")
    func describing_insufficientBalance_hasShortfall() throws {
        let missing = try ExchangedFiat(nativeAmount: ViewSamples.usd("2.5"), rate: .oneToOne)
        let failure = CommandFailure(describing: SessionError.insufficientBalance(shortfall: missing))
        #expect(failure.status == .notPossible)
        #expect(failure.code == "short")
        #expect(
            failure.document.text.contains(
                #""details":{"shortfall":{"currency":"usd","value":"2.50","formatted":"$2.50"}}"#))
    }

    @Test("A cancelled task is a clean stop")
    func describing_cancellation_isDeclined() {
        #expect(CommandFailure(describing: CancellationError()).status == .declined)
    }

    @Test("A node's failures say what to do and end as what they are")
    func describing_nodeErrors_areMapped() {
        #expect(CommandFailure(describing: NodeError.folderInUse(path: "/x")).status == .conflict)
        #expect(CommandFailure(describing: NodeError.notRunning(path: "/x")).status == .network)
        #expect(CommandFailure(describing: StoreError.notADatabase(path: "/x")).status == .inputOutput)
        #expect(
            CommandFailure(describing: StoreError.newerSchema(path: "/x", found: 9, supported: 1)).status
                == .configuration)
    }

    @Test("An unforeseen error exits 1 and stays harmless on a terminal")
    func describing_unknown_isUnexpected() {
        struct Odd: Error, CustomStringConvertible { let description = "bad\u{1B}[2J" }
        let failure = CommandFailure(describing: Odd())
        #expect(failure.status == .unexpected)
        #expect(!failure.message.contains("\u{1B}"))
    }
}
