import FlipcashAPI
import FlipcashCore
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests of the conditions that a commit checks again, and of the client's error when they fail (payment specification
/// §6.8, §21.2).
@Suite struct CommitTests {
    typealias Actions = LedgerWorld.Request.SubmitActions
    typealias Outcome = LedgerWorld.Outcome

    let world: LedgerWorld
    let a: Payer
    let b: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(25_000_000)
        b = try await world.user()
    }

    private func payment() -> Actions {
        a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id())
    }

    /// Submits honestly, but changes the database after the node has asked for signatures.
    private func submit(
        _ actions: Actions, signers: [Payer], meanwhile change: @escaping @Sendable (StoreWriter) throws -> Void
    ) async throws -> Outcome {
        let world = world
        return try await world.submit(actions) { parameters in
            do {
                try world.store.write(change)
            } catch {
                Issue.record(error)
            }
            return LedgerWorld.signatures(actions, parameters, signers)
        }
    }

    private func expectNothingMoved(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try world.balance(a) == 25_000_000, sourceLocation: sourceLocation)
        #expect(try world.balance(b) == 0, sourceLocation: sourceLocation)
        #expect(world.ledger.locks.heldCount == 0, sourceLocation: sourceLocation)
        #expect(try world.findings().map(\.description) == [], sourceLocation: sourceLocation)
    }

    @Test(
        "a vault that is unlocked between the checks and the commit neither pays nor is paid",
        arguments: [VaultState.unlocking, .unlocked])
    func commit_unlockedMeanwhile_isDenied(state: VaultState) async throws {
        let (source, destination) = (a.vault(world.usdf), b.vault(world.usdf))
        let unpaid = try await submit(payment(), signers: [a]) { try $0.setVaultState(state, of: destination) }
        #expect(unpaid == .denied("a destination account is no longer managed by code"))
        try world.store.write { try $0.setVaultState(.locked, of: destination) }
        let unpaying = try await submit(payment(), signers: [a]) { try $0.setVaultState(state, of: source) }
        #expect(unpaying == .denied("at least one source account is no longer managed by code"))
        try expectNothingMoved()
    }

    @Test("a destination that is closed meanwhile is a stale state")
    func commit_destinationClosedMeanwhile_isStale() async throws {
        let destination = b.vault(world.usdf)
        let outcome = try await submit(payment(), signers: [a]) { try $0.setVaultState(.closed, of: destination) }
        #expect(outcome == .stale("destination account has been closed"))
        try expectNothingMoved()
    }

    @Test("a gift card that is unlocked meanwhile is not collected")
    func commit_giftCardUnlockedMeanwhile_isDenied() async throws {
        let card = world.stranger()
        try await world.submitted(
            a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        let vault = card.vault(world.usdf)
        let claim = b.claim(card, quarks: 1_000_000, world.usdf, id: world.id())
        let outcome = try await submit(claim, signers: [card]) { try $0.setVaultState(.unlocked, of: vault) }
        #expect(outcome == .denied("at least one source account is no longer managed by code"))
        #expect(try world.balance(card) == 1_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("a record that the database refuses is the node's own failure: the client gets a constant text")
    func commit_refusedByDatabase_isInternal() async throws {
        let failure = PlantedFailure(command: "INSERT", table: "actions", effect: .refuse)
        let outcome = try await submit(payment(), signers: [a]) { try failure.plant($0) }
        #expect(outcome == .status(.internalError, "rpc server failure"))
        try world.store.write { try failure.remove($0) }
        try expectNothingMoved()
    }

    @Test("books that would not balance are the node's own failure")
    func commit_brokenBooks_areInternal() async throws {
        let collector = LedgerAccount.mintAuthority(mint: world.usdf.mint)
        let lost = PlantedFailure(command: "UPDATE", table: "balances", effect: .ignore)
        let outcome = try await submit(payment(), signers: [a]) { try lost.plant($0) }
        #expect(outcome == .stale("race detected: version of \(a.vault(world.usdf).base58) is stale"))
        try world.store.write { try lost.remove($0) }
        let failures: [PostingFailure] = [
            .unbalanced(mint: world.usdf.mint, sum: 1), .unknownVault(a.vault(world.usdf)),
            .otherMint(a.vault(world.usdf)), .refused(collector, .insufficient), .refused(collector, .closed),
            .refused(collector, .notManaged), .refused(collector, .amountDiffers), .refused(collector, .outOfRange),
        ]
        for failure in failures { #expect(IntentRefusal(failure) == nil, "\(failure)") }
        try expectNothingMoved()
    }

    @Test("a void whose books do not close is the node's own failure too")
    func void_refusedByDatabase_isInternal() async throws {
        let card = world.stranger()
        try await world.submitted(
            a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        try world.store.write { writer in
            try writer.execute(
                "UPDATE balances SET is_locked = 0 WHERE account = (SELECT id FROM accounts WHERE address = ?)",
                [card.vault(world.usdf).blob])
        }
        var request = Ocp_Transaction_V1_VoidGiftCardRequest.with {
            $0.owner = a.owner.accountID
            $0.giftCardVault = card.vault(world.usdf).accountID
        }
        request.signature = a.key.sign(try request.serializedBytes()).wire
        let signed = request
        let context = ServerContext(
            descriptor: Ocp_Transaction_V1_Transaction.Method.VoidGiftCard.descriptor, remotePeer: "r", localPeer: "l",
            cancellation: ServerContext.RPCCancellationHandle())
        let error = await #expect(throws: RPCError.self) {
            try await TransactionServiceProvider(ledger: world.ledger).voidGiftCard(request: signed, context: context)
        }
        #expect(error?.code == .internalError)
        #expect(error?.message == "rpc server failure")
    }
}
