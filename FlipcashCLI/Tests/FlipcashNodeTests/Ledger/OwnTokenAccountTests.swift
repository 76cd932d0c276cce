import FlipcashAPI
import FlipcashCore
import Testing

@testable import FlipcashNode

/// Tests withdrawals to the token accounts that wallets outside the node derive from its users' keys.
@Suite struct OwnTokenAccountTests {
    let world: LedgerWorld
    let a: Payer
    let b: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(25_000_000)
        b = try await world.user()
    }

    private func withdrawal(to owner: PublicKey, namesOwner: Bool, fee: UInt64?) -> LedgerWorld.Request.SubmitActions {
        let account = AssociatedTokenAccount.address(owner: owner, mint: world.usdf.mint).address
        return a.withdraw(
            world.dollars(5_000_000), to: account, owner: namesOwner ? owner : nil, fee: fee, world.usdf,
            id: world.id())
    }

    @Test("money that is withdrawn to a user's own token account is credited to the user's vault")
    func withdraw_toUserOfTheNode_creditsVault() async throws {
        try await world.submitted(withdrawal(to: b.owner, namesOwner: true, fee: 500_000), signers: [a])
        #expect(try world.balance(b) == 4_500_000)
        // The account exists now, so the fee is not due, and its owner need not be named.
        try await world.submitted(withdrawal(to: b.owner, namesOwner: false, fee: nil), signers: [a])
        #expect(try world.balance(b) == 9_500_000)
        #expect(try world.balance(a) == 15_000_000)
        let feed = try world.store.read {
            try FeedReader(reader: $0, owner: b.owner).page(
                after: nil, descending: true, size: 10)
        }
        #expect(feed.count == 2)
        #expect(try world.findings().map(\.description) == [])
        try await world.submitted(
            b.pay(world.dollars(9_500_000), to: a.vault(world.usdf), world.usdf, id: world.id()), signers: [b])
    }

    @Test("a withdrawal to one's own token account is refused, because it would only cost the fee")
    func withdraw_toOneself_isRefused() async throws {
        let outcome = try await world.submit(
            withdrawal(to: a.owner, namesOwner: true, fee: 500_000), signers: [a])
        #expect(outcome == .invalid("payment is a no-op"))
        #expect(try world.balance(a) == 25_000_000)
        #expect(try world.findings().map(\.description) == [])
    }
}
