import FlipcashCore
import FlipcashWallet

extension SessionWallet {
    func history(syncs: Bool) async throws -> [ActivityView] {
        if syncs { try await synchronize() }
        return try session.database.getActivities(limit: 100_000).map(view)
    }

    func activity(_ id: IntentID) async throws -> ActivityView {
        try await synchronize()
        if let activity = try session.database.getActivity(id: id) { return view(activity) }
        guard !isOffline else {
            throw CommandFailure(
                "not_found", .notFound, "This id is not stored here. Ask the service without --offline.")
        }
        return view(try await session.lookUpPayment(id))
    }

    private func view(_ activity: Activity) -> ActivityView {
        let payment = activity.payment
        return ActivityView(
            id: activity.id, kind: activity.kind.name, state: ActivityView.State(activity.state),
            title: activity.title, sign: activity.sign.text,
            amount: FiatAmount(code: payment.currencyCode, value: payment.nativeAmount, rate: 1),
            token: token(payment.mint, quarks: payment.quarks), date: activity.date,
            cashLink: activity.cashLink.map { (vault: $0.vault, canCancel: $0.canCancel) })
    }

    private func view(_ intent: CommittedIntent) -> ActivityView {
        let isIncoming: Bool
        let kind: String
        switch intent.kind {
        case .receivedPaymentsPublicly: (isIncoming, kind) = (true, "received")
        case .sentPublicPayment(_, true, _): (isIncoming, kind) = (false, "cash_link")
        case .sentPublicPayment(_, false, let isWithdrawal):
            (isIncoming, kind) = (false, isWithdrawal ? "withdrew" : "gave")
        }
        return ActivityView(
            id: intent.id, kind: kind, state: .completed, title: "Payment", sign: isIncoming ? "+" : "-",
            amount: FiatAmount(wire: intent.exchangeData),
            token: token(intent.mint, quarks: intent.exchangeData.quarks),
            date: runtime.clock.now(), cashLink: nil)
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
