import FlipcashCore
import Testing

@testable import FlipcashNode

/// Tests of what may come in from outside.
@Suite struct DepositTests {
    @Test("only the core mint comes in from outside, and only under a reference")
    func deposit_otherMintOrNoReference_isRefused() async throws {
        let world = try LedgerWorld()
        let a = try await world.user()
        try await world.submitted(a.open(world.jeffy, id: world.id()), signers: [])
        await #expect(throws: DepositError.notTheCoreMint(world.jeffy.mint)) {
            try await world.ledger.deposits.deposit(5, mint: world.jeffy.mint, to: a.owner, reference: "r")
        }
        await #expect(throws: DepositError.noReference) {
            try await world.ledger.deposits.deposit(5, mint: world.usdf.mint, to: a.owner, reference: "")
        }
        await #expect(throws: DepositError.noQuarks) {
            try await world.ledger.deposits.deposit(0, mint: world.usdf.mint, to: a.owner, reference: "r")
        }
        #expect(try world.balance(a) == 0)
        #expect(try world.balance(a, world.jeffy) == 0)
        #expect(try world.findings().map(\.description) == [])
    }
}
