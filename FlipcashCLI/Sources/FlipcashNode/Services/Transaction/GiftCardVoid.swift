import FlipcashAPI
import FlipcashCore

/// Lets an issuer take a cash link back (payment specification §13.5). Idempotent.
struct GiftCardVoid: Sendable {
    let ledger: LedgerCore

    func void(_ vault: PublicKey, by owner: PublicKey) async throws -> Ocp_Transaction_V1_VoidGiftCardResponse.Result {
        let (card, issued, time) = try ledger.store.read { reader in
            (try reader.vault(vault), try reader.giftCardIntent(vault: vault), try ledger.time(reader))
        }
        guard let card, card.type == .giftCard, let issued else { return .notFound }
        guard issued.initiator == owner else { return .denied }
        // After the expiry the worker returns the card, as returned and not as voided.
        if GiftCardLifetime.isExpired(createdAt: card.createdAt, now: time.latest) { return .ok }
        switch try await ledger.returns.perform(vault, cause: .voided, now: time.now) {
        case .returned, .alreadyReturned: return .ok
        case .claimed(let collector): return collector == issued.source ? .ok : .claimedByOtherUser
        case .notAGiftCard: return .notFound
        }
    }
}
