import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashNode

/// Tests of the exact findings of an audit, where several checks share an invariant, and of sound books that look odd.
@Suite struct AuditFindingTests {
    private let town: AuditedTown

    init() async throws { town = try await AuditedTown() }

    private var world: LedgerWorld { town.world }
    private var a: Payer { town.a }
    private var b: Payer { town.b }
    private var card: Payer { town.card }

    /// Damages the database directly and audits it.
    private func findings(after statements: (sql: String, arguments: SQLArguments)...) throws -> [String] {
        try town.damage(statements)
        return try world.findings().map(\.description)
    }

    private let account = "(SELECT id FROM accounts WHERE address = ?)"

    @Test("a damaged file is all that is reported: nothing else in it can be trusted")
    func audit_damagedFile_endsThere() throws {
        let found = try findings(
            after: ("UPDATE balances SET quarks = 5 WHERE account = \(account)", [card.vault(world.usdf).blob]))
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.hasPrefix("file: ") })
        let orphaned = try findings(after: ("DELETE FROM intents WHERE type = 3", []))
        #expect(orphaned.contains { $0.contains(" to nothing") })
    }

    @Test("a gift card that ended twice is named as such")
    func audit_twoEnds_areCounted() throws {
        let token = card.vault(world.usdf)
        let found = try findings(
            after: (
                """
                INSERT INTO journal (seq, entry, account, delta_kind, quarks, usd, balance_after)
                SELECT 6, 9, account, delta_kind, 0, 0, 0 FROM journal
                WHERE account = \(account) AND delta_kind = 3
                """, [token.blob]
            ))
        #expect(found.contains("I5: gift card \(token.base58) ended 2 times"))
    }

    @Test("a balance is compared with its journal and with its actions, each on its own")
    func audit_otherBalance_differsFromBoth() throws {
        let vault = b.vault(world.usdf)
        let found = try findings(
            after: ("UPDATE balances SET quarks = quarks + 1 WHERE account = \(account)", [vault.blob]))
        #expect(found.contains("I3: \(vault.base58) holds 8000001 quarks, its journal says 8000000"))
        #expect(found.contains("I3: \(vault.base58) holds 8000001 quarks, its actions say 8000000"))
    }

    @Test("a return that differs from its action is found, and one that agrees is sound")
    func audit_otherReturn_isFound() async throws {
        let open = world.stranger()
        let vault = open.vault(world.usdf)
        try await world.submitted(
            a.link(world.dollars(3_000_000), card: open, world.usdf, id: world.id()), signers: [a, open])
        _ = try await GiftCardVoid(ledger: world.ledger).void(vault, by: a.owner)
        #expect(try world.findings().map(\.description) == [])
        let found = try findings(
            after: (
                "UPDATE actions SET quantity = quantity - 1 WHERE is_auto_return = 1 AND source = \(account)",
                [vault.blob]
            ))
        #expect(found.contains("I3: \(vault) returned 3000000 quarks, its action says 2999999"))
    }

    @Test("a payment that another account paid is found")
    func audit_otherSource_isFound() throws {
        let id = try world.store.read {
            try $0.row("SELECT intent_id FROM intents WHERE seq = 5", [])?.key("intent_id")
        }
        let found = try findings(
            after: ("UPDATE intents SET source = \(account) WHERE seq = 5", [b.vault(world.usdf).blob]))
        #expect(found == ["I8: intent \(try #require(id).base58) did not move its 1000000 quarks"])
    }

    @Test("a vault of somebody else's authority is found, though nothing was signed for it")
    func audit_otherAuthority_isFound() throws {
        let vault = b.vault(world.usdf)
        let found = try findings(
            after: (
                "UPDATE vaults SET owner = (SELECT id FROM owners WHERE owner = ?) WHERE account = \(account)",
                [card.owner.blob, vault.blob]
            ))
        #expect(found.contains("I7: \(vault) does not follow from its authority \(card.owner)"))
    }

    @Test("a day beyond the limit is found even if its sums are right")
    func audit_consistentExcess_isFound() throws {
        let found = try findings(
            after: ("UPDATE intents SET usd = 1200000001 WHERE seq = 5", []),
            ("UPDATE sent SET total = total + 1199000001 WHERE seq >= 5", []))
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("I11: \(a.owner.base58) sent 1200000001 millionths") == true)
    }

    @Test("the rest of a withdrawal may be worth less than a cent, and other currencies have other prices")
    func audit_oddValues_areClean() async throws {
        let deposit = world.usdf.timelock(of: b.owner).deposit.address
        try await world.submitted(
            world.withdrawal(504_000, by: a, toAccountOf: deposit), signers: [a])
        for person in [a, b] { try await world.submitted(person.open(world.jeffy, id: world.id()), signers: []) }
        try world.grantJeffy(5_000_000_000_000, to: a)
        try await world.submitted(
            a.pay(
                world.jeffyAmount(415_992_704_558, native: 1), to: b.vault(world.jeffy), world.jeffy, id: world.id()),
            signers: [a])
        #expect(try world.balance(b) == 8_004_000)
        #expect(try world.findings().map(\.description) == [])
    }
}
