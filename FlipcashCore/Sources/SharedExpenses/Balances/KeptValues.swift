import FlipcashCore

/// What debts are worth in one currency, by the rates that are kept with the expenses (expense specification
/// §9.7).
///
/// The values are for showing only. A debt is settled in its own currency. No market rate is used, so the value of an
/// expense never changes. What has no kept rate is left out and named.
public struct KeptValues: Sendable {
    /// What a person gets or owes.
    public struct Value: Hashable, Sendable {
        /// In smallest units of the one currency. Positive when the person gets it.
        public private(set) var units: Int64 = 0
        /// What has no kept rate, by its own currency. Without zeros.
        public private(set) var leftOut: [ExpenseCurrency: Int64] = [:]
        /// The times of the oldest and the newest rate; nil when no rate was used.
        public private(set) var rateTimes: ClosedRange<SplitTime>?

        /// Creates the value of nothing.
        public init() {}

        /// Adds another value.
        ///
        /// - Throws: ``SplitFailure`` `amount_out_of_range`.
        public mutating func add(_ other: Value) throws(SplitFailure) {
            try units.add(other.units)
            for (currency, units) in other.leftOut { try leave(units, currency) }
            if let times = other.rateTimes { note(times) }
        }

        fileprivate mutating func add(_ units: Int64, at time: SplitTime?) throws(SplitFailure) {
            try self.units.add(units)
            if let time { note(time...time) }
        }

        fileprivate mutating func leave(_ units: Int64, _ currency: ExpenseCurrency) throws(SplitFailure) {
            let sum = try [leftOut[currency] ?? 0, units].checkedSum()
            leftOut[currency] = sum == 0 ? nil : sum
        }

        private mutating func note(_ times: ClosedRange<SplitTime>) {
            guard let known = rateTimes else { return rateTimes = times }
            rateTimes = min(known.lowerBound, times.lowerBound)...max(known.upperBound, times.upperBound)
        }

        /// The same value for the other person.
        fileprivate var negated: Value {
            var value = self
            value.units = -units
            value.leftOut = leftOut.mapValues { -$0 }
            return value
        }
    }

    /// An open split of a pair of people.
    private struct OpenDebt {
        /// Positive when the first person of the pair gets it.
        let units: Int64
        /// The same in the one currency; nil without a kept rate.
        let value: Int64?
        let time: SplitTime?
    }

    /// The currency of the values.
    public let base: ExpenseCurrency
    /// What the first person of a pair, who has the smaller id, gets from the second one.
    private var values: [DebtLedger.Pair: Value] = [:]

    /// Values the debts of a ledger.
    ///
    /// A payment that settles no split of its own lowers the oldest open debts of the payer first, in proportion.
    ///
    /// - Parameter expenses: the expenses of the ledger.
    /// - Throws: ``SplitFailure`` `amount_out_of_range`.
    public init(
        of ledger: DebtLedger, expenses: [EntityID: Expense], in base: ExpenseCurrency
    ) throws(SplitFailure) {
        self.base = base
        var parts: [EntityID: [EntityID: Int64]] = [:]
        var open: [DebtLedger.Pair: [OpenDebt]] = [:]
        for entry in ledger.entries where entry.isOpen {
            let pair = Self.pair(entry.creditor, entry.debtor, entry.currency)
            let sign: Int64 = pair.from == entry.creditor ? 1 : -1
            var value: Int64?
            if let expense = expenses[entry.expense], entry.currency != base {
                let known = parts[expense.id] ?? Self.parts(of: expense, in: base)
                parts[expense.id] = known
                value = Self.value(of: entry, expense, known, in: base)
            }
            open[pair, default: []].append(
                OpenDebt(
                    units: sign * entry.units, value: value.map { sign * $0 },
                    time: expenses[entry.expense]?.rate?.at))
        }
        let paid = ledger.paidPairs.map { Self.pair($0.from, $0.to, $0.currency) }
        for pair in Set(open.keys).union(paid) {
            let back = DebtLedger.Pair(from: pair.to, to: pair.from, currency: pair.currency)
            // What the second person has paid to the first one beyond the splits that the payments settled.
            let credit = try [ledger.credit(back), -ledger.credit(pair)].checkedSum()
            values[pair] = try Self.value(of: open[pair] ?? [], credit, pair.currency, in: base)
        }
    }

