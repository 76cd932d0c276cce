import FlipcashCore

/// A line of the history as it is shown.
struct ActivityView: Sendable {
    enum State: String, Sendable {
        case pending
        case completed
        case unknown
    }

    let id: IntentID
    let kind: String
    let state: State
    let title: String
    /// `+`, `-` or nothing.
    let sign: String
    let amount: FiatAmount
    let token: TokenView
    /// When it happened; nil if the service does not say.
    let date: Instant?
    let cashLink: CashLink?

    /// Details of a cash link that this person made.
    struct CashLink: Sendable {
        let vault: PublicKey
        let canCancel: Bool
        /// The state of the link.
        let state: LinkView.State
    }

    func document(_ money: MoneyText) -> OutputObject {
        var document = OutputObject(schema: "activity")
        document["id"] = .string(id.base58)
        document["kind"] = .string(kind)
        document["state"] = .string(state.rawValue)
        document["title"] = .string(DisplayText.sanitized(title))
        document["sign"] = .string(sign)
        document["amount"] = money.value(amount)
        document["token"] = token.value
        document["date"] = date.map { .string(TimeText.rfc3339($0)) }
        document["cash_link"] = cashLink.map {
            .fields([
                "vault": .string($0.vault.base58), "can_cancel": .boolean($0.canCancel),
                "state": .string($0.state.rawValue),
            ])
        }
        return document
    }

    var tone: Tone {
        switch sign {
        case "+": .positive
        case "-": .negative
        default: .plain
        }
    }
}

extension ActivityView {
    /// The names of the kinds (client specification §12.7).
    static let kinds = [
        "gave", "received", "withdrew", "cash_link", "deposited", "paid", "distributed", "bought", "sold", "swapped",
        "unknown",
    ]
}
