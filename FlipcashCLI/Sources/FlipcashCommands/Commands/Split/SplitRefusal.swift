import FlipcashCore
import SharedExpenses

extension CommandFailure {
    /// The failure for a rule that is broken, with the names of people instead of their ids.
    init(split error: SplitFailure, in overview: SplitOverview) {
        var details = error.details
        if case .text(let member)? = details["member"], member.utf8.count == 36 {
            details["member"] = .text(overview.name(of: MemberID(member)))
        }
        self.init(split: SplitFailure(error.code, details))
    }

    /// The failure for a change that the service refused.
    init(refused: RefusedOperation, in overview: SplitOverview) {
        let rule = SplitFailure.Code(rawValue: refused.detail)
        var sentence = rule.map { SplitFailure($0).sentence } ?? "The service refused the change."
        if case .putExpense = refused.operation.change {
            // A command at the end of a sentence has no full stop.
            sentence += sentence.hasSuffix(".") ? " " : "\n"
            sentence += "Your input is kept: flipcash split add --from-draft"
        }
        var details = OutputObject()
        details["operation"] = .string(refused.operation.id.text)
        self.init(rule?.rawValue ?? "refused", refused.code.status, sentence, details: details)
    }
}
