/// Who owes whom: the open splits of expenses and the credits of payments (expense specification §8 and §9.3).
///
/// Amounts of different currencies are never mixed. Ids belong to the same person if the function that is passed to the
/// initializer returns the same id for them.
public struct DebtLedger: Sendable {
    /// A split that is owed to one person.
    public struct Entry: Hashable, Sendable {
        /// The expense.
        public let expense: EntityID
        /// The debtor's split of it.
        public let split: EntityID
        /// The date of the expense.
        public let date: SplitTime
        /// Who owes.
        public let debtor: MemberID
        /// Who is owed.
        public let creditor: MemberID
        /// The currency of the expense.
        public let currency: ExpenseCurrency
        /// What is owed, in smallest units. Negative for a refund.
        public let units: Int64
        /// Whether the split is neither settled nor consumed by a payment.
        public internal(set) var isOpen: Bool
    }

    /// The state of one pair of people in one currency.
    public enum State: String, Hashable, Sendable {
        /// The other person owes.
        case owed
        /// The viewer owes.
        case owe
        /// Nothing is owed, but splits are open or a credit is left.
        case even
        /// Nothing is owed and nothing is open.
        case settled
    }

    /// What a pair of people owe each other in one currency.
    public struct Balance: Hashable, Sendable {
        /// The other person.
        public let person: MemberID
        /// The currency of the balance.
        public let currency: ExpenseCurrency
        /// Positive when the person owes the viewer.
        public let net: Int64
        /// Which of the two owes, or whether their debts are settled.
        public let state: State
        /// How many splits between the two are open.
        public let openCount: Int
    }

    struct Pair: Hashable, Sendable {
        let from: MemberID
        let to: MemberID
        let currency: ExpenseCurrency
    }

    /// All splits with a debt, in the order of date and id.
    public private(set) var entries: [Entry]
    /// What `from` has paid to `to` beyond the splits that the payments consumed, by the payment's group.
    private var credits: [Pair: [EntityID?: Int64]] = [:]
    /// Pairs between which a payment was completed.
    private(set) var paidPairs: Set<Pair> = []
    private let person: @Sendable (MemberID) -> MemberID

    /// Makes the ledger of expenses and completed payments.
    ///
    /// - Parameters:
    ///   - person: returns the same id for all ids of a person.
    ///   - closings: the moments at which groups were closed.
    /// - Throws: ``SplitFailure`` when an expense's sums differ or do not fit.
    public init(
        expenses: some Sequence<Expense>, payments: some Sequence<SplitPayment>, closings: [GroupClosing] = [],
        person: @escaping @Sendable (MemberID) -> MemberID
    ) throws(SplitFailure) {
        self.person = person
        let expenses = Array(expenses)
        // Sorts places, because an expense is large.
        let order = expenses.indices.sorted {
            (expenses[$0].date, expenses[$0].id) < (expenses[$1].date, expenses[$1].id)
        }
        entries = []
        var entriesMax = 0
        for place in order { entriesMax += expenses[place].splits.count }
        entries.reserveCapacity(entriesMax)
        for place in order { try addEntries(of: expenses[place]) }
        let completed = payments.filter { $0.state == .completed }
        let places = Self.places(of: Set(completed.flatMap(\.settles)), in: entries)
        var events = completed.map { Event.payment($0) }
        events += closings.map { Event.closing($0) }
        for event in events.sorted(by: Event.isBefore) {
            switch event {
            case .payment(let payment): try apply(payment, places)
            case .closing(let closing): close(closing)
            }
        }
    }

    /// Where the entries of some splits are.
    private static func places(of splits: Set<EntityID>, in entries: [Entry]) -> [EntityID: [Int]] {
        guard !splits.isEmpty else { return [:] }
        var places: [EntityID: [Int]] = [:]
        for (index, entry) in entries.enumerated() where splits.contains(entry.split) {
            places[entry.split, default: []].append(index)
        }
        return places
    }

    private enum Event {
        case payment(SplitPayment)
        case closing(GroupClosing)

        var key: (SplitTime, Int, EntityID) {
            switch self {
            case .payment(let payment): (payment.completedAt ?? payment.createdAt, 0, payment.id)
            case .closing(let closing): (closing.at, 1, closing.id)
            }
        }

