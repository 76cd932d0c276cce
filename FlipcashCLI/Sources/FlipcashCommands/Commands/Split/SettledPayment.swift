import FlipcashCore
import SharedExpenses

/// A payment between people as it is shown.
struct SettledPayment: Sendable {
    var payment: SplitPayment
    /// The link to hand over; nil for other payments.
    let link: LinkView?
    /// The wallet's intent, in hexadecimal digits.
    let intent: String?
    /// Whether a step waits to be sent.
    let isQueued: Bool

    /// The wallet's intent as other commands show it.
    var intentText: String? { (intent ?? payment.intent).flatMap(IntentID.init(hexadecimal:))?.base58 }

    /// The failure for this payment when its outcome is not known: exit 10, with the ids of payment and intent.
    func unknown(reason: String, _ money: MoneyText) -> CommandFailure {
        var details = OutputObject()
        details["payment"] = .string(payment.id.text)
        details["id"] = intentText.map(OutputValue.string)
        let ids = [payment.id.text, intentText].compactMap { $0 }.joined(separator: ", intent ")
        return CommandFailure(
            "pending", .outcomeUnknown,
            "\(reason) Do not repeat it: it is looked up by flipcash split sync. Payment \(ids).",
            details: details, pending: document(money, state: SplitPayment.State.submitted.rawValue))
    }

    /// - Parameter state: `planned` for a dry run.
    func document(_ money: MoneyText, state: String? = nil) -> OutputObject {
        var document = OutputObject(schema: "split_payment")
        document["id"] = .string(payment.id.text)
        document["state"] = .string(state ?? payment.state.rawValue)
        document["method"] = .string(payment.method.word)
        document["from"] = .string(payment.from.text)
        document["to"] = .string(payment.to.text)
        document["amount"] = money.value(payment.amount)
        document["group"] = payment.groupID.map { .string($0.text) }
        document["settles"] = .array(payment.settles.map { .string($0.text) })
        document["intent"] = intentText.map(OutputValue.string)
        document["link"] = link?.url.map(OutputValue.string)
        document["reverses"] = payment.reverses.map { .string($0.text) }
        document["verified"] = .boolean(payment.isVerified)
        document["queued"] = .boolean(isQueued)
        if let rate = payment.rate {
            document["rate"] = .fields([
                "currency": .string(rate.currency.code), "base": .string(rate.base.code), "value": .string(rate.value),
                "source": .string(rate.source), "at": .string(TimeText.rfc3339(rate.at.instant)),
            ])
        }
        return document
    }
}

extension SplitPayment.Method {
    /// The word of output.
    var word: String {
        switch self {
        case .cash: "cash"
        case .external: "external"
        case .direct: "direct"
        case .cashLink: "cash_link"
        }
    }
}
