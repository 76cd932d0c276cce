import SharedExpenses
import SharedExpensesFixtures

/// Balances and transfers of a large group, without a store or a service.
struct LedgerFigures {
    static let people = (1...64).map { TestID.member($0) }

    private let expenses: [Expense]

    init(count: Int) throws { expenses = try (0..<count).map { try Self.expense($0) } }

    /// An expense that eight of the people share.
    static func expense(_ number: Int, in group: EntityID? = TestID.entity(1), among all: [MemberID] = people) throws
        -> Expense
    {
        let sharers = (0..<8).map { all[(number * 7 + $0 * ($0 + 3)) % all.count] }
        var people: [MemberID] = []
        for person in sharers where !people.contains(person) { people.append(person) }
        return try .sample(
            1000 + number, in: group, paidBy: people[0], among: people, units: 10_000 + Int64(number % 997))
    }

    private func ledger() throws -> DebtLedger {
        try DebtLedger(expenses: expenses, payments: [SplitPayment]()) { $0 }
    }

    /// What one person gets from another one, by a pass over all expenses.
    private func net(_ viewer: MemberID, _ other: MemberID) -> Int64 {
        var net: Int64 = 0
        for expense in expenses {
            let payer = expense.payers[0].member
            guard payer == viewer || payer == other else { continue }
            for split in expense.splits where !split.isSettled {
                if payer == viewer, split.member == other { net += split.units }
                if payer == other, split.member == viewer { net -= split.units }
            }
        }
        return net
    }

    func measure() async throws {
        let viewer = Self.people[0]
        let task = "split: balances with 63 people, 10,000 expenses"
        let ours = try ledger().balances(of: viewer)
        precondition(!ours.isEmpty && ours.allSatisfy { $0.net == net(viewer, $0.person) })
        try await Figure.time(task, calls: 5) { _ = try ledger().balances(of: viewer) }
        try await Figure.time(task, by: "a pass over all expenses for each person", reach: .faster, calls: 5) {
            var sum: Int64 = 0
            for person in Self.people { sum += net(viewer, person) }
            precondition(sum == ours.reduce(0) { $0 + $1.net })
        }
        let nets = try ledger().nets()[.usd] ?? [:]
        try await Figure.time("split: transfers that settle 64 people", calls: 200) {
            let transfers = try Simplification.transfers(nets)
            precondition(transfers.count < 64)
        }
        var fourteen = nets.filter { Self.people.prefix(13).contains($0.key) }
        fourteen[Self.people[13]] = -fourteen.values.reduce(0, +)
        try await Figure.time("split: fewest transfers that settle 14 people", calls: 20) {
            let transfers = try Simplification.optimalTransfers(fourteen)
            precondition(transfers.count < 14)
        }
    }
}
