/// What one person owes another one of an expense.
public struct ExpenseDebt: Hashable, Sendable {
    /// Who owes.
    public var debtor: MemberID
    /// Who is owed.
    public var creditor: MemberID
    /// Negative for a refund: the creditor has the debtor's money.
    public var units: Int64
    /// The debtor's split, which holds the settled flag.
    public var split: EntityID?

    /// Creates a debt.
    public init(debtor: MemberID, creditor: MemberID, units: Int64, split: EntityID? = nil) {
        self.debtor = debtor
        self.creditor = creditor
        self.units = units
        self.split = split
    }
}

extension ExpenseDebt {
    /// Computes the debts from what people paid and from their shares (expense specification §7.6).
    ///
    /// Everybody's net is paid minus share. Debtors and creditors are matched in the order of their ids.
    ///
    /// - Throws: ``SplitFailure`` `paid_mismatch` when the sums differ.
    public static func derive(
        paid: [MemberID: Int64], shares: [MemberID: Int64]
    ) throws(SplitFailure) -> [ExpenseDebt] {
        let total = try Array(shares.values).checkedSum()
        let sum = try Array(paid.values).checkedSum()
        guard total == sum else {
            throw SplitFailure(.paidMismatch, ["expected": .number(total), "actual": .number(sum)])
        }
        let sign: Int64 = total < 0 ? -1 : 1
        var debtors: [(id: MemberID, left: Int64)] = []
        var creditors: [(id: MemberID, left: Int64)] = []
        for id in Set(paid.keys).union(shares.keys).sorted() {
            let (net, overflow) = (paid[id] ?? 0).subtractingReportingOverflow(shares[id] ?? 0)
            guard !overflow, net != .min else { throw SplitFailure(.amountOutOfRange) }
            if net * sign < 0 { debtors.append((id, -net * sign)) }
            if net * sign > 0 { creditors.append((id, net * sign)) }
        }
        var debts: [ExpenseDebt] = []
        var (debtor, creditor) = (0, 0)
        while debtor < debtors.count, creditor < creditors.count {
            let amount = min(debtors[debtor].left, creditors[creditor].left)
            debts.append(
                ExpenseDebt(
                    debtor: debtors[debtor].id, creditor: creditors[creditor].id, units: amount * sign))
            debtors[debtor].left -= amount
            creditors[creditor].left -= amount
            if debtors[debtor].left == 0 { debtor += 1 }
            if creditors[creditor].left == 0 { creditor += 1 }
        }
        return debts
    }
}
