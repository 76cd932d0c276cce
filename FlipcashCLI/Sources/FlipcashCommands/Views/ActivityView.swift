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
    /// Both sides of a swap; nil for other kinds.
    var swap: Swap?
    /// The other party; nil if the service does not name one.
    var counterparty: Activity.Counterparty?

    /// Details of a swap.
    struct Swap: Sendable {
        let from: TokenView
        /// What arrived. Its quarks are zero until the swap has ended well.
        let to: TokenView
        /// The value of what arrived; nil until the swap has ended well.
        let received: FiatAmount?
        let fee: FiatAmount
        let state: Activity.SwapState

        /// The title of the entry (client specification §5.6).
        var title: String { "\(from.displayName) → \(to.displayName)" }
    }

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
        document["swap"] = swap.map { $0.value(money) }
        document["counterparty"] = counterparty.map(\.value)
        return document
    }

    /// The state for people: empty when all went well.
    var remark: String {
        if swap?.state == .failed { return "failed" }
        return state == .completed ? "" : state.rawValue
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

extension ActivityView {
    /// Whether the token, or either side of the swap, is the one that an argument names.
    func isAbout(_ argument: TokenArgument) -> Bool {
        token.answers(to: argument) || swap?.to.answers(to: argument) == true
    }
}

extension ActivityView.Swap {
    /// The swap's lines for people.
    func facts(_ money: MoneyText) -> [(String, String)] {
        var facts: [(String, String)] = []
        if let received { facts.append(("Received", money.text(received, of: to))) }
        facts.append(("Fee", money.text(fee)))
        facts.append(("Swap", state.name))
        return facts
    }

    fileprivate func value(_ money: MoneyText) -> OutputValue {
        .fields([
            "from": from.value, "to": to.quarks > 0 ? to.value : to.identity, "received": received.map(money.value),
            "fee": money.value(fee), "state": .string(state.name),
        ])
    }
}

extension Activity.Counterparty {
    fileprivate var value: OutputValue {
        switch self {
        case .user(let id): .fields(["user_id": .string(id.text)])
        case .phone(let number): .fields(["phone": .string(DisplayText.sanitized(number))])
        }
    }
}

extension Activity.SwapState {
    /// The name in JSON and CSV.
    var name: String {
        switch self {
        case .unknown: "unknown"
        case .pending: "pending"
        case .succeeded: "succeeded"
        case .failed: "failed"
        case .none: "none"
        }
    }
}
