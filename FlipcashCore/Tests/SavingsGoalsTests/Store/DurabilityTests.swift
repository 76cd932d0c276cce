import FlipcashCore
import FlipcashTestKit
import Foundation
import GRDB
import Testing

@testable import SavingsGoals

@Suite("The file of goals survives updates, kills and growth")
struct DurabilityTests {
    private static let now = TestClock.start

    @Test("A file of each older version becomes a file of this version, and keeps what it has", arguments: [1, 2])
    func open_olderVersion_isMigrated(_ version: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("goals-a.sqlite")
        let old = try GoalStore(path: path, migrations: Array(GoalSchema.migrations.prefix(version)))
        let (goal, asset) = (try GoalStoreTests.goal("g"), try GoalStoreTests.asset("a"))
        try old.put(goal)
        try old.put(asset)
        try old.log(GoalStoreTests.transaction("t", asset, 77), for: goal.id, now: Self.now)
        old.close()

        let new = try GoalStore(path: path)
        #expect(try new.goals() == [goal])
        #expect(try new.bookBalance(of: asset.id) == 77)
        #expect(try new.executions().isEmpty && new.pendingContributions().isEmpty)
        #expect(FileManager.default.fileExists(atPath: folder.file("goals-a.\(version).bak")))
        let copy = try DatabaseQueue(path: folder.file("goals-a.\(version).bak"))
        #expect(try copy.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == version)
    }

    /// A goal with five own assets of four transactions each.
    @discardableResult
    private static func fill(_ store: GoalStore) throws -> Goal {
        let goal = try GoalStoreTests.goal("g")
        try store.put(goal)
        for index in 1...5 {
            let asset = try GoalStoreTests.asset("a\(index)", owner: goal)
            try store.put(asset)
            for number in 1...4 {
                try store.log(
                    GoalStoreTests.transaction("t\(index)-\(number)", asset, 10), for: goal.id, now: now)
            }
        }
        return goal
    }

