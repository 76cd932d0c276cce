import FlipcashCore
import FlipcashTestKit
import Foundation
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// Upgrades databases that have a row in every table, so that a step which loses any of them fails.
///
/// The databases are `Tests/Schemas/full-N.sqlite`, one for each version since ``FullTown/oldestVersion``. Each holds
/// the same ``FullTown``. With `FLIPCASH_RECORD=1` the database of the present version is written again; that of an
/// earlier version is never changed.
@Suite("Full databases of every schema")
struct FullSchemaTests {
    /// What the recording has left, the same in every version.
    private enum Town {
        // The balances of Ann, Bo and Cy in quarks of each currency; -1 without an account.
        static let dollars: [Int64] = [27_511_227, 8_721_429, 0]
        static let jeffy: [Int64] = [3_000_000_000_000, 4_158_979_991_272, -1]
        static let marble: [Int64] = [9_996_054_730_448, -1, -1]
        /// The issuers of the three currencies come first. The others are a cash link, an account outside, a swap that
        /// is not over, people, pools, the node's fees, and the holder of the other Jeffy.
        static let allBalances: [Int64] = [
            -10_002_158_979_991_272, -9_996_054_730_448, -16_069_923_235, 250_000, 250_000, 1_000_000, 8_721_429,
            10_000_000, 10_600_000, 27_511_227, 16_011_590_579, 3_000_000_000_000, 4_158_979_991_272,
            9_996_054_730_448, 9_995_000_000_000_000,
        ]
        static let swaps: [SwapState] = [
            .cancelled, .finalized, .finalized, .cancelled, .finalized, .created, .funding,
        ]
        static let currencies: [CurrencyState] = [.abandoning, .available, .waitingForInitialPurchase]
        static let groups: [EntityID: String] = [
            TestID.entity(1): "Journey", TestID.entity(10): "Trip", TestID.entity(12): "Trip",
        ]
        static let expenses: [EntityID: Int64] = [
            TestID.entity(2): 1000, TestID.entity(4): 500, TestID.entity(5): 900, TestID.entity(13): 100,
        ]
        static let requests: [EntityID: LinkRequest.State] = [
            TestID.entity(20): .accepted, TestID.entity(22): .pending,
        ]
    }

    /// The tables that a step drops, or in which it adds or removes rows on purpose, by the version of the step.
    private static let changedTables: [Int: Set<String>] = [:]

    /// Writes the database of the present version again if `FLIPCASH_RECORD` is 1. Every test waits for it.
    private static let recording: Task<Void, any Error> = Task {
        guard ProcessInfo.processInfo.environment["FLIPCASH_RECORD"] == "1" else { return }
        try await FullTown.record(at: FullSchemaTests.fixture(NodeSchema.version))
    }

    /// The full database of a version.
    private static func fixture(_ version: Int) -> URL {
        ReleasedSchemaTests.fixture(version).deletingLastPathComponent().appending(path: "full-\(version).sqlite")
    }

    /// Copies the full database of a version into a folder, and returns the path of the copy.
    private static func copy(_ version: Int, into folder: TemporaryFolder) throws -> String {
        let path = folder.file("node.sqlite")
        try FileManager.default.copyItem(at: fixture(version), to: URL(filePath: path))
        return path
    }

    @Test(
        "a full database of an earlier release is upgraded, keeps every row, passes its audit and goes on",
        arguments: FullTown.oldestVersion...NodeSchema.version)
    func open_fullDatabase_keepsEveryRowAndGoesOn(version: Int) async throws {
        try await Self.recording.value
        let temporary = try TemporaryFolder()
        defer { withExtendedLifetime(temporary) {} }
        let path = try Self.copy(version, into: temporary)
        let before = try Self.rowCounts(ofFile: path)
        let store = try NodeStore(path: path)
        let changed = Self.changedTables.filter { $0.key > version }.values.reduce(into: Set<String>()) {
            $0.formUnion($1)
        }
        let expected = before.filter { $0.value > 0 && !changed.contains($0.key) }
        let after = try store.read { try Self.rowCounts($0) }
        let found = after.filter { expected[$0.key] != nil }
        #expect(found == expected)

        let town = try FullTown(of: store)
        try expectMoney(of: town)
        try expectSharedExpenses(of: town)
        #expect(try town.world.findings().map(\.description) == [])
        try await goOnWithMoney(town)
        try goOnWithSharedExpenses(town)
        #expect(try town.world.findings().map(\.description) == [])
    }

    /// A new table fails this test until ``FullTown`` fills it. Every table can have rows, so there are no exceptions.
    @Test("the full database of the present version has a row in every table, and is small")
    func record_presentVersion_fillsEveryTable() async throws {
        try await Self.recording.value
        let temporary = try TemporaryFolder()
        defer { withExtendedLifetime(temporary) {} }
        let path = try Self.copy(NodeSchema.version, into: temporary)
        let counts = try Self.rowCounts(ofFile: path)
        let tables = try NodeStore().read { try Self.rowCounts($0) }.keys
        let empty = tables.filter { counts[$0, default: 0] == 0 }.sorted()
        #expect(empty == [])
        let size = try Data(contentsOf: URL(filePath: path)).count
        #expect(size < 1 << 20)
    }

