import FlipcashAPI
import FlipcashCore
import ProtobufCodec
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

    @Test("on a chain the owner's own key controls that account, so nothing is credited by the node")
    func withdraw_toUserOnChain_creditsNothing() async throws {
        let world = try LedgerWorld(settlement: SlowChain())
        let (a, b) = (try await world.user(25_000_000), try await world.user())
        let account = AssociatedTokenAccount.address(owner: b.owner, mint: world.usdf.mint).address
        try await world.submitted(
            a.withdraw(
                world.dollars(5_000_000), to: account, owner: b.owner, fee: 500_000, world.usdf, id: world.id()),
            signers: [a])
        #expect(try world.balance(a) == 20_000_000)
        #expect(try world.balance(b) == 0)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("if the owner opens a vault while the payer signs, the withdrawal is refused instead of missing the vault")
    func withdraw_vaultOpenedMeanwhile_isRefused() async throws {
        let c = world.stranger()
        let account = AssociatedTokenAccount.address(owner: c.owner, mint: world.usdf.mint).address
        let (world, a) = (world, a)
        let request = a.withdraw(
            world.dollars(5_000_000), to: account, owner: c.owner, fee: 500_000, world.usdf, id: world.id())
        let outcome = try await world.converse(with: [.with { $0.submitActions = request }]) { parameters in
            try? await world.open(c)
            return .with {
                $0.submitSignatures.signatures = LedgerWorld.signatures(request, parameters, [a]).map(\.wire)
            }
        }
        #expect(outcome == .stale("race detected: \(account.base58) belongs to a vault now"))
        #expect(try world.balance(a) == 25_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("a user without an account of the mint cannot be paid outside it, where no wallet could reach the money")
    func withdraw_toUserWithoutVault_isRefused() async throws {
        let jeffy = world.jeffy.mint
        try await world.submitted(a.open(world.jeffy, id: world.id()), signers: [])
        try world.grantJeffy(5_000_000_000_000, to: a)
        let account = AssociatedTokenAccount.address(owner: b.owner, mint: jeffy).address
        func request() -> LedgerWorld.Request.SubmitActions {
            a.withdraw(
                world.jeffyAmount(4_160_509_605_036, native: 10), to: account, owner: b.owner, fee: 207_996_352_279,
                world.jeffy, id: world.id())
        }
        func hint(_ owner: PublicKey) async throws -> WithdrawalDestination {
            try await WithdrawalDestination.find(owner, mint: jeffy, ledger: world.ledger)
        }
        #expect(try await hint(b.owner) == .invalid)
        let refusal = LedgerWorld.Outcome.invalid("destination owner has no account of \(jeffy.base58) mint")
        #expect(try await world.submit(request(), signers: [a]) == refusal)
        #expect(try world.balance(a, world.jeffy) == 5_000_000_000_000)
        // A person outside the node can be paid, and the user once the account is open.
        #expect(try await hint(world.stranger().owner) == .owner(requiresInitialization: true, isFeeDue: true))
        try await world.submitted(b.open(world.jeffy, id: world.id()), signers: [])
        #expect(try await hint(b.owner) == .owner(requiresInitialization: true, isFeeDue: true))
        try await world.submitted(request(), signers: [a])
        #expect(try world.balance(b, world.jeffy) == 3_952_513_252_757)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("on a chain the user's own key reaches the money, so nothing is refused")
    func canWithdraw_onChain_isPossible() async throws {
        let world = try LedgerWorld(settlement: SlowChain())
        let b = try await world.user()
        let hint = try await WithdrawalDestination.find(b.owner, mint: world.jeffy.mint, ledger: world.ledger)
        #expect(hint == .owner(requiresInitialization: true, isFeeDue: true))
    }
}
