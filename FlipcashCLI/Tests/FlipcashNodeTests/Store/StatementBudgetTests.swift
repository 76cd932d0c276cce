import FlipcashCore
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashNode

/// Tests that what a payment costs does not grow with the history, and that it stays within its budget.
@Suite struct StatementBudgetTests {
    private let database: RecordingDatabase
    private let world: LedgerWorld
    private let a: Payer
    private let b: Payer

    init() async throws {
        database = RecordingDatabase(database: try TestDatabase.database())
        world = try LedgerWorld(store: try NodeStore(database: database, path: ":memory:"))
        a = try await world.user(500_000_000)
        b = try await world.user(1_000_000)
    }

    private func pay() async throws {
        try await world.submitted(
            a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id()), signers: [a])
    }

    /// What the store runs for a payment that is not the first.
    private func statementsOfPayment() async throws -> [String] {
        try await pay()
        _ = database.statements.take()
        try await pay()
        return database.statements.take()
    }

    @Test("a payment needs at most 16 statements, reading and writing, and one transaction")
    func pay_usual_staysWithinStatementBudget() async throws {
        let statements = try await statementsOfPayment()
        let transaction: Set = [try world.store.withWriter { $0.dialect.begin }, "COMMIT"]
        // On PostgreSQL a unit first locks its rows, which SQLite's one writer need not.
        let own = statements.filter { !transaction.contains($0) && !$0.contains("FOR UPDATE") }
        #expect(own.count <= 16, "\(own.joined(separator: "\n"))")
        #expect(statements.count(where: transaction.contains) == 2)
    }

    @Test(
        "SQLite builds at most 6 tables of its own for a payment",
        .disabled(if: TestDatabase.isPostgreSQL, TestDatabase.onlySQLite))
    func pay_usual_buildsFewTemporaryTables() async throws {
        let statements = try await statementsOfPayment()
        #expect(statements.contains { $0.hasPrefix("INSERT INTO intents") })
        let tables = try world.store.withWriter { connection in
            try statements.map { try SQLitePlan(of: $0, in: connection).temporaryTableCount }
        }
        #expect(tables.reduce(0, +) <= 6, "\(zip(tables, statements).map { "\($0) \($1)" }.joined(separator: "\n"))")
    }

    @Test(
        "neither the 300th payment of two people nor a round of the workers takes more steps of SQLite than the tenth",
        .disabled(if: TestDatabase.isPostgreSQL, TestDatabase.onlySQLite))
    func pay_longHistory_takesNoMoreSteps() async throws {
        let world = try LedgerWorld(store: try NodeStore())
        let (a, b) = (try await world.user(500_000_000), try await world.user(1_000_000))
        func pay() async throws {
            try await world.submitted(
                a.pay(world.dollars(10_000), to: b.vault(world.usdf), world.usdf, id: world.id()), signers: [a])
        }
        func costs() async throws -> (payment: Int, workers: Int) {
            let payment = try await SQLiteSteps.count(world.store) { try await pay() }
            let workers = try await SQLiteSteps.count(world.store) {
                for worker in world.ledger.workers() { try await worker.tick() }
            }
            return (payment, workers)
        }
        for _ in 0..<10 { try await pay() }
        let early = try await costs()
        for _ in 0..<300 { try await pay() }
        let late = try await costs()
        #expect(early.payment > 300 && early.workers > 0)
        #expect(late.payment <= early.payment + 30, "\(early) \(late)")
        #expect(late.workers <= early.workers + 30, "\(early) \(late)")
    }

    @Test("payments with the same rate check its proof once")
    func pay_sameRate_remembersTheProof() async throws {
        let proofs = world.ledger.settings.knownProofs
        try await pay()
        let known = proofs.count
        #expect(known > 0)
        for _ in 0..<3 { try await pay() }
        #expect(proofs.count == known)
    }

    /// Does everything that clients and workers make the store do.
    private func useAll() async throws {
        try await pay()
        let cards = (0..<3).map { _ in world.stranger() }
        for card in cards {
            try await world.submitted(
                a.link(world.dollars(2_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        }
        try await world.submitted(b.claim(cards[0], quarks: 2_000_000, world.usdf, id: world.id()), signers: [cards[0]])
        _ = try await GiftCardVoid(ledger: world.ledger).void(cards[1].vault(world.usdf), by: a.owner)
        try await withdraw()
        try await trade()
        for worker in world.ledger.workers() { try await worker.tick() }
        world.clock.advance(by: GiftCardLifetime.expiry)
        for worker in world.ledger.workers() { try await worker.tick() }
        _ = try world.store.read { reader in
            let presenter = FeedReader(reader: reader, owner: a.owner)
            _ = try presenter.page(after: nil, descending: true, size: 2)
            _ = try presenter.page(after: 3, descending: false, size: 2)
            _ = try reader.limits(of: a.owner, consumedSince: world.clock.now(), time: world.ledger.time(reader))
            _ = try reader.intentMetadata(world.id(), for: a.owner)
            _ = try reader.pendingActions(after: nil, limit: 10)
            let place = ActionPlace(sequence: 9, actionID: 0)
            _ = try reader.hasPendingAction(into: a.vault(world.usdf), before: place)
            _ = try reader.action(at: place)
            _ = try reader.latestReserve(of: world.jeffy.mint)
            _ = try reader.user(publicKey: a.owner)
            _ = try reader.copiedMessages(after: 0, limit: 10)
        }
        let message = StoredMessage(
            number: 1, rendezvous: a.owner, id: [UInt8](repeating: 1, count: 16), bytes: [1],
            expiresAt: world.clock.now())
        try await world.ledger.committer.commit { try $0.write(MessageCopyBatch(added: [message], removed: [2])) }
        try await world.ledger.deposits.deposit(5, mint: world.usdf.mint, to: a.owner, reference: "r")
    }

    /// Launches a currency, trades and keeps proofs.
    private func trade() async throws {
        let mint = try await world.available("Marble", by: a)
        for from in [world.usdf, mint] {
            let order =
                from.isCore ? world.order(from, mint, 1_000_000) : world.order(from, world.usdf, 1_000_000_000_000)
            #expect(try await world.start(order, by: a) == .success)
            _ = try await world.fund(order, by: a)
        }
        // One that expires unfunded.
        _ = try await world.start(world.order(world.usdf, mint, 1_000_000), by: a)
        let now = world.clock.now()
        try await world.ledger.committer.commit { [mint] writer in
            try writer.deleteProofs(after: now)
            let rate = StoredRate(currency: "eur", value: 1, observedAt: now, proof: [1])
            try writer.replaceRepeatedRates(with: [rate])
            try writer.deleteRates(before: now)
            try writer.insert(StoredReserve(mint: mint.mint, supply: 1, observedAt: now, proof: [1]))
        }
        _ = try world.store.read { reader in
            _ = try reader.latestRates()
            _ = try reader.unfundedSwaps(of: a.owner, limit: 10)
            _ = try reader.isFree(name: "Marble")
            _ = try reader.icon(of: mint.mint)
        }
    }

    private func withdraw() async throws {
        let outside = world.stranger().owner
        let account = AssociatedTokenAccount.address(owner: outside, mint: world.usdf.mint).address
        let request = a.withdraw(
            world.dollars(5_000_000), to: account, owner: outside, fee: 500_000, world.usdf, id: world.id())
        try await world.submitted(request, signers: [a])
    }

    @Test("no statement of a request, a unit or a worker scans what grows")
    func statements_all_useAnIndex() async throws {
        try await useAll()
        let statements = Set(database.statements.take()).filter { sql in
            ["SELECT", "INSERT", "UPDATE", "DELETE"].contains { sql.hasPrefix($0) }
        }
        #expect(statements.count > 30)
        for sql in statements.sorted() {
            let scans = try world.store.withWriter { connection in
                switch connection.dialect {
                case .sqlite: try Self.scans(of: sql, in: connection)
                case .postgreSQL: try PostgreSQLPlan(of: sql, in: connection).scans
                }
            }
            #expect(scans == [], "\(sql)")
        }
    }

    static func scans(of sql: String, in connection: any SQLConnection) throws -> [String] {
        try SQLitePlan(of: sql, in: connection).scans
    }

    @Test(
        "a payment in groups of 64 writes at most 20 KiB of log, and keeps at most 400 bytes",
        .disabled(if: TestDatabase.isPostgreSQL, TestDatabase.onlySQLite))
    func pay_groups_stayWithinDiskBudget() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("node.sqlite")
        // The log is not copied, so that its size is what the payments have written.
        let world = try LedgerWorld(
            store: try NodeStore(path: path), logLimits: LogKeeper.Limits(unitsBetweenCopies: .max))
        var people: [Payer] = []
        for _ in 0..<64 { people.append(try await world.user(50_000_000)) }
        let rounds = 30
        func round() async throws {
            let plans = people.enumerated().map { index, payer in
                payer.pay(
                    world.dollars(10_000), to: people[(index + 7) % people.count].vault(world.usdf), world.usdf,
                    id: world.id())
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, plan) in plans.enumerated() {
                    let payer = people[index]
                    group.addTask { try await world.submitted(plan, signers: [payer]) }
                }
                try await group.waitForAll()
            }
        }
        func checkpoint() throws { try world.store.withWriter { try $0.script("PRAGMA wal_checkpoint(TRUNCATE)") } }
        func size(_ file: String) throws -> Int {
            try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        }
        try await round()
        try checkpoint()
        let before = try size(path)
        for _ in 0..<rounds { try await round() }
        let payments = rounds * people.count
        let log = try size(path + "-wal") / payments
        try checkpoint()
        let kept = (try size(path) - before) / payments
        #expect(log <= 20 * 1024)
        #expect(kept <= 400)
    }
}
