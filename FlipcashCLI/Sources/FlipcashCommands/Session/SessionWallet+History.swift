import FlipcashCore
import FlipcashWallet

extension SessionWallet {
    func history(syncs: Bool) async throws -> [ActivityView] {
        if syncs { try await synchronize() }
        let states = try linkStates()
        return try session.database.getActivities(limit: 100_000).map { view($0, states) }
    }

    func activity(_ selector: String) async throws -> FoundActivity {
        // The payments service knows every payment by its whole id, whether the history answers or not.
        let gap = try await syncFailure()
        if let activity = try stored(selector) {
            return FoundActivity(activity: view(activity, try linkStates()), isCurrent: gap == nil)
        }
        guard let id = try? IntentID(base58: selector) else {
            if let gap { throw gap }
            throw CommandFailure(
                "not_found", .notFound,
                "No entry of the history has this id. A payment that is not in the history needs its whole id.")
        }
        guard !isOffline else {
            throw CommandFailure(
                "not_found", .notFound, "This id is not stored here. Ask the service without --offline.")
        }
        return FoundActivity(activity: await view(try await session.lookUpPayment(id)), isCurrent: true)
    }

    /// Why the history could not be brought up to date; nil if it was.
    ///
    /// - Throws: `PinFailure`, since another node must not be mistaken for one that is down; `CancellationError`.
    private func syncFailure() async throws -> (any Error)? {
        do {
            try await synchronize()
            return nil
        } catch let failure as PinFailure {
            throw failure
        } catch {
            try Task.checkCancellation()
            return error
        }
    }

    /// An entry of the stored history.
    ///
    /// - Throws: `CommandFailure` when several entries are named.
    private func stored(_ selector: String) throws -> Activity? {
        if let id = try? IntentID(base58: selector), let activity = try session.database.getActivity(id: id) {
            return activity
        }
        if let vault = try? PublicKey(base58: selector),
            let activity = try session.database.getActivity(cashLinkVault: vault)
        {
            return activity
        }
        guard let prefix = IDPrefix(selector) else { return nil }
        let matching = try session.database.getActivities(limit: 100_000).filter { activity in
            prefix.matches(activity.id.base58) || activity.cashLink.map { prefix.matches($0.vault.base58) } ?? false
        }
        guard matching.count <= 1 else {
            throw CommandFailure.ambiguous(selector, "entries", ids: matching.map(\.id.base58))
        }
        return matching.first
    }

    /// Where the links of this account stand, by the ids of the payments that funded them.
    private func linkStates() throws -> [IntentID: LinkView.State] {
        Dictionary(try session.cashLinks().map { ($0.id, LinkView.State($0)) }) { first, _ in first }
    }

    private func view(_ activity: Activity, _ states: [IntentID: LinkView.State]) -> ActivityView {
        let payment = activity.payment
        let link = activity.cashLink.map {
            ActivityView.CashLink(
                vault: $0.vault, canCancel: $0.canCancel && states[activity.id]?.isOver != true,
                state: states[activity.id] ?? .unknown)
        }
        return ActivityView(
            id: activity.id, kind: activity.kind.name, state: ActivityView.State(activity.state),
            title: activity.title, sign: link?.state.isMoneyBack == true ? "" : activity.sign.text,
            amount: FiatAmount(code: payment.currencyCode, value: payment.nativeAmount, rate: 1),
            token: token(payment.mint, quarks: payment.quarks), date: activity.date, cashLink: link)
    }

    /// A payment that the history does not have. Its accounts tell its direction; the service does not tell its date.
    private func view(_ intent: CommittedIntent) async -> ActivityView {
        let vault = try? await session.cluster(for: intent.mint).vault
        let (kind, sign) = Self.direction(of: intent, from: vault)
        return ActivityView(
            id: intent.id, kind: kind, state: .completed, title: "Payment", sign: sign,
            amount: FiatAmount(wire: intent.exchangeData),
            token: token(intent.mint, quarks: intent.exchangeData.quarks), date: nil, cashLink: nil)
    }

    /// Kind and sign of a payment as the owner of `vault` sees it.
    static func direction(of intent: CommittedIntent, from vault: PublicKey?) -> (kind: String, sign: String) {
        switch intent.kind {
        // Only its receiver may ask for it.
        case .receivedPaymentsPublicly: return ("received", "+")
        case .sentPublicPayment(let destination, let isIndirectSend, let isWithdrawal):
            guard let vault else { return ("unknown", "") }
            if destination == vault { return (isWithdrawal ? "deposited" : "received", "+") }
            guard intent.source == vault else { return ("unknown", "") }
            return (isIndirectSend ? "cash_link" : isWithdrawal ? "withdrew" : "gave", "-")
        }
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
