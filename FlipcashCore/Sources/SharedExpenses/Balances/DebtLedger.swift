/// Who owes whom: the open splits of expenses and the credits of payments (expense specification §8 and §9.3).
///
/// Amounts of different currencies are never mixed. People are compared with the function that the ledger is made with.
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
    ///   - person: one id for all ids of a person.
    ///   - closings: the moments at which groups were closed.
    /// - Throws: ``SplitFailure`` when an expense's sums differ or do not fit.
    public init(
        expenses: some Sequence<Expense>, payments: some Sequence<SplitPayment>, closings: [GroupClosing] = [],
        person: @escaping @Sendable (MemberID) -> MemberID
    ) throws(SplitFailure) {
        self.person = person
        // Sorted expense by expense: an expense has few splits, all of the same date.
        var debts: [(date: SplitTime, expense: EntityID, entries: [Entry])] = []
        for expense in expenses {
            let found = try Self.entries(of: expense, person: person)
            debts.append(
                (expense.date, expense.id, found.sorted { ($0.split, $0.creditor) < ($1.split, $1.creditor) }))
        }
        debts.sort { ($0.date, $0.expense) < ($1.date, $1.expense) }
        entries = debts.flatMap(\.entries)
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

    private static func entries(
        of expense: Expense, person: (MemberID) -> MemberID
    ) throws(SplitFailure) -> [Entry] {
        func entry(_ split: Expense.Split, to creditor: MemberID, _ units: Int64) -> Entry {
            Entry(
                expense: expense.id, split: split.id, date: expense.date, debtor: person(split.member),
                creditor: creditor, currency: expense.total.currency, units: units, isOpen: !split.isSettled)
        }
        if expense.payers.count == 1 {
            let payer = person(expense.payers[0].member)
            return expense.splits.filter { person($0.member) != payer && $0.units != 0 }.map {
                entry($0, to: payer, $0.units)
            }
        }
        var paid: [MemberID: Int64] = [:]
        for payer in expense.payers {
            let payee = person(payer.member)
            paid[payee] = try [paid[payee] ?? 0, payer.units].checkedSum()
        }
        var shares: [MemberID: Int64] = [:]
        for split in expense.splits {
            let bearer = person(split.member)
            shares[bearer] = try [shares[bearer] ?? 0, split.units].checkedSum()
        }
        return try ExpenseDebt.derive(paid: paid, shares: shares).compactMap { debt in
            let own = expense.splits.filter { person($0.member) == debt.debtor }
            // A person with several splits owes until all are settled.
            guard let split = own.first(where: { !$0.isSettled }) ?? own.first else { return nil }
            return entry(split, to: debt.creditor, debt.units)
        }
    }

    private mutating func apply(_ payment: SplitPayment, _ places: [EntityID: [Int]]) throws(SplitFailure) {
        let (from, to) = (person(payment.from), person(payment.to))
        guard from != to else { return }
        var net: Int64 = 0
        for index in Set(payment.settles).sorted().flatMap({ places[$0] ?? [] }) {
            let entry = entries[index]
            guard entry.isOpen, entry.currency == payment.amount.currency else { continue }
            if entry.debtor == from, entry.creditor == to {
                net = try [net, entry.units].checkedSum()
            } else if entry.debtor == to, entry.creditor == from {
                net = try [net, -entry.units].checkedSum()
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
