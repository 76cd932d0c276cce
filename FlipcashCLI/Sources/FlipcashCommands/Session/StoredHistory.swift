import FlipcashCore
import FlipcashWallet

/// The history as it is stored here. Reading it needs neither the service nor the account's key.
struct StoredHistory {
    let database: Database
    /// Reads the links of the account.
    let readLinks: () throws -> [ListedCashLink]

    /// The entries, newest first.
    func activities() throws -> [ActivityView] {
        let states = try linkStates()
        return try database.getActivities(limit: 100_000).map { view($0, states) }
    }

    /// One entry, by its id, the vault of a link, or the beginning of either; nil when it is not stored.
    ///
    /// - Throws: `CommandFailure` if several entries match.
    func activity(_ selector: String) throws -> ActivityView? {
        guard let activity = try stored(selector) else { return nil }
        return view(activity, try linkStates())
    }

    /// The failure for an id that no stored entry has, if the service is not asked.
    static func missing(_ selector: String) -> CommandFailure {
        let isWholeID = (try? IntentID(base58: selector)) != nil
        return CommandFailure(
            "not_found", .notFound,
            isWholeID
                ? "This id is not stored on this machine. Leave out --offline to ask the service."
                : "No entry of the history has this id. A payment that is not in the history needs its whole id. "
                    + "List ids with: flipcash history")
    }

    /// An entry of the history.
    ///
    /// - Throws: `CommandFailure` if several entries match.
    private func stored(_ selector: String) throws -> Activity? {
        if let id = try? IntentID(base58: selector), let activity = try database.getActivity(id: id) {
            return activity
        }
        if let vault = try? PublicKey(base58: selector),
            let activity = try database.getActivity(cashLinkVault: vault)
        {
            return activity
        }
        guard let prefix = IDPrefix(selector) else { return nil }
        let matching = try database.getActivities(limit: 100_000).filter { activity in
            prefix.matches(activity.id.base58) || activity.cashLink.map { prefix.matches($0.vault.base58) } ?? false
        }
        guard matching.count <= 1 else {
            throw CommandFailure.ambiguous(selector, "entries", ids: matching.map(\.id.base58))
        }
        return matching.first
    }

    /// The states of the account's links, by the ids of the payments that funded them.
    private func linkStates() throws -> [IntentID: LinkView.State] {
        Dictionary(try readLinks().map { ($0.id, LinkView.State($0)) }) { first, _ in first }
    }

    private func view(_ activity: Activity, _ states: [IntentID: LinkView.State]) -> ActivityView {
        let payment = activity.payment
        let link = activity.cashLink.map {
            ActivityView.CashLink(
                vault: $0.vault, canCancel: $0.canCancel && states[activity.id]?.isOver != true,
                state: states[activity.id] ?? .unknown)
        }
        let swap = activity.swap.map(view)
        let ownTitle = activity.kind == .swapped ? swap?.title : nil
        return ActivityView(
            id: activity.id, kind: activity.kind.name, state: ActivityView.State(activity.state),
            title: ownTitle ?? activity.title, sign: link?.state.isMoneyBack == true ? "" : activity.sign.text,
            amount: FiatAmount(code: payment.currencyCode, value: payment.nativeAmount, rate: 1),
            token: database.storedToken(payment.mint, quarks: payment.quarks), date: activity.date, cashLink: link,
            swap: swap, counterparty: activity.counterparty)
    }

    private func view(_ swap: Activity.Swap) -> ActivityView.Swap {
        let isDone = swap.state == .succeeded
        return ActivityView.Swap(
            from: database.storedToken(swap.from.mint, quarks: swap.from.quarks),
            to: database.storedToken(swap.toMint, quarks: isDone ? swap.to?.quarks ?? 0 : 0),
            received: isDone ? swap.to.map { FiatAmount(code: $0.currencyCode, value: $0.nativeAmount, rate: 1) } : nil,
            fee: FiatAmount(code: swap.feeCurrencyCode, value: swap.feeNativeAmount, rate: 1), state: swap.state)
    }
}

extension LinkView.State {
    /// Whether the link can no longer be collected.
    var isOver: Bool {
        switch self {
        case .claimed, .expired, .cancelled: true
        case .unclaimed, .unknown: false
        }
    }

    /// Whether the money went back to the person who made the link, so that nothing was spent.
    var isMoneyBack: Bool {
        switch self {
        case .expired, .cancelled: true
        case .unclaimed, .claimed, .unknown: false
        }
    }
}

extension Activity.Kind {
    /// The name in JSON (client specification §12.7).
    var name: String {
        switch self {
        case .unknown: "unknown"
        case .gave: "gave"
        case .received: "received"
        case .withdrew: "withdrew"
        case .cashLink: "cash_link"
        case .deposited: "deposited"
        case .paid: "paid"
        case .distributed: "distributed"
        case .bought: "bought"
        case .sold: "sold"
        case .swapped: "swapped"
        }
    }
}

extension Activity.Sign {
    fileprivate var text: String {
        switch self {
        case .plus: "+"
        case .minus: "-"
        case .none: ""
        }
    }
}

extension ActivityView.State {
    init(_ state: Activity.State) {
        switch state {
        case .unknown: self = .unknown
        case .pending: self = .pending
        case .completed: self = .completed
        }
    }
}
