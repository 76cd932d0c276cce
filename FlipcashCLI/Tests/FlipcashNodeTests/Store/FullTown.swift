import FlipcashCore
import FlipcashTestKit
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// A town whose database has a row in every table: people who pay, trade and share expenses.
///
/// Ann, Bo and Cy are the people of a ``SplitBench``, so their wallets can pay what they owe each other.
struct FullTown: Sendable {
    /// The first version of which a full database is kept.
    static let oldestVersion = 8
    /// How far the clock moves while the town is recorded: long enough for a swap that is not funded to be cancelled.
    static let age = SwapPlan.fundingTime + .seconds(1)
    /// The id of Cy in Ann's friend row, before the row was linked to Cy's account.
    static let friend = TestID.member(7)
    /// The colours and the picture of the currency Marble.
    static let colors = ["#102030"]
    static let icon = [UInt8](repeating: 7, count: 64)

    let world: LedgerWorld
    let bench: SplitBench
    /// Ann, Bo and Cy.
    let people: [Payer]

    /// Founds the town in an empty database at `path`.
    init(foundedAt path: String) async throws {
        let database = try SQLiteDatabase(path: path)
        world = try LedgerWorld(store: NodeStore(database: database, path: path))
        bench = try await SplitBench(people: 3, database: database)
        people = try Self.people()
    }

    /// Opens the town of a database that was recorded. Its clock shows when the recording ended.
    init(of store: NodeStore) throws {
        // Another seed than the recording's, so that ids, keys and nonces are new.
        world = try LedgerWorld(store: store, seed: 77)
        world.clock.advance(by: Self.age)
        bench = try SplitBench(of: store, people: 3)
        people = try Self.people()
    }

    private static func people() throws -> [Payer] {
        try (1...3).map { number in Payer(key: try Somebody("bench/\(number)").key) }
    }

    var ann: Payer { people[0] }
    var bo: Payer { people[1] }
    var cy: Payer { people[2] }

    // MARK: Money

    /// The currency with this name.
    func mint(_ name: String) throws -> MintRecord {
        let mints = try world.store.read { try $0.mints() }
        return try #require(mints.first { mint in mint.name == name })
    }

    /// The balances of Ann, Bo and Cy; -1 for a person without an account for the mint.
    func balances(of mint: MintRecord) throws -> [Int64] { try people.map { try world.balance($0, mint) } }

    /// The balances of all accounts that hold or owe something, the issuers included, in ascending order.
    func allBalances() throws -> [Int64] {
        try world.store.read { reader in
            try reader.rows("SELECT quarks FROM balances WHERE quarks <> 0 ORDER BY quarks")
                .map { row in try row.integer("quarks") }
        }
    }

    /// The states of all swaps, in the order in which they were started.
    func swapStates() throws -> [SwapState] {
        try world.store.read { reader in
            try reader.rows("SELECT state FROM swaps ORDER BY id").map { row -> SwapState in try row.value("state") }
        }
    }

    /// The states of all launched currencies, in the order of their launches.
    func currencyStates() throws -> [CurrencyState] {
        try world.store.read { reader in
            try reader.rows("SELECT state FROM currencies ORDER BY mint")
                .map { row -> CurrencyState in try row.value("state") }
        }
    }

    /// Lets every worker of the ledger run once.
    func work() async throws {
        for worker in world.ledger.workers() { try await worker.tick() }
    }

    // MARK: Shared expenses

    /// Carries out a change of shared expenses, which has to succeed.
    func does(_ change: SplitChange, _ id: Int, by person: Int) throws {
        let result = try bench.perform(change, id, by: person, at: SplitTime(world.clock.now()))
        try #require(result.code == .ok, "\(change): \(result.detail)")
    }

    /// What a person sees.
    func view(of person: Int) throws -> SplitWorld {
        let entities = try #require(try bench.sees(person))
        var view = SplitWorld()
        for entity in entities.values { view.insert(entity) }
        return view
    }

    /// What others owe a person, in cents. Negative for what the person owes them.
    func debts(to person: Int) throws -> [MemberID: Int64] {
        let (seen, cy) = (try view(of: person), bench.members[2])
        let ledger = try DebtLedger(
            expenses: seen.expenses.values, payments: seen.payments.values, closings: Array(seen.closings.values)
        ) { member in member == Self.friend ? cy : member }
        let balances = try ledger.balances(of: bench.members[person])
        return Dictionary(uniqueKeysWithValues: balances.map { balance in (balance.person, balance.net) })
    }

    /// Carries out the deletions that go on in the background, to their end.
    func finishDeletions() throws {
        let now = SplitTime(world.clock.now())
        while let target = try bench.store.read({ try $0.nextSplitDeletion() }) {
            let order = SplitOrder.proceed(SplitProceeding(target: target, now: now))
            try bench.store.write { writer in _ = try writer.apply(.sharedExpenses(order)) }
        }
    }
}