        static func isBefore(_ left: Event, _ right: Event) -> Bool { left.key < right.key }
    }

    /// Adds what people owe of an expense, in the order of the splits' ids.
    private mutating func addEntries(of expense: Expense) throws(SplitFailure) {
        guard expense.payers.count == 1 else { return try addEntries(ofSeveralPayers: expense) }
        let payer = person(expense.payers[0].member)
        let (id, date, currency) = (expense.id, expense.date, expense.total.currency)
        for split in Self.ordered(expense.splits) where split.units != 0 {
            let debtor = person(split.member)
            guard debtor != payer else { continue }
            entries.append(
                Entry(
                    expense: id, split: split.id, date: date, debtor: debtor, creditor: payer, currency: currency,
                    units: split.units, isOpen: !split.isSettled))
        }
    }

    private static func ordered(_ splits: [Expense.Split]) -> [Expense.Split] {
        let isOrdered = splits.indices.dropFirst().allSatisfy { splits[$0 - 1].id < splits[$0].id }
        return isOrdered ? splits : splits.sorted { $0.id < $1.id }
    }

    private mutating func addEntries(ofSeveralPayers expense: Expense) throws(SplitFailure) {
        var paid: [MemberID: Int64] = [:]
        for payer in expense.payers { try paid[person(payer.member), default: 0].add(payer.units) }
        var shares: [MemberID: Int64] = [:]
        for split in expense.splits { try shares[person(split.member), default: 0].add(split.units) }
        let found = try ExpenseDebt.derive(paid: paid, shares: shares).compactMap { debt -> Entry? in
            let own = expense.splits.filter { person($0.member) == debt.debtor }
            // A person with several splits owes until all are settled.
            guard let split = own.first(where: { !$0.isSettled }) ?? own.first else { return nil }
            return Entry(
                expense: expense.id, split: split.id, date: expense.date, debtor: debt.debtor, creditor: debt.creditor,
                currency: expense.total.currency, units: debt.units, isOpen: !split.isSettled)
        }
        entries += found.sorted { ($0.split, $0.creditor) < ($1.split, $1.creditor) }
    }

    private mutating func apply(_ payment: SplitPayment, _ places: [EntityID: [Int]]) throws(SplitFailure) {
        let (from, to) = (person(payment.from), person(payment.to))
        guard from != to else { return }
        var net: Int64 = 0
        for index in Set(payment.settles).sorted().flatMap({ places[$0] ?? [] }) {
            let entry = entries[index]
            guard entry.isOpen, entry.currency == payment.amount.currency else { continue }
            if entry.debtor == from, entry.creditor == to {
                try net.add(entry.units)
            } else if entry.debtor == to, entry.creditor == from {
                try net.add(-entry.units)
            } else {
                continue
            }
            entries[index].isOpen = false
        }
        let pair = Pair(from: from, to: to, currency: payment.amount.currency)
        paidPairs.insert(pair)
        credits[pair, default: [:]][payment.groupID] =
            try [credits[pair]?[payment.groupID] ?? 0, payment.amount.units, -net].checkedSum()
    }

    /// Drops the credits of a group. Its splits were marked as settled when it was closed.
    private mutating func close(_ closing: GroupClosing) {
        for pair in credits.keys { credits[pair]?[closing.groupID] = nil }
    }

    /// What the first person of a pair has paid beyond the splits that the payments consumed, in smallest units.
    func credit(_ pair: Pair) throws(SplitFailure) -> Int64 {
        try Array((credits[pair] ?? [:]).values).checkedSum()
    }
}

/// The closing of a group whose nets were all zero (expense specification §9.6).
public struct GroupClosing: Hashable, Sendable, Codable {
    /// The id of the closing.
    public var id: EntityID
    /// The group that was closed.
    public var groupID: EntityID
    /// The revision that the owner saw.
    public var asOfRevision: UInt64
    /// When the group was closed.
    public var at: SplitTime

    /// Creates a closing.
    public init(id: EntityID, groupID: EntityID, asOfRevision: UInt64, at: SplitTime) {
        self.id = id
        self.groupID = groupID
        self.asOfRevision = asOfRevision
        self.at = at
    }
}