    // MARK: Tables

    /// The number of rows of every table, by its name.
    private static func rowCounts(_ reader: StoreReader) throws -> [String: Int64] {
        // SQLite's own tables begin with `sqlite_`.
        let tables = try reader.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
            .map { row in try row.text("name") }.filter { name in !name.hasPrefix("sqlite_") }
        var counts: [String: Int64] = [:]
        for table in tables { counts[table] = try reader.integer("SELECT count(*) FROM \(table)") }
        return counts
    }

    /// The same for a file of any version, which is not upgraded.
    private static func rowCounts(ofFile path: String) throws -> [String: Int64] {
        let database = try SQLiteDatabase(readingFrom: path)
        defer { try? database.close() }
        return try database.read { connection in try rowCounts(StoreReader(connection: connection)) }
    }

    // MARK: What was recorded

    private func expectMoney(of town: FullTown) throws {
        let (world, marble) = (town.world, try town.mint("Marble"))
        #expect(try town.balances(of: world.usdf) == Town.dollars)
        #expect(try town.balances(of: world.jeffy) == Town.jeffy)
        #expect(try town.balances(of: marble) == Town.marble)
        #expect(try town.allBalances() == Town.allBalances)
        #expect(try town.swapStates() == Town.swaps)
        #expect(try town.currencyStates() == Town.currencies)
        let (record, icon) = try world.store.read { reader in
            (try reader.currency(marble.mint), try reader.icon(of: marble.mint))
        }
        #expect(record?.creator == town.ann.owner && record?.colors == FullTown.colors)
        #expect(icon == FullTown.icon)
    }

    private func expectSharedExpenses(of town: FullTown) throws {
        let (ann, bo, cy) = (town.bench.members[0], town.bench.members[1], town.bench.members[2])
        let views = try (0..<3).map { person in try town.view(of: person) }
        #expect(views[0].groups.mapValues(\.name) == Town.groups)
        #expect(views[0].expenses.mapValues(\.total.units) == Town.expenses)
        #expect(views[0].expenses[TestID.entity(5)]?.description == "Supper")
        #expect(views[0].friends.values.map(\.memberID).sorted() == [FullTown.friend, TestID.member(8)])
        #expect(Set(views[0].closings.keys) == [TestID.entity(11)])
        #expect(Set(views[0].invites.keys) == [TestID.entity(21)])
        #expect(Set(views[1].groups.keys) == Set(Town.groups.keys))
        #expect(Set(views[2].groups.keys) == [TestID.entity(1)])
        #expect(views[2].requests.mapValues(\.state) == Town.requests)
        let payment = try #require(views[1].payments[TestID.entity(3)])
        #expect(payment.state == .completed && payment.isVerified && payment.amount == ExpenseAmount(500, .usd))
        let debts: [[MemberID: Int64]] = [[bo: 350, cy: 550], [ann: -350], [ann: -550]]
        for (person, expected) in debts.enumerated() { #expect(try town.debts(to: person) == expected) }
    }

    // MARK: Going on

    /// The swap whose funds have arrived is carried out, and people pay and trade.
    private func goOnWithMoney(_ town: FullTown) async throws {
        let (world, marble) = (town.world, try town.mint("Marble"))
        try await town.work()
        let states: [SwapState] = Array(Town.swaps.dropLast()) + [.finalized]
        #expect(try town.swapStates() == states)
        #expect(try world.balance(town.ann, marble) == 10_995_178_285_834)
        try await world.submitted(
            town.bo.pay(world.dollars(1_000_000), to: town.cy.vault(world.usdf), world.usdf, id: world.id()),
            signers: [town.bo])
        let swap = try await world.swapped(world.order(world.usdf, marble, 1_000_000), by: town.ann)
        #expect(swap.state == .finalized)
        #expect(try world.balance(town.ann, marble) > 10_995_178_285_834)
        #expect(try town.balances(of: world.usdf) == [26_511_227, 7_721_429, 1_000_000])
    }

    /// An expense changes its amount, and the deletion of a group that had begun goes on to its end.
    private func goOnWithSharedExpenses(_ town: FullTown) throws {
        var expense = try #require(try town.view(of: 0).expenses[TestID.entity(5)])
        expense.total.units = 1200
        expense.payers[0].units = 1200
        for index in expense.splits.indices { expense.splits[index].units = 400 }
        try town.does(.putExpense(ExpensePut(expense, baseVersion: expense.version)), 901, by: 0)
        try town.finishDeletions()
        #expect(try town.view(of: 1).groups[TestID.entity(12)] == nil)
        let debts: [MemberID: Int64] = [town.bench.members[1]: 400, town.bench.members[2]: 650]
        #expect(try town.debts(to: 0) == debts)
    }
}
