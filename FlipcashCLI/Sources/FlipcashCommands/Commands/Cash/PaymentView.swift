import FlipcashCore
import FlipcashWallet

/// A payment to an address as it is shown.
struct PaymentView: Sendable {
    /// What was agreed to.
    let plan: SpendingPlan
    let id: IntentID
    /// `done`, or `pending` if the outcome is unknown.
    var state = "done"

    func document(_ money: MoneyText) -> OutputObject {
        // The figures were shown before, so that they can be computed.
        var document = (try? plan.document(money)) ?? OutputObject(schema: "transfer")
        document["state"] = .string(state)
        document["id"] = .string(id.base58)
        return document
    }

    func print(to printer: Printer, _ money: MoneyText) {
        let amount = money.text(plan.cash.amount, of: plan.cash.token)
        switch plan.form {
        case .person(let person): printer.line("Sent \(amount) to \(person.address.base58)", .negative)
        case .withdrawal(let terms):
            printer.line("Withdrew \(amount) to \(terms.destination.address.base58)", .negative)
            if terms.quote.fee.quarks > 0 { printer.line("Fee \(money.text(terms.quote.displayedFee))", .secondary) }
        case .bill, .links: break
        }
        printer.line("Id \(id.base58)", .secondary)
    }
}
