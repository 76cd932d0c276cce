import SharedExpenses
import Testing

@testable import FlipcashNode

/// Every rule of shared expenses that a node applies to an operation refuses by its name, and changes nothing.
@Suite("Shared expenses: refusals")
struct SplitRefusalTests {
    /// Rules that no operation meets on a node.
    private static let elsewhere: Set<SplitFailure.Code> = [
        // Clients divide amounts, plan payments, page and import before they send anything.
        .zeroWeight, .noParticipants, .unknownMode, .percentSum, .negativeValue, .badValue, .badShare, .itemAmount,
        .itemUnassigned, .itemUnknownMember, .adjustmentsNotAllowed, .adjustmentsExceedTotal, .negativeShare,
        .adjustmentUnknownMember, .badRate, .unbalanced, .tooManyPeople, .cursorLoop, .snapshotUnstable, .notAnExport,
        .truncated, .badRow, .needsResolution, .badResolution,
        // A message with an unknown currency is refused before it becomes an operation.
        .unsupportedCurrency,
        // Only the look-up of members has this bound.
        .tooManyIDs,
        // Both people of a link have accounts, and an account's aliases make no chain.
        .accountNotFound, .aliasTooDeep,
    ]

    @Test("an operation that breaks a rule names it, and changes nothing that people see", arguments: SplitRefusal.all)
    func perform_brokenRule_namesItAndChangesNothing(_ refusal: SplitRefusal) async throws {
        var stage = try await SplitStage()
        let attempt = try refusal.prepare(&stage)
        let before = try stage.views()
        let result = try stage.send(attempt.change, by: attempt.person, later: attempt.later)
        #expect(result.detail == refusal.code.rawValue)
        #expect(result.code == refusal.code.result)
        #expect(result.contract == nil)
        // Answering an expired request marks it as expired, so the view changes.
        if case (.expired, .respondRequest) = (refusal.code, attempt.change) { return }
        #expect(try stage.views() == before)
    }

    @Test("this suite breaks every rule that a node applies")
    func all_codes_coverEveryRule() {
        let broken = Set(SplitRefusal.all.map(\.code))
        #expect(broken.isDisjoint(with: Self.elsewhere))
        #expect(Set(SplitFailure.Code.allCases).subtracting(Self.elsewhere).subtracting(broken) == [])
    }
}
