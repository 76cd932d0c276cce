import FlipcashCore
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// Closing a group reads the payments since the last closing and those of open expenses, and judges as if it read all.
@Suite("Shared expenses: closings of groups")
struct SplitClosingTests {
    private static func closing(_ id: Int) -> SplitChange {
        .putClosing(
            GroupClosing(
                id: TestID.entity(id), groupID: TestID.entity(1), asOfRevision: 0, at: SplitTime(milliseconds: 0)))
    }

    @Test("a payment before the last closing still pays its split, and only later credits keep a group open")
    func close_afterAnEarlierClosing_countsWhatIsStillOpen() async throws {
        let bench = try await SplitBench(people: 2, database: try TestDatabase.database())
        let (ann, bo) = (bench.members[0], bench.members[1])
        var step = 0
        func expect(_ code: OperationResult.Code, _ change: SplitChange, by person: Int = 0) async throws {
            step += 1
            bench.memory.advance(seconds: 61)
            let operation = bench.operation(change, 100 + step, by: person)
            let service = bench.memory.service(for: bench.accounts[person], name: "P\(person + 1)")
            let inMemory = try await service.apply([operation], at: bench.memory.now).results.first
            let result = try bench.perform(operation, by: person)
            #expect(result.code == code && result == inMemory, "step \(step)")
        }
        func cash(_ id: Int, from: MemberID, to: MemberID, _ units: Int64, settling: [EntityID] = []) -> SplitChange {
            .putPayment(
                SplitPayment(
                    id: TestID.entity(id), from: from, to: to, amount: ExpenseAmount(units, .usd),
                    groupID: TestID.entity(1), settles: settling, method: .cash, state: .completed))
        }
        let dinner = try Expense.sample(2, in: TestID.entity(1), paidBy: ann, among: [ann, bo], units: 10)
        try await expect(.ok, .putGroup(GroupPut(.sample(1, [ann, bo]))))
        try await expect(.ok, .putExpense(ExpensePut(dinner)))
        try await expect(.conflict, Self.closing(20))
        try await expect(.ok, cash(30, from: bo, to: ann, 5, settling: [TestID.entity(2001)]), by: 1)
        try await expect(.ok, Self.closing(21))
        // The dinner is still stored as open. Without the payment before the closing, it would be a debt again.
        try await expect(.ok, Self.closing(22))
        try await expect(.ok, cash(31, from: bo, to: ann, 7), by: 1)
        try await expect(.conflict, Self.closing(23))
        try await expect(.ok, cash(32, from: ann, to: bo, 7))
        try await expect(.ok, Self.closing(24))
        try await expect(.ok, Self.closing(25))
        try await expect(.unchanged, Self.closing(25))
        for person in 0..<2 {
            #expect(try bench.sees(person) == bench.memory.world.visible(to: bench.accounts[person]))
        }
        #expect(try bench.findings() == [])
    }

    private struct Cost: Hashable {
        let statements: Int
        let rows: Int
    }

    /// What a first closing costs after payments that even each other out, and what a second one costs.
    private func costs(payments: Int) async throws -> [Cost] {
        let database = RecordingDatabase(database: try TestDatabase.database())
        let bench = try await SplitBench(people: 2, database: database)
        let (ann, bo) = (bench.members[0], bench.members[1])
        let group = SplitGroup.sample(1, [ann, bo])
        var now = bench.memory.now
        func does(_ change: SplitChange, _ id: Int) throws {
            now = now.adding(seconds: 61)
            #expect(try bench.perform(change, id, by: 0, at: now).code == .ok)
        }
        try does(.putGroup(GroupPut(group)), 1)
        for number in 0..<payments {
            var expense = try Expense.sample(100 + number, in: group.id, paidBy: ann, among: [ann, bo], units: 10)
            for index in expense.splits.indices { expense.splits[index].isSettled = true }
            try does(.putExpense(ExpensePut(expense)), 100 + number)
            for (index, pair) in [(ann, bo), (bo, ann)].enumerated() {
                let id = 10_000 + 2 * number + index
                let payment = SplitPayment(
                    id: TestID.entity(id), from: pair.0, to: pair.1, amount: ExpenseAmount(5, .usd),
                    groupID: group.id, state: .completed)
                try does(.putPayment(payment), id)
            }
        }
        return try [20, 21].map { id in
            _ = (database.statements.take(), database.statements.takeRowCount())
            try does(Self.closing(id), id)
            return Cost(statements: database.statements.take().count, rows: database.statements.takeRowCount())
        }
    }

    @Test(
        "a closing needs as many statements after many payments, and reads none from before the last closing",
        .disabled(if: TestDatabase.isPostgreSQL, TestDatabase.onlySQLite))
    func close_manyPayments_readsThoseSinceTheLastClosing() async throws {
        let (short, long) = (try await costs(payments: 2), try await costs(payments: 40))
        #expect(long[0].statements == short[0].statements)
        #expect(long[0].rows == short[0].rows + 2 * 38)
        #expect(long[1] == short[1])
        #expect(long.allSatisfy { $0.statements <= 19 })
    }
}
