import FlipcashCore

/// The result of returning a gift card.
enum GiftCardReturn: Hashable, Sendable {
    /// The money was returned to the issuer now.
    case returned
    /// The money was returned, or its return was scheduled, before.
    case alreadyReturned
    /// The card was already collected, into this vault.
    case claimed(by: PublicKey)
    /// The vault is not a gift card that an intent of this node funded.
    case notAGiftCard
}

/// Why a gift card is returned.
enum GiftCardReturnCause: Hashable, Sendable {
    /// Its issuer took it back.
    case voided
    /// The card was not collected in time.
    case expired

    fileprivate var flag: IntentFlags {
        switch self {
        case .voided: .issuerVoidedGiftCard
        case .expired: .returned
        }
    }
}

extension StoreWriter {
    /// Returns a gift card's money to its issuer (unit T2, payment specification §13.6), with the signature that the
    /// card gave at its creation. Idempotent.
    ///
    /// - Parameter isFinal: whether the return is settled by this commit; otherwise a worker settles it later.
    func returnGiftCard(_ token: PublicKey, cause: GiftCardReturnCause, now: Instant, isFinal: Bool) throws
        -> GiftCardReturn
    {
        guard let issued = try giftCardIntent(vault: token), let amount = issued.amount,
            let action = try autoReturn(of: token), let destination = action.destination
        else { return .notAGiftCard }
        if let claim = try claim(of: token), let collector = claim.destination { return .claimed(by: collector) }
        guard action.state == .unscheduled else { return .alreadyReturned }
        guard let id = try returnID(ofGiftCard: token) else {
            throw StoreError.invalidValue(column: "gift_cards.return_id", reason: "missing")
        }
        let record = IntentRecord(
            sequence: nil, id: id, type: .receivePaymentsPublicly, mint: issued.mint, initiator: issued.initiator,
            destinationOwner: issued.initiator, destination: destination, source: token, amount: amount,
            flags: [.indirectSend, cause.flag], appMetadata: nil, state: .confirmed, createdAt: now)
        guard let sequence = try insert(record, isReserved: true) else {
            throw StoreError.invalidValue(column: "gift_cards.return_id", reason: "an intent has it")
        }
        let isScheduled = try setState(
            isFinal ? .confirmed : .pending, of: issued.id, action: action.actionID, from: .unscheduled,
            quantity: amount.quarks)
        guard try isScheduled && endGiftCard(token, by: sequence) else {
            throw StoreError.invalidValue(column: "gift_cards.ended_by", reason: "the card has ended in this unit")
        }
        let isCore = try mint(issued.mint)?.isCore ?? false
        let quarks = try amount.quarks.stored()
        try book(
            Movement.withdraw(
                from: token, to: .vault(destination), mint: issued.mint, quarks: quarks,
                usd: isCore ? quarks : amount.usdMicros),
            cause: sequence)
        try stopWatching(token)
        if isFinal { try setVaultState(.closed, of: token) }
        return .returned
    }

    /// Cancels the return of a gift card that was claimed (unit T3). Idempotent.
    ///
    /// - Returns: false when the card has not been claimed.
    func dropAutoReturn(of token: PublicKey) throws -> Bool {
        guard try claim(of: token) != nil else { return false }
        if let action = try autoReturn(of: token) {
            _ = try setState(.revoked, of: action.intentID, action: action.actionID, from: .unscheduled)
        }
        try stopWatching(token)
        return true
    }
}
