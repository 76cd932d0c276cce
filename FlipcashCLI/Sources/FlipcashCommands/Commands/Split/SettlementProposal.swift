import FlipcashCore
import FlipcashWallet
import SharedExpenses

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Finds the debt that a payment settles, from what was typed.
struct SettlementProposal: Sendable {
    let overview: SplitOverview
    let person: SplitOverview.Person
    let group: SplitGroup?
    let locale: NumberLocale
    /// The currency of an amount without a code when nothing is owed.
    let usual: ExpenseCurrency
    /// The currency that the call names.
    let named: ExpenseCurrency?

    /// The debts with the person, as the viewer sees them. Negative when the viewer owes.
    private func debts() throws -> [DebtLedger.Balance] {
        try overview.view.balances(of: group?.id).filter { balance in
            person.ids.contains(balance.person) && balance.net != 0
        }
    }

    /// The debt and the amount.
    struct Terms: Sendable {
        let plan: SettlementPlan
        /// Whether the viewer pays.
        let isPayer: Bool
        /// The amount as it was entered in another currency than the debt's; nil otherwise.
        let entered: ExpenseAmount?
    }

    /// Finds the debt. An amount in another currency than that of the only debt is converted with `rate`.
    ///
    /// - Parameter byWallet: whether the viewer's wallet pays, so that only the viewer's debts count.
    /// - Throws: `CommandFailure`: exit 9 when nothing is owed, 65 when the debt is ambiguous; errors of `rate`.
    func terms(
        _ text: String?, byWallet: Bool, rate: (ExpenseCurrency, ExpenseCurrency) async throws -> PinnedRate
    ) async throws -> Terms {
        let all = try debts()
        let possible = all.filter { (!byWallet || $0.net < 0) && (named == nil || $0.currency == named) }
        let single = possible.count == 1 ? possible.first : nil
        let entered = try text.map { text throws(CommandFailure) in
            try ExpenseAmount(typed: text, usual: single?.currency ?? named ?? usual, locale: locale)
        }
        let debt = entered.flatMap { entered in possible.first { $0.currency == entered.currency } } ?? single
        if debt == nil, possible.count > 1 { throw ambiguous(possible) }
        guard let currency = debt?.currency ?? entered?.currency else { throw nothing(all, byWallet: byWallet) }
        let isPayer = byWallet || (debt?.net ?? -1) < 0
        let underWay = isPayer ? try overview.underWay(to: person.ids, in: currency, group: group?.id) : 0
        if entered == nil, underWay > 0, -(debt?.net ?? 0) <= underWay { throw paidAlready(underWay, currency) }
        let isConverted = entered != nil && entered?.currency != currency
        let pinned = isConverted ? try await rate(entered?.currency ?? currency, currency) : nil
        return Terms(
            plan: try plan(currency, entered, pinned, underWay, isPayer: isPayer), isPayer: isPayer,
            entered: isConverted ? entered : nil)
    }

    private func plan(
        _ currency: ExpenseCurrency, _ entered: ExpenseAmount?, _ rate: PinnedRate?, _ underWay: Int64, isPayer: Bool
    ) throws -> SettlementPlan {
        let people = overview.identity
        let (own, other) = (people.representative(of: overview.me), people.representative(of: person.id))
        return try SettlementPlan(
            ledger: overview.view.ledger(of: group?.id),
            pair: isPayer ? .init(from: own, to: other) : .init(from: other, to: own),
            ids: isPayer ? .init(from: overview.me, to: person.id) : .init(from: person.id, to: overview.me),
            currency: currency, groupID: group?.id, underWay: underWay, entered: entered, rate: rate)
    }

    private func paidAlready(_ units: Int64, _ currency: ExpenseCurrency) -> CommandFailure {
        CommandFailure(
            "payment_under_way", .conflict,
            "You have paid \(overview.money.text(ExpenseAmount(units, currency))) to \(person.name), or are paying it now, "
                + "and it has not arrived yet. See it with: flipcash split payments. Name an amount to pay more.")
    }

    private func ambiguous(_ debts: [DebtLedger.Balance]) -> CommandFailure {
        let amounts = debts.map { overview.money.text(ExpenseAmount($0.net, $0.currency).magnitude) }
        return CommandFailure(
            "ambiguous_debt", .badInput,
            "There are debts in several currencies: \(amounts.joined(separator: ", ")). Name one with --currency.")
    }

    private func nothing(_ debts: [DebtLedger.Balance], byWallet: Bool) -> CommandFailure {
        if byWallet, let owed = debts.first(where: { $0.net > 0 }) {
            return CommandFailure(
                "nothing_owed", .conflict,
                "You owe \(person.name) nothing. \(person.name) owes you "
                    + "\(overview.money.text(ExpenseAmount(owed.net, owed.currency))). Ask for it with: "
                    + "flipcash split remind \(person.name)")
        }
        return CommandFailure(
            "nothing_owed", .conflict, "Nothing is owed between you and \(person.name). Name an amount to pay anyway.")
    }
}

extension SplitOverview {
    /// What the viewer has paid to a person, or is paying now on any device, and the person has not received yet.
    ///
    /// - Throws: `SplitFailure` `amount_out_of_range`.
    func underWay(to ids: Set<MemberID>?, in currency: ExpenseCurrency?, group: EntityID?) throws -> Int64 {
        var sum: Int64 = 0
        for payment in view.world.payments.values where payment.isUnderWay && isMe(payment.from) {
            guard ids?.contains(payment.to) ?? true, currency == nil || payment.amount.currency == currency,
                group == nil || payment.groupID == group
            else { continue }
            let (next, overflow) = sum.addingReportingOverflow(payment.amount.units)
            guard !overflow else { throw SplitFailure(.amountOutOfRange) }
            sum = next
        }
        return sum
    }
}

extension CommandFailure {
    /// The failure when a debt is no longer what the person confirmed.
    static var debtChanged: CommandFailure {
        CommandFailure(
            "debt_changed", .conflict, "The debt has changed meanwhile. Nothing was paid. Run the command again.",
            isRetryable: true)
    }
}

extension SettlementPlanView {
    /// The amount that the wallet pays for a debt: in the debt's currency, or in dollars for dollars of the chain.
    static func fiat(_ amount: ExpenseAmount) throws(CommandFailure) -> FiatAmount {
        let currency = CurrencyCode(rawValue: amount.currency.code) ?? .usd
        guard let value = Decimal(string: amount.decimalText) else {
            throw .badInput("This amount cannot be paid. Use another one.", code: "amount_out_of_range")
        }
        return FiatAmount(value: value, currency: currency)
    }
}

extension SessionWallet {
    /// The wallet's rate between two currencies, as a payment keeps it.
    ///
    /// - Throws: `SessionError.rateUnavailable`.
    func pinnedRate(
        from entered: ExpenseCurrency, to debt: ExpenseCurrency, at now: SplitTime
    ) async throws -> PinnedRate {
        func perDollar(_ currency: ExpenseCurrency) async throws -> ExactRational {
            guard let code = CurrencyCode(rawValue: currency.code) else { return .one }
            let rate = try await rate(of: code)
            guard let value = ExactRational(decimal: rate.fx.plainText), value.signum > 0 else {
                throw SessionError.rateUnavailable(code)
            }
            return value
        }
        let (from, to) = (try await perDollar(entered), try await perDollar(debt))
        guard let value = to.divided(by: from) else { throw SessionError.rateUnavailable(.usd) }
        return PinnedRate(
            currency: entered, base: debt, value: value.text(places: 12, .halfUp), source: "wallet", at: now)
    }
}
