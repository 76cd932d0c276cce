/// A payment between two people before it is made: its amount, and the debts that it settles (expense specification
/// §9.4, §9.5).
public struct SettlementPlan: Hashable, Sendable {
    /// Who pays.
    public let from: MemberID
    /// Who is paid.
    public let to: MemberID
    /// The amount that is settled, in the currency of the debt. It does not depend on the token that pays.
    public let amount: ExpenseAmount
    /// The group whose debts it settles; nil for all debts of the two people.
    public let groupID: EntityID?
    /// What `from` owed before; negative when `to` owed.
    public let owed: Int64
    /// What `from` has paid and `to` has not received yet: links that wait to be claimed.
    public let underWay: Int64
    /// The splits that the payment is meant for.
    public let settles: [EntityID]
    /// How an amount in another currency was converted; nil for an amount in the currency of the debt.
    public let rate: PinnedRate?

    /// What `from` still owes once everything has arrived; negative when `to` then owes.
    public var left: Int64 { owed - underWay - amount.units }

    /// The part of the amount that exceeds the rest of the debt; 0 if there is no excess.
    public var excess: Int64 { max(0, amount.units - max(0, owed - underWay)) }

    /// Plans a payment.
    ///
    /// - Parameters:
    ///   - ledger: the debts that count: all, or those of a group.
    ///   - pair: the two people as the ledger names them.
    ///   - ids: the ids that the payment names, which the server knows.
    ///   - underWay: what has been paid and has not arrived.
    ///   - entered: the amount; nil for the rest of the debt.
    ///   - rate: the rate from the currency of the amount to that of the debt, when they differ.
    /// - Throws: ``SplitFailure`` `amount_sign` when nothing is left to pay and no amount is given, or for an amount
    ///   that is not above zero; `bad_rate`; `amount_out_of_range`.
    public init(
        ledger: DebtLedger, pair: Pair, ids: Pair, currency: ExpenseCurrency, groupID: EntityID?,
        underWay: Int64 = 0, entered: ExpenseAmount? = nil, rate: PinnedRate? = nil
    ) throws(SplitFailure) {
        self.underWay = underWay
        owed = try ledger.owed(from: pair.from, to: pair.to, in: currency)
        let units: Int64
        if let entered, entered.currency != currency {
            guard let rate, rate.currency == entered.currency, rate.base == currency else {
                throw SplitFailure(.badRate)
            }
            units = try rate.baseUnits(of: entered.units)
            self.rate = rate
        } else {
            let rest = try [owed, -underWay].checkedSum()
            units = entered?.units ?? rest
            self.rate = nil
        }
        guard units > 0 else { throw SplitFailure(.amountSign) }
        amount = try ExpenseAmount(units, currency).checked()
        (from, to) = (ids.from, ids.to)
        self.groupID = groupID
        settles = try ledger.splits(paidBy: pair.from, to: pair.to, amount)
    }

    /// Who pays whom.
    public struct Pair: Hashable, Sendable {
        /// Who pays.
        public let from: MemberID
        /// Who is paid.
        public let to: MemberID

        /// Creates a pair; the direction matters.
        public init(from: MemberID, to: MemberID) {
            self.from = from
            self.to = to
        }
    }

    /// Returns the payment. A payment between wallets starts as `proposed`; other payments are `completed`.
    public func payment(id: EntityID, method: SplitPayment.Method, note: String = "") -> SplitPayment {
        let isByWallet = method == .direct || method == .cashLink
        return SplitPayment(
            id: id, from: from, to: to, amount: amount, groupID: groupID, settles: settles, method: method,
            state: isByWallet ? .proposed : .completed, note: note, rate: rate)
    }
}
