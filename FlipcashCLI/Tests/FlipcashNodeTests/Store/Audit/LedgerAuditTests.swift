import FlipcashCore
import Testing

@testable import FlipcashNode

/// Tests that an audit finds every fault and reports nothing else.
@Suite struct LedgerAuditTests {
    private let town: AuditedTown

    init() async throws { town = try await AuditedTown() }

    private var world: LedgerWorld { town.world }
    private var a: Payer { town.a }
    private var b: Payer { town.b }
    private var card: Payer { town.card }

    /// Damages the database directly and audits it.
    private func findings(after sql: String, _ arguments: SQLArguments = []) throws -> Set<String> {
        try town.damage([(sql, arguments)])
        return Set(try world.findings().map(\.invariant))
    }

    @Test("sound books have no findings, and the audit saw them all")
    func audit_soundBooks_isClean() throws {
        let report = try world.store.audit(world.ledger.settings)
        #expect(report.isClean)
        #expect(report.vaults == 3)
        #expect(report.intents == 7)
        #expect(report.signatures == 4)
    }

    @Test("money from nowhere is found")
    func audit_raisedBalance_isFound() throws {
        let found = try findings(
            after: """
                UPDATE balances SET quarks = quarks + 1, usd_basis = usd_basis + 1
                WHERE account = (SELECT id FROM accounts WHERE address = ?)
                """,
            [a.vault(world.usdf).blob])
        #expect(found == ["I1", "I3"])
    }

