import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashNode

/// The audit finds errors that are planted into swaps and pools (payment specification §22, I9 and I10).
@Suite struct SwapAuditTests {
    let world: LedgerWorld
    let a: Payer
    let mint: MintRecord

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(60_000_000)
        mint = try await world.available("Marble", by: a)
        #expect(try world.findings().map(\.description) == [])
    }

    private func findings(after sql: String) throws -> Set<String> {
        try world.store.write { _ = try $0.execute(sql, []) }
        return Set(try world.findings().map(\.invariant))
    }

    @Test("a supply or a reserve that the trades do not make is found")
    func audit_changedPool_isFound() throws {
        #expect(try findings(after: "UPDATE mints SET supply = supply + 1 WHERE supply > 0").contains("I10"))
    }

    @Test("fees that no sale has brought are found")
    func audit_changedFees_isFound() throws {
        #expect(try findings(after: "UPDATE mints SET fees_accumulated = 5 WHERE supply > 0").contains("I10"))
    }

    @Test("proceeds that the trade does not give are found")
    func audit_changedProceeds_isFound() throws {
        #expect(
            try findings(after: "UPDATE intents SET quarks = quarks + 1 WHERE type = 5 AND flags = 16").contains("I9"))
    }

    @Test("funds that stay behind after the end of a swap are found")
    func audit_changedState_isFound() async throws {
        let order = world.order(world.usdf, mint, 1_000_000)
        #expect(try await world.start(order, by: a) == .success)
        let plan = try world.plan(world.funding(order, by: a))
        try await world.commitOnly(plan, signer: a)
        #expect(try world.findings().map(\.description) == [])
        #expect(try findings(after: "UPDATE swaps SET state = 8 WHERE state = 2").contains("I9"))
    }

    @Test("a swap that is over and paid nothing out is found")
    func audit_movedSettlement_isFound() throws {
        #expect(try findings(after: "UPDATE swaps SET state = 4 WHERE state = 5").contains("I9"))
    }
}