    @Test(
        "A process that is killed at any statement of a deletion leaves all of it or nothing",
        arguments: [1, 2, 3, 5, 8, 13, 21, 34, 1_000])
    func delete_killed_isAllOrNothing(_ statement: Int) async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("goals-a.sqlite")
        let store = try GoalStore(path: path)
        try Self.fill(store)
        let before = try store.archive()
        store.close()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, statement = statement as Int] in
            let store = try GoalStore(path: path)
            nonisolated(unsafe) var count = 0
            try store.write { database in
                database.trace { event in
                    guard "\(event)".hasPrefix("DELETE") || "\(event)".hasPrefix("COMMIT") else { return }
                    count += 1
                    if count == statement { kill(getpid(), SIGKILL) }
                }
            }
            try store.delete(goal: #require(GoalID("g")))
            // With a number above that of the statements, the kill comes after the deletion.
            kill(getpid(), SIGKILL)
        }
        let again = try GoalStore(path: path)
        let after = try again.archive()
        if after != before {
            #expect(after.goals.isEmpty && after.assets.isEmpty && after.transactions.isEmpty)
            #expect(after.shares.isEmpty && after.changes.isEmpty)
        }
        // The first commit is that of the trace itself; then rows are deleted one by one. The last kill comes after
        // all.
        if statement <= 2 { #expect(after == before) }
        if statement == 1_000 { #expect(after.goals.isEmpty) }
    }

    /// The plans of SQLite for the statements that `body` runs.
    private func scans(_ store: GoalStore, _ body: () throws -> Void) throws -> [String] {
        nonisolated(unsafe) var statements: [String] = []
        try store.write { database in
            database.trace { event in statements.append("\(event)") }
        }
        try body()
        try store.write { $0.trace(nil) }
        // The plan does not depend on the values.
        let selects = statements.filter { $0.hasPrefix("SELECT") }.map { $0.replacing(/\?|:[a-z]+/, with: "'x'") }
        return try store.read { database in
            try selects.flatMap { sql in
                try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)").map { "\($0["detail"] as String? ?? "")" }
            }.filter { $0.hasPrefix("SCAN") }
        }
    }

    @Test("Valuing a goal reads its own rows through indexes, and no transactions at all")
    func valuation_queries_useIndexes() throws {
        let store = try GoalStore.inMemory()
        let goal = try Self.fill(store)
        let scans = try scans(store) {
            _ = try store.goal(goal.id)
            for asset in try store.assets(of: goal.id) {
                _ = try store.shares(of: asset, balance: store.bookBalance(of: asset.id))
                _ = try store.reading(of: asset.id)
            }
            _ = try store.points(of: goal.id)
        }
        // The tables of assets may be scanned for one goal only through its two indexes.
        #expect(scans.filter { $0.contains("assetTransaction") || $0.contains("allocationChange") }.isEmpty, "\(scans)")
    }

    @Test("Whether an asset is its owner's is read from one change")
    func shares_ownedAsset_readOneChange() throws {
        let store = try GoalStore.inMemory()
        let goal = try GoalStoreTests.goal("g")
        let asset = try GoalStoreTests.asset("a", owner: goal)
        try store.put(goal)
        try store.put(asset)
        nonisolated(unsafe) var statements: [String] = []
        try store.write { database in database.trace { event in statements.append("\(event)") } }
        _ = try store.shares(of: asset, balance: 10)
        let sql = try #require(statements.first { $0.contains("allocationChange") })
        #expect(sql.hasSuffix("LIMIT 1"))
        let plan = try store.read { database in
            try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql.replacing("?", with: "'x'"))").map {
                "\($0["detail"] as String? ?? "")"
            }
        }
        #expect(plan == ["SEARCH allocationChange USING COVERING INDEX allocationChangeByAsset (asset=?)"])
    }

    @Test("A deletion, the last run of an order and a forecast read no rows that they do not show")
    func limitedQueries_manyRows_readFew() throws {
        let store = try GoalStore.inMemory()
        let goal = try Self.fill(store)
        let (other, asset) = (try GoalStoreTests.goal("other"), try GoalStoreTests.asset("free"))
        try store.put(other)
        try store.put(asset)
        let start = try #require(CalendarDate("2026-01-01"))
        for day in 0..<30 {
            try store.put(point: .init(date: start.adding(days: day), total: ExactInteger(day)), of: goal.id)
        }
        let order = StandingOrder(
            id: try #require(StandingOrderID("o")), goal: goal.id, asset: asset.id, measure: .amount(1),
            rhythm: .arrival, first: start, created: Self.now)
        try store.put(order)
        for number in 1...9 {
            let run = StandingRun(
                order: order.id, period: "p\(number)", date: Self.now.advanced(by: .seconds(number)),
                outcome: .nothingCameIn, units: 0)
            try store.carryOut(run, of: order, balance: 0)
        }
        let scans = try scans(store) {
            _ = try store.runs(of: order.id, limit: 1)
            _ = try store.cascade(deleting: other.id)
            _ = try store.cascade(deleting: asset.id)
        }
        #expect(scans.isEmpty, "\(scans)")
        #expect(try store.runs(of: order.id, limit: 2).map(\.period) == ["p9", "p8"])
        #expect(try store.cascade(deleting: other.id).transactions.isEmpty)
        let points = try store.points(of: goal.id)
        #expect(points.map(\.total) == [0, 23, 24, 25, 26, 27, 28, 29])
        #expect(try store.points(of: other.id).isEmpty)
        try store.put(point: .init(date: start, total: 7), of: other.id)
        try store.put(point: .init(date: start, total: 8), of: other.id)
        #expect(try store.points(of: other.id).map(\.total) == [7])
        try store.put(point: .init(date: start, total: 9), of: other.id, replaces: true)
        #expect(try store.points(of: other.id).map(\.total) == [9])
    }

    @Test("The number of statements of a valuation does not depend on the number of transactions")
    func valuation_manyTransactions_costsTheSame() throws {
        func count(transactions: Int) throws -> Int {
            let store = try GoalStore.inMemory()
            let (goal, asset) = (try GoalStoreTests.goal("g"), try GoalStoreTests.asset("a"))
            try store.put(goal)
            try store.put(asset)
            for number in 1...transactions {
                try store.log(GoalStoreTests.transaction("t\(number)", asset, 10), now: Self.now)
            }
            nonisolated(unsafe) var steps = 0
            try store.write { database in database.trace(options: .profile) { _ in steps += 1 } }
            _ = try store.shares(of: asset, balance: store.bookBalance(of: asset.id))
            return steps
        }
        #expect(try count(transactions: 1) == count(transactions: 300))
    }
}
