import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashNode

/// Each finding of the audit about swaps and pools, by its text (payment specification §22, I9 and I10).
@Suite struct SwapAuditTests {
    let world: LedgerWorld
    let a: Payer
    let mint: MintRecord

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(60_000_000)
        mint = try await world.available("Marble", by: a)
    }

    private func findings(after sql: String, _ arguments: SQLArguments = []) throws -> [String] {
        try world.store.damage(sql, arguments)
        return try world.findings().map(\.description)
    }

    /// The id and what was paid out of the only finished swap.
    private func settled() throws -> (id: SwapID, quarks: Int64) {
        let row = try #require(
            try world.store.read {
                try $0.row(
                    "SELECT swap_id, (SELECT quarks FROM intents WHERE seq = settled_by) AS paid FROM swaps WHERE "
                        + "state = 5", [])
            })
        return (try row.swapID("swap_id"), try row.integer("paid"))
    }

    @Test("a finished swap that paid nothing out is named")
    func audit_noPayout_isFound() throws {
        let (id, _) = try settled()
        let found = try findings(
            after: "UPDATE swaps SET settled_by = (SELECT min(seq) FROM intents WHERE type = 1) WHERE state = 5")
        #expect(found.contains("I9: swap \(id.base58) is over, and nothing was paid out"))
    }

    @Test("a payout of a swap that is not over is named")
    func audit_earlyPayout_isFound() throws {
        let (id, _) = try settled()
        let found = try findings(after: "UPDATE swaps SET state = 4 WHERE state = 5")
        #expect(found.contains("I9: swap \(id.base58) was paid out while it was submitting"))
    }

    @Test("a payout that the trade does not give is named with both numbers")
    func audit_otherPayout_isFound() throws {
        let (id, quarks) = try settled()
        let found = try findings(
            after: "UPDATE intents SET quarks = quarks + 1 WHERE seq = (SELECT settled_by FROM swaps WHERE state = 5)")
        #expect(found.contains("I9: swap \(id.base58) paid out \(quarks + 1) quarks instead of \(quarks)"))
    }

    @Test("an intent that names another amount than was paid out is named")
    func audit_otherIntent_isFound() throws {
        let payout = "seq = (SELECT settled_by FROM swaps WHERE state = 5)"
        let row = try #require(
            try world.store.read { try $0.row("SELECT intent_id, quarks FROM intents WHERE \(payout)", []) })
        let (id, quarks) = (try row.intentID("intent_id"), try row.integer("quarks"))
        let found = try findings(after: "UPDATE intents SET quarks = quarks + 1 WHERE \(payout)")
        #expect(found.contains("I8: intent \(id) did not pay out its \(quarks + 1) quarks"))
    }

    @Test("a trade that the chain would have refused is named")
    func audit_impossibleTrade_isFound() throws {
        let (id, _) = try settled()
        let found = try findings(after: "UPDATE swaps SET amount = 9000000000000000000 WHERE state = 5")
        #expect(found.contains { $0.hasPrefix("I9: swap \(id.base58) could not have been executed: ") })
    }

    @Test("a refund of another amount is named")
    func audit_otherRefund_isFound() async throws {
        let order = world.order(world.usdf, mint, 1_000_000)
        #expect(try await world.start(order, by: a) == .success)
        try await world.commitOnly(try world.plan(world.funding(order, by: a)), signer: a)
        try world.store.write { try $0.setVaultState(.unlocking, of: a.vault(mint)) }
        for worker in world.ledger.workers() { try await worker.tick() }
        #expect(try world.swap(order)?.state == .cancelled)
        #expect(try world.findings().map(\.description) == [])
        let found = try findings(
            after: "UPDATE intents SET quarks = quarks - 1 WHERE seq = (SELECT settled_by FROM swaps WHERE state = 8)")
        #expect(found.contains("I9: swap \(order.id.base58) got back 999999 quarks of 1000000"))
    }

    @Test("a reserve that differs from the trades and from the pool's account is named for each")
    func audit_otherReserve_isFound() throws {
        let found = try findings(after: "UPDATE mints SET base_vault = base_vault + 7 WHERE supply > 0")
        #expect(found.contains("I10: the pool of \(mint.symbol) holds 10000000 quarks instead of 10000007"))
        #expect(found.contains { $0.hasPrefix("I10: \(mint.symbol) has a supply of ") })
    }

    @Test("a reserve below the value of the supply is named")
    func audit_uncoveredSupply_isFound() throws {
        let found = try findings(after: "UPDATE mints SET base_vault = base_vault - 1000 WHERE supply > 0")
        #expect(found.contains("I10: the reserve of \(mint.symbol) is below the value of its supply"))
    }

    @Test("a supply and fees that the trades do not make are named")
    func audit_otherSupplyOrFees_isFound() throws {
        let start = "I10: \(mint.symbol) has a supply of "
        #expect(
            try findings(after: "UPDATE mints SET fees_accumulated = 5 WHERE supply > 0").contains {
                $0.hasPrefix(start)
            })
        try world.store.damage("UPDATE mints SET fees_accumulated = 0 WHERE supply > 0")
        #expect(try world.findings().map(\.description) == [])
        #expect(
            try findings(after: "UPDATE mints SET supply = supply + 1 WHERE supply > 0").contains {
                $0.hasPrefix(start)
            })
    }

    @Test("funds that stay behind after the end of a swap are named")
    func audit_leftFunds_areFound() async throws {
        let order = world.order(world.usdf, mint, 1_000_000)
        #expect(try await world.start(order, by: a) == .success)
        try await world.commitOnly(try world.plan(world.funding(order, by: a)), signer: a)
        let found = try findings(after: "UPDATE swaps SET state = 8 WHERE state = 2")
        #expect(found.contains { $0.hasPrefix("I9: ") && $0.hasSuffix(" holds 1000000 quarks, its swaps need 0") })
    }

    @Test("an account that holds other funds than its swaps need is named")
    func audit_otherHolding_isFound() async throws {
        let order = world.order(world.usdf, mint, 1_000_000)
        #expect(try await world.start(order, by: a) == .success)
        try await world.commitOnly(try world.plan(world.funding(order, by: a)), signer: a)
        #expect(try world.findings().map(\.description) == [])
        let found = try findings(after: "UPDATE swaps SET amount = amount - 1 WHERE state = 2")
        #expect(found.contains { $0.hasPrefix("I9: ") && $0.hasSuffix(" holds 1000000 quarks, its swaps need 999999") })
    }
}
