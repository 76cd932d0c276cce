import FlipcashCore
import FlipcashTestKit
import Synchronization
import Testing

@testable import FlipcashNode

/// Tests that an audit in steps finds what an audit of one snapshot finds, and is exact while others write.
@Suite struct LedgerAuditStepsTests {
    /// Lets others write before each step of an audit.
    private final class BusyDatabase: SQLDatabase {
        private let database: any SQLDatabase
        private let write = Mutex<(@Sendable (Int) throws -> Void)?>(nil)
        private let steps = Mutex(0)

        init() throws { database = try SQLiteDatabase() }

        var stepCount: Int { steps.withLock { $0 } }

        /// Runs `body` and calls `write` with the number of the step before each of its steps.
        func withWrites<Result>(
            _ write: @escaping @Sendable (Int) throws -> Void, _ body: () throws -> Result
        ) rethrows -> Result {
            self.write.withLock { $0 = write }
            defer { self.write.withLock { $0 = nil } }
            return try body()
        }

        func read<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result { try database.read(body) }

        func withWriter<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
            try database.withWriter(body)
        }

        func readAside<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
            let step = steps.withLock { steps in
                steps += 1
                return steps
            }
            try write.withLock { $0 }?(step)
            return try database.readAside(body)
        }

        func copy(toFile path: String) throws { try database.copy(toFile: path) }

        func close(keepingLog: Bool) throws { try database.close(keepingLog: keepingLog) }
    }

    private let database: BusyDatabase
    private let world: LedgerWorld
    private let a: Payer
    private let b: Payer
    private let cards: [Payer]

    init() async throws {
        database = try BusyDatabase()
        world = try LedgerWorld(store: try NodeStore(database: database, path: ":memory:"))
        a = try await world.user(500_000_000)
        b = try await world.user(5_000_000)
        let world = world
        cards = (0..<3).map { _ in world.stranger() }
        for card in cards {
            try await world.submitted(
                a.link(world.dollars(2_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        }
        try await world.submitted(
            b.claim(cards[0], quarks: 2_000_000, world.usdf, id: world.id()), signers: [cards[0]])
        _ = try await world.ledger.returns.perform(
            cards[1].vault(world.usdf), cause: .voided, now: world.clock.now())
        try await world.submitted(
            a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id()), signers: [a])
    }

    private func auditInSteps(of pageSize: Int64 = 2) throws -> AuditReport {
        var audit = LedgerAudit(steps: world.store, settings: world.ledger.settings)
        audit.pageSize = pageSize
        return try audit.run()
    }

    @Test("an audit that is cancelled ends before its next step")
    func audit_cancelled_ends() async throws {
        let (world, database) = (world, database)
        let first = database.stepCount
        let audit = Task {
            try database.withWrites { step in
                if step == first + 3 { withUnsafeCurrentTask { $0?.cancel() } }
            } _: {
                try LedgerAudit(steps: world.store, settings: world.ledger.settings).run()
            }
        }
        await #expect(throws: CancellationError.self) { try await audit.value }
        #expect(database.stepCount == first + 3)
    }

    @Test("steps of any size see the same books as one snapshot", arguments: [1, 2, 3, 500])
    func audit_stepsOfAnySize_equalOneSnapshot(pageSize: Int64) throws {
        let report = try auditInSteps(of: pageSize)
        #expect(report.findings.map(\.description) == [])
        #expect(try report == world.store.audit(world.ledger.settings))
        #expect(report.intents > 8)
    }

    /// Audits in steps. Before each a deposit is booked, and in the middle the third cash link is returned.
    private func auditBetweenWrites(of pageSize: Int64 = 2) throws -> AuditReport {
        let (world, a, card) = (world, a, cards[2].vault(world.usdf))
        let first = database.stepCount
        let write: @Sendable (Int) throws -> Void = { step in
            try world.store.write { writer in
                let deposit = DepositRecord(
                    reference: "step \(step)", vault: a.vault(world.usdf), owner: a.owner, mint: world.usdf.mint,
                    tokenAccount: nil,
                    amount: IntentAmount(quarks: 7, currency: "usd", rate: 1, native: 0.000007, usdMicros: 7), usd: 7,
                    createdAt: world.clock.now())
                _ = try writer.apply(.deposit(deposit))
                guard step == first + 30 else { return }
                let decision = try GiftCardReturnPlan.decide(
                    card, cause: .voided, now: world.clock.now(), isFinal: true, view: writer)
                if case .due(let plan) = decision { _ = try writer.apply(.giftCardReturn(plan)) }
            }
        }
        return try database.withWrites(write) { try auditInSteps(of: pageSize) }
    }

    @Test("commits between all steps are not findings", arguments: [1, 3])
    func audit_commitsBetweenSteps_isClean(pageSize: Int64) throws {
        let report = try auditBetweenWrites(of: pageSize)
        #expect(report.findings.map(\.description) == [])
        #expect(database.stepCount > 20)
        #expect(try world.balance(cards[2]) == 0)
    }

    @Test(
        "a fault is found while others write, too",
        arguments: [
            ("UPDATE balances SET quarks = quarks + 1, usd_basis = usd_basis + 1 WHERE account = 1", ["I1", "I3"]),
            ("DELETE FROM balances WHERE account = 3", ["I1"]),
            (
                "UPDATE actions SET signature = (SELECT max(signature) FROM actions) WHERE signature IS NOT NULL",
                ["I6", "I7"]
            ),
            ("UPDATE actions SET nonce = (SELECT max(nonce) FROM actions) WHERE type = 2", ["I6", "I7"]),
            ("UPDATE actions SET quantity = quantity + 1 WHERE is_auto_return = 1 AND quantity IS NOT NULL", ["I3"]),
            ("DELETE FROM sent WHERE owner = 1", ["I11"]),
            ("DELETE FROM history WHERE owner = 2 AND seq = (SELECT max(seq) FROM intents)", ["I14"]),
            ("INSERT INTO history (owner, seq) VALUES (2, 1)", ["I14"]),
        ])
    func audit_planted_isFound(damage: String, expected: [String]) throws {
        try world.store.withWriter { connection in
            try connection.script("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
            try connection.execute(damage, [])
            try connection.script("PRAGMA ignore_check_constraints = OFF")
        }
        let whole = try world.store.audit(world.ledger.settings).findings.map(\.invariant)
        #expect(Set(whole).isSuperset(of: expected), "\(whole)")
        #expect(Set(try auditInSteps().findings.map(\.invariant)) == Set(whole))
        let found = try auditBetweenWrites().findings.map(\.invariant)
        #expect(Set(found).isSuperset(of: expected), "\(found)")
    }

    @Test("a report keeps its first thousand findings")
    func add_manyFindings_keepsTheFirst() {
        var report = AuditReport()
        for number in 0...AuditReport.findingsMax { report.add("I1", "\(number)") }
        #expect(report.findings.count == 1000)
        #expect(report.findings.last?.text == "999")
    }

    @Test("rounds of any size find a repeated value, also among values with equal first bytes")
    func uses_smallRounds_findTheSame() throws {
        try world.store.withWriter { connection in
            try connection.script("PRAGMA ignore_check_constraints = ON")
            // Equal first bytes, different values; then one value twice.
            for (bytes, type) in [(1, 2), (2, 3)] {
                try connection.execute(
                    "UPDATE actions SET signature = ? WHERE type = ? AND is_auto_return = 0",
                    [
                        SQLValue.bytes([UInt8](repeating: 0, count: 60) + [UInt8](repeating: UInt8(bytes), count: 4)),
                        type,
                    ])
            }
        }
        for partSize in [1, 3, 2_000_000] as [Int64] {
            var report = AuditReport()
            let end = try world.store.read { try $0.integer("SELECT max(seq) FROM intents") }
            var uses = AuditedUses(source: .steps(world.store), end: end)
            uses.partSize = partSize
            try uses.check(&report)
            #expect(report.findings.map(\.description) == ["I6: 1 times a signature was used more than once"])
        }
    }
}