    /// What one person gets from another one, of the debts in one currency.
    public func value(of viewer: MemberID, with other: MemberID, from currency: ExpenseCurrency) -> Value {
        let pair = Self.pair(viewer, other, currency)
        let value = values[pair] ?? Value()
        return pair.from == viewer ? value : value.negated
    }

    /// What everybody gets or owes. The units add up to 0.
    ///
    /// - Throws: ``SplitFailure`` `amount_out_of_range`.
    public func nets() throws(SplitFailure) -> [MemberID: Value] {
        var nets: [MemberID: Value] = [:]
        for (pair, value) in values {
            try nets[pair.from, default: Value()].add(value)
            try nets[pair.to, default: Value()].add(value.negated)
        }
        return nets
    }

    private static func pair(_ one: MemberID, _ other: MemberID, _ currency: ExpenseCurrency) -> DebtLedger.Pair {
        DebtLedger.Pair(from: min(one, other), to: max(one, other), currency: currency)
    }

    /// The values of an expense's splits by its kept rate. Empty without a usable one.
    private static func parts(of expense: Expense, in base: ExpenseCurrency) -> [EntityID: Int64] {
        guard let rate = rate(of: expense, to: base),
            let found = try? rate.baseSplits(
                total: expense.total.units, splits: expense.splits.map { ($0.member, $0.units) }),
            ExpenseAmount.isInRange(found.total)
        else { return [:] }
        return Dictionary(zip(expense.splits.map(\.id), found.parts)) { first, _ in first }
    }

    private static func rate(of expense: Expense, to base: ExpenseCurrency) -> PinnedRate? {
        guard let rate = expense.rate, rate.base == base, rate.currency == expense.total.currency else { return nil }
        return rate
    }

    /// The value of an open debt by the kept rate; nil without a usable one.
    private static func value(
        of entry: DebtLedger.Entry, _ expense: Expense, _ parts: [EntityID: Int64], in base: ExpenseCurrency
    ) -> Int64? {
        guard let part = parts[entry.split] else { return nil }
        // With several payers a debt is not a whole split, so it is converted on its own.
        guard expense.payers.count > 1 else { return part }
        return rate(of: expense, to: base).flatMap { try? $0.baseUnits(of: entry.units) }
    }

    private static func value(
        of open: [OpenDebt], _ credit: Int64, _ currency: ExpenseCurrency, in base: ExpenseCurrency
    ) throws(SplitFailure) -> Value {
        var value = Value()
        var rest = credit
        for debt in open {
            let isPaid = (debt.units > 0) == (rest > 0) && rest != 0
            let paid = isPaid ? (rest > 0 ? min(debt.units, rest) : max(debt.units, rest)) : 0
            rest -= paid
            let left = debt.units - paid
            if currency == base {
                try value.add(left, at: nil)
            } else if let whole = debt.value, let kept = share(left, of: debt.units, whole) {
                if left != 0 { try value.add(kept, at: debt.time) }
            } else {
                try value.leave(left, currency)
            }
        }
        if currency == base { try value.add(-rest, at: nil) } else { try value.leave(-rest, currency) }
        return value
    }

    /// `whole · left / units`, rounded half up.
    private static func share(_ left: Int64, of units: Int64, _ whole: Int64) -> Int64? {
        guard left != units else { return whole }
        return (ExactRational(units: whole) * ExactRational(units: left)).divided(by: ExactRational(units: units))?
            .units(.halfUp)
    }
}