    @Test("a changed journal is found")
    func audit_changedEntry_isFound() throws {
        #expect(
            try findings(after: "UPDATE journal SET quarks = quarks - 1 WHERE seq = 5 AND entry = 0").isSuperset(of: [
                "I1", "I3",
            ]))
    }

    @Test("a closed account that holds money is found")
    func audit_closedWithMoney_isFound() throws {
        let found = try findings(
            after: "UPDATE balances SET quarks = 5 WHERE account = (SELECT id FROM accounts WHERE address = ?)",
            [card.vault(world.usdf).blob])
        #expect(found.contains("file"))
    }

    @Test("an action with a different amount than was booked is found")
    func audit_changedAction_isFound() throws {
        let found = try findings(after: "UPDATE actions SET quantity = quantity + 1 WHERE type = 2")
        #expect(found.isSuperset(of: ["I3", "I7"]))
    }

    @Test("a signature that does not match is found")
    func audit_changedSignature_isFound() throws {
        let found = try findings(
            after: "UPDATE actions SET signature = ? WHERE seq = 5 AND signature IS NOT NULL",
            [Signature.zero.blob])
        #expect(found == ["I7"])
    }

    @Test("an action without a signature is found, also in a table whose own conditions are gone")
    func audit_missingSignature_isFound() throws {
        // With its conditions, the table is reported as damaged, and the audit ends there.
        try world.store.withWriter { connection in
            try connection.script(
                """
                CREATE TABLE bare_actions AS SELECT * FROM actions;
                DROP TABLE actions;
                ALTER TABLE bare_actions RENAME TO actions
                """)
        }
        #expect(try world.findings().map(\.description) == [])
        let found = try findings(
            after: "UPDATE actions SET signature = NULL WHERE seq = 5 AND signature IS NOT NULL")
        #expect(found == ["I7"])
    }

    @Test("a gift card that ended twice is found")
    func audit_doubleEnd_isFound() throws {
        let token = card.vault(world.usdf).blob
        let found = try findings(
            after: """
                INSERT INTO journal (seq, entry, account, delta_kind, quarks, usd, balance_after)
                SELECT seq, 9, account, delta_kind, quarks, usd, balance_after FROM journal
                WHERE account = (SELECT id FROM accounts WHERE address = ?) AND delta_kind = 3
                """, [token])
        #expect(found.isSuperset(of: ["I2", "I5"]))
    }

    @Test(
        "an open link whose money cannot be returned is found",
        arguments: [
            "DELETE FROM gift_cards", "UPDATE actions SET state = 4 WHERE is_auto_return = 1",
            "UPDATE gift_cards SET is_watched = 0",
            """
            UPDATE gift_cards SET return_id = (SELECT intent_id FROM intents WHERE seq = 1)
            WHERE issued_by = (SELECT max(seq) FROM intents)
            """,
        ])
    func audit_impossibleReturn_isFound(damage: String) async throws {
        for _ in 0..<2 {
            let open = world.stranger()
            try await world.submitted(
                a.link(world.dollars(2_000_000), card: open, world.usdf, id: world.id()), signers: [a, open])
        }
        #expect(try world.findings().map(\.description) == [])
        #expect(try findings(after: damage).contains("I5"))
    }

    @Test("a payment beyond the daily limit is found")
    func audit_overLimit_isFound() throws {
        #expect(try findings(after: "UPDATE intents SET usd = 700000000 WHERE type = 2") == ["I11"])
    }

    @Test("a payment whose value differs from the one shown is found", arguments: ["0.0051", "-0.0051", "1"])
    func audit_otherValue_isFound(difference: String) throws {
        #expect(try findings(after: "UPDATE intents SET native = native + \(difference) WHERE type = 2") == ["I12"])
    }

    @Test("a payment may be worth up to half a cent more or less", arguments: ["0.0049", "-0.0049"])
    func audit_roundedValue_isClean(difference: String) throws {
        #expect(try findings(after: "UPDATE intents SET native = native + \(difference) WHERE type = 2") == [])
    }

    @Test(
        "an entry that a history lacks, or has of somebody else's payment, is found",
        arguments: [
            "DELETE FROM history WHERE seq = 5 AND owner = 2",
            "INSERT INTO history (owner, seq) VALUES (2, 1)",
        ])
    func audit_wrongHistory_isFound(damage: String) throws {
        #expect(try findings(after: damage) == ["I14"])
    }

    @Test("an entry of an intent that histories do not show is clean, as older programs wrote it")
    func audit_entryOfOpening_isClean() throws {
        #expect(try findings(after: "INSERT INTO history (owner, seq) VALUES (1, 1)") == [])
    }

    @Test(
        "a running total that is not that of the payments is found",
        arguments: [
            "UPDATE sent SET total = total + 1 WHERE seq = 6", "DELETE FROM sent WHERE seq = 6",
            "INSERT INTO sent (owner, ledger_time, seq, total) VALUES (1, 9000000000000000000, 2, 9000000)",
        ])
    func audit_wrongTotal_isFound(damage: String) throws {
        #expect(try findings(after: damage) == ["I11"])
    }

    @Test("a card that is tied to another payment is found")
    func audit_otherIssuer_isFound() throws {
        #expect(try findings(after: "UPDATE gift_cards SET issued_by = 5").contains("I5"))
    }

    @Test("an account that moved after it was closed is found, also when it was opened again")
    func audit_reopened_isFound() throws {
        let account = "(SELECT id FROM accounts WHERE address = ?)"
        let found = try findings(
            after: """
                INSERT INTO journal (seq, entry, account, delta_kind, quarks, usd, balance_after)
                VALUES ((SELECT max(seq) FROM intents), 9, \(account), 1, 0, 0, 0)
                """, [card.vault(world.usdf).blob])
        #expect(found == ["I2"])
        let reopened = try findings(
            after: "UPDATE balances SET is_open = 1 WHERE account = \(account)", [card.vault(world.usdf).blob])
        #expect(reopened.contains("I2"))
    }

    @Test("a missing intent is found")
    func audit_missingRows_areFound() throws {
        #expect(try findings(after: "DELETE FROM intents WHERE type = 3").contains("file"))
    }

    @Test("a user's account that may owe, or owes, is found", arguments: ["quarks", "-1"])
    func audit_owingAccount_isFound(quarks: String) throws {
        let found = try findings(
            after: """
                UPDATE balances SET may_owe = 1, quarks = \(quarks), usd_basis = \(quarks)
                WHERE account = (SELECT id FROM accounts WHERE address = ?)
                """,
            [a.vault(world.usdf).blob])
        #expect(found == (quarks == "quarks" ? ["I2"] : ["I1", "I2", "I3"]))
    }

    @Test("a cost that differs from the quarks is found")
    func audit_otherCost_isFound() throws {
        let found = try findings(
            after: """
                UPDATE balances SET usd_basis = usd_basis + 1
                WHERE account = (SELECT id FROM accounts WHERE address = ?)
                """,
            [a.vault(world.usdf).blob])
        #expect(found == ["I3"])
    }

    @Test("a collected card without a record of its end is found")
    func audit_forgottenEnd_isFound() throws {
        #expect(try findings(after: "UPDATE gift_cards SET ended_by = NULL") == ["I5"])
    }

    @Test(
        "a nonce or a signature that is used twice is found",
        arguments: [
            "nonce = (SELECT nonce FROM actions WHERE seq = 5 AND nonce IS NOT NULL LIMIT 1)",
            "signature = (SELECT signature FROM actions WHERE seq = 5 AND signature IS NOT NULL LIMIT 1)",
        ])
    func audit_repeatedNonceOrSignature_isFound(change: String) throws {
        let found = try findings(after: "UPDATE actions SET \(change) WHERE seq = 7 AND signature IS NOT NULL")
        #expect(found == ["I6", "I7"])
    }

    @Test("a vault that does not follow from its authority is found")
    func audit_otherAuthority_isFound() throws {
        #expect(try findings(after: "UPDATE vaults SET owner = 2 WHERE type = 2").contains("I7"))
    }

    @Test("an intent that moved another amount than it names is found")
    func audit_otherAmount_isFound() throws {
        #expect(try findings(after: "UPDATE intents SET quarks = quarks + 1 WHERE type = 3") == ["I8"])
    }

    @Test("a fee that the collector did not get is found")
    func audit_missingFee_isFound() async throws {
        let owner = world.stranger().owner
        let account = AssociatedTokenAccount.address(owner: owner, mint: world.usdf.mint).address
        try await world.submitted(
            a.withdraw(world.dollars(2_000_000), to: account, owner: owner, fee: 500_000, world.usdf, id: world.id()),
            signers: [a])
        #expect(try world.findings().map(\.description) == [])
        #expect(try findings(after: "UPDATE actions SET quantity = quantity - 1 WHERE type = 4").contains("I8"))
    }

    @Test("a supply that differs from what the issuer gave out is found")
    func audit_otherSupply_isFound() throws {
        #expect(try findings(after: "UPDATE mints SET supply = supply + 1 WHERE supply IS NOT NULL") == ["I10"])
    }

    @Test("a payment that transfers twice is found")
    func audit_secondTransfer_isFound() throws {
        let found = try findings(
            after: """
                INSERT INTO actions (
                    seq, action_id, type, source, dest, quantity, is_auto_return, state, nonce, blockhash, signature)
                SELECT seq, 9, type, source, dest, quantity, is_auto_return, state, nonce, blockhash, signature
                FROM actions WHERE seq = 5 AND type = 2
                """)
        #expect(found.isSuperset(of: ["I3", "I6", "I15"]))
    }
}
