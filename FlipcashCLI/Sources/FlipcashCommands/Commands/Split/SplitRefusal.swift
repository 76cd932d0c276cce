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
        var sentence = refused.sentence(by: overview.account)
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

extension RefusedOperation {
    /// Why the service refused it, in a sentence for people.
    func sentence(by account: AccountID) -> String {
        guard let rule = SplitFailure.Code(rawValue: detail) else { return "The service refused the change." }
        guard rule == .malformed else { return SplitFailure(rule).sentence }
        let place = operation.invalidField(by: account).map { ": \($0) is not valid" } ?? ""
        return "The service does not accept the form of the change\(place). Drop it and make it again."
    }
}
