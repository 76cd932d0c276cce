import FlipcashCore
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// What operations on shared expenses cost the database, in statements.
@Suite("Shared expenses: statements", .disabled(if: TestDatabase.isPostgreSQL, TestDatabase.onlySQLite))
struct SplitStatementTests {
    /// Results of subqueries, and the lists of deletions under way.
    private static func isAllowed(_ scan: String) -> Bool {
        scan.hasPrefix("SCAN (subquery-") || ["SCAN s", "SCAN r", "SCAN split_fences"].contains(scan)
            || scan == "SCAN split_accounts USING INDEX split_accounts_unfinished"
    }

    /// Does everything that clients, the operator and the worker make the store do; returns the statements.
    private func useAll() async throws -> Set<String> {
        var statements: Set<String> = []
        // One story for each rule reads and writes what the others do.
        for refusal in Dictionary(grouping: SplitRefusal.all, by: \.code).values.compactMap(\.first) {
            let database = RecordingDatabase(database: try SQLiteDatabase())
            var stage = try await SplitStage(database: database)
            let attempt = try refusal.prepare(&stage)
            _ = try stage.send(attempt.change, by: attempt.person, later: attempt.later)
            _ = try stage.views()
            _ = try stage.bench.hears(0)
            statements.formUnion(database.statements.take())
        }
        let database = RecordingDatabase(database: try SQLiteDatabase())
        var stage = try await SplitStage(database: database)
        try stage.invites()
        try stage.does(SplitStage.claim(), by: 1)
        try stage.bench.rename(1, to: "Boris")
        try stage.group(1, [stage.ann, stage.bo, stage.cy])
        try stage.expense()
        try stage.does(.putPayment(stage.payment()), by: 1)
        try stage.does(.clearAll(stage.bench.memory.now.adding(seconds: 1)), by: 1)
        try stage.does(.deleteAccount(stage.cy), by: 2)
        let (store, accounts) = (stage.bench.store, stage.bench.accounts)
        let later = stage.bench.memory.now.adding(seconds: 100 * 86_400)
        _ = try store.read { try $0.nextSplitDeletion() }
        _ = try store.write { try $0.apply(.sharedExpenses(.forget(later.instant))) }
        let erasure = SplitErasure(account: accounts[0], now: later)
        while try store.write({ try $0.apply(.sharedExpenses(.erase(erasure))).split?.hasMore ?? false }) {}
        return statements.union(database.statements.take())
    }

    @Test("no statement about shared expenses scans what grows")
    func statements_all_useAnIndex() async throws {
        let statements = try await useAll().filter { sql in
            sql.contains("split_") && ["SELECT", "INSERT", "UPDATE", "DELETE"].contains { sql.hasPrefix($0) }
        }
        #expect(statements.count > 60)
        let store = try NodeStore(database: SQLiteDatabase(), path: ":test:")
        for sql in statements.sorted() {
            let scans = try store.withWriter { try StatementBudgetTests.scans(of: sql, in: $0) }
            #expect(scans.filter { !Self.isAllowed($0) } == [], "\(sql)")
        }
    }

    @Test("an expense needs at most 40 statements, and no more after a hundred others")
    func putExpense_longHistory_needsNoMoreStatements() async throws {
        let database = RecordingDatabase(database: try SQLiteDatabase())
        var stage = try await SplitStage(database: database)
        try stage.group(1, [stage.ann, stage.bo, stage.cy])
        var counts: [Int] = []
        for step in 0..<100 {
            let expense = try Expense.sample(
                100 + step, in: TestID.entity(1), paidBy: stage.ann, among: [stage.ann, stage.bo, stage.cy], units: 900)
            _ = database.statements.take()
            let result = try stage.send(.putExpense(ExpensePut(expense)), by: 0, later: Int64(step) * 61)
            #expect(result.code == .ok)
            counts.append(database.statements.take().count)
        }
        #expect(counts.allSatisfy { $0 <= 40 })
        #expect(counts.max() == counts.dropFirst().first, "\(counts)")
    }
}
