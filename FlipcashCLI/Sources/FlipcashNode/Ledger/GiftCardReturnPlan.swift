import FlipcashCore

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

/// The auto-return of a cash link, with the amount that it gets.
struct ScheduledReturn: Hashable, Sendable {
    /// The intent that funded the link.
    let link: IntentID
    let action: Int
    let quarks: UInt64
    let state: ActionState
}

/// The return of a gift card's money to its issuer (unit T2, payment specification §13.6), with the signature that the
/// card gave at its creation.
struct GiftCardReturnPlan: Hashable, Sendable {
    let token: PublicKey
    /// The intent that returns the money.
    let intent: IntentRecord
    let scheduled: ScheduledReturn
    let postings: [Posting]
    /// Whether the commit settles the return; otherwise a worker settles it later.
    let isFinal: Bool

    var writes: [UnitWrite] {
        [
            .reservedIntent(intent), .scheduleReturn(scheduled), .endGiftCard(token), .postings(postings),
            .stopWatching(token),
        ] + (isFinal ? [.vaultState(.closed, of: token)] : [])
    }
}

extension GiftCardReturnPlan {
    /// What a return finds: its plan, or why nothing is left to do.
    enum Decision: Hashable, Sendable {
        case due(GiftCardReturnPlan)
        case done(GiftCardReturn)
    }

    /// Decides the return of a gift card. Repeating a return has no effect.
    ///
    /// - Throws: `StoreError` for an amount that the ledger cannot hold, or what the view throws.
    static func decide(
        _ token: PublicKey, cause: GiftCardReturnCause, now: Instant, isFinal: Bool, view: some LedgerView
    ) throws -> Decision {
        guard let issued = try view.giftCardIntent(vault: token), let amount = issued.amount,
            let action = try view.autoReturn(of: token), let destination = action.destination,
            let id = try view.returnID(ofGiftCard: token)
        else { return .done(.notAGiftCard) }
        if let claim = try view.claim(of: token), let collector = claim.destination {
            return .done(.claimed(by: collector))
        }
        guard action.state == .unscheduled else { return .done(.alreadyReturned) }
        let record = IntentRecord(
            sequence: nil, id: id, type: .receivePaymentsPublicly, mint: issued.mint, initiator: issued.initiator,
            destinationOwner: issued.initiator, destination: destination, source: token, amount: amount,
            flags: [.indirectSend, cause.flag], appMetadata: nil, state: .confirmed, createdAt: now)
        let isCore = try view.mint(issued.mint)?.isCore ?? false
        let quarks = try amount.quarks.stored()
        return .due(
            GiftCardReturnPlan(
                token: token, intent: record,
                scheduled: ScheduledReturn(
                    link: issued.id, action: action.actionID, quarks: amount.quarks,
                    state: isFinal ? .confirmed : .pending),
                postings: Movement.withdraw(
                    from: token, to: .vault(destination), mint: issued.mint, quarks: quarks,
                    usd: isCore ? quarks : amount.usdMicros),
                isFinal: isFinal))
    }
}

/// The end of the watch over a gift card that was collected (unit T3): its return is revoked.
struct ClaimCleanUp: Hashable, Sendable {
    let token: PublicKey
    /// The intent that funded the card, and the action that would return its money; nil when there is none.
    let link: IntentID?
    let action: Int

    init(_ token: PublicKey, autoReturn: ActionRecord?) {
        self.token = token
        link = autoReturn?.intentID
        action = autoReturn?.actionID ?? 0
    }

    var writes: [UnitWrite] {
        (link.map { [.revokeReturn($0, action: action)] } ?? []) + [.stopWatching(token)]
    }
}
