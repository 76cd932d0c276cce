import FlipcashCore

/// What the ledger writes whole or not at all: one savepoint, as a value (payment specification §21.2).
///
/// A unit says under which conditions it may be written (``predicates``), what it writes and in which order
/// (``writes``), and which owners and vaults it changes (``locks``). It is decided before the commit.
/// `StoreWriter.apply` is the only place that turns it into SQL.
///
/// No unit of today has an effect outside the database. Records that have one pass it to `GroupCommitter.commit`.
enum LedgerUnit: Hashable, Sendable {
    /// T1: opens a user's account.
    case openAccounts(AcceptedIntent)
    /// T1: a payment, a withdrawal included.
    case payment(AcceptedIntent)
    /// T1: funds a cash link.
    case giftCardIssue(AcceptedIntent)
    /// T1: collects a cash link.
    case claim(AcceptedIntent)
    /// T2: returns a cash link that was voided or has expired.
    case giftCardReturn(GiftCardReturnPlan)
    /// T3: ends the watch over a cash link that was collected.
    case claimCleanUp(ClaimCleanUp)
    /// T4: results of steps that a chain has settled.
    case settlement([SettledStep])
    /// T7: money from outside.
    case deposit(DepositRecord)
    /// Ledger time as it was seen.
    case time(Instant)
}

/// A condition that the commit checks before it writes anything.
enum UnitPredicate: Hashable, Sendable {
    /// The return of a cash link can use this id.
    case returnable(IntentID)
    /// The owner's vaults of the mint are managed.
    case managed(owner: PublicKey, mint: PublicKey)
    /// A gift card is neither collected nor being returned.
    case unclaimed(PublicKey)
    /// A gift card was collected.
    case claimed(PublicKey)
    /// A vault, if the ledger has it, is open and managed.
    case payable(PublicKey)
    /// The token account does not belong to the owner of a vault, who would miss the money.
    case outside(PublicKey)
    /// The ledger has no such vault.
    case unopened(PublicKey)
}

/// One step of a unit. Steps that change a state also require the state that they expect.
indirect enum UnitWrite: Hashable, Sendable {
    /// Opens a vault.
    case open(OpenedVault)
    /// Records that an account outside the node exists.
    case register(LedgerAccount, mint: PublicKey)
    /// Records an intent, whose id must be new. It is the cause of the steps after it.
    case intent(IntentRecord)
    /// The same for an id that the node has reserved.
    case reservedIntent(IntentRecord)
    /// Records a deposit under the first free id of its pattern. It is the cause of the steps after it.
    case deposit(DepositRecord)
    /// Counts the payment towards its sender's daily limit, within which it must be.
    case sent(IntentPlan.DailyLimit)
    /// Records ledger time, unless a later one is recorded.
    case time(Instant)
    /// Records an action of the intent.
    case action(ActionRecord)
    /// Records a funded gift card, reserves the id of its return, and watches it.
    case giftCard(Vault, returnID: IntentID)
    /// The intent takes the money of a gift card, which no other intent has taken.
    case endGiftCard(PublicKey)
    /// The return of a gift card, unscheduled until now, takes place.
    case scheduleReturn(ScheduledReturn)
    /// The return of a gift card does not take place.
    case revokeReturn(IntentID, action: Int)
    /// Ends the watch over a gift card.
    case stopWatching(PublicKey)
    /// Books postings under the intent.
    case postings([Posting])
    /// Records the state of a vault.
    case vaultState(VaultState, of: PublicKey)
    /// Records the result of a pending step, and settles its intent with the last one. A step that is not pending
    /// stays as it is.
    case settle(SettledStep)
}

extension LedgerUnit {
    /// The conditions, in the order in which they are checked.
    var predicates: [UnitPredicate] {
        switch self {
        case .openAccounts(let intent), .payment(let intent), .giftCardIssue(let intent), .claim(let intent):
            intent.predicates
        case .claimCleanUp(let cleanUp): [.claimed(cleanUp.token)]
        case .giftCardReturn, .settlement, .deposit, .time: []
        }
    }

    /// What is written, in this order.
    var writes: [UnitWrite] {
        switch self {
        case .openAccounts(let intent), .payment(let intent), .giftCardIssue(let intent), .claim(let intent):
            intent.writes
        case .giftCardReturn(let plan): plan.writes
        case .claimCleanUp(let cleanUp): cleanUp.writes
        case .settlement(let steps): steps.map { .settle($0) }
        case .deposit(let deposit): deposit.writes
        case .time(let time): [.time(time)]
        }
    }

    /// The owners and vaults whose rows the unit changes. A database with several writers locks them in ascending
    /// order before it checks the predicates; a writer that is alone has nothing to lock.
    var locks: Set<LockKey> {
        switch self {
        case .openAccounts(let intent), .payment(let intent), .giftCardIssue(let intent), .claim(let intent):
            intent.locks
        case .giftCardReturn(let plan): Self.vaults(in: plan.postings)
        case .claimCleanUp(let cleanUp): [.vault(cleanUp.token.bytes)]
        case .settlement(let steps): Set(steps.map { .vault($0.source.bytes) })
        case .deposit(let deposit): [.vault(deposit.vault.bytes)]
        case .time: []
        }
    }

    /// Whether a client has submitted it, who hears why the books refuse it. Any other unit that the books refuse is a
    /// fault of the node.
    var isSubmitted: Bool {
        switch self {
        case .openAccounts, .payment, .giftCardIssue, .claim: true
        case .giftCardReturn, .claimCleanUp, .settlement, .deposit, .time: false
        }
    }

    fileprivate static func vaults(in postings: [Posting]) -> Set<LockKey> {
        Set(
            postings.compactMap { posting in
                guard case .vault(let token) = posting.account else { return nil }
                return .vault(token.bytes)
            })
    }
}

extension AcceptedIntent {
    fileprivate var locks: Set<LockKey> {
        var locks = LedgerUnit.vaults(in: plan.postings)
        locks.insert(.owner(plan.intent.initiator.bytes))
        if let vault = plan.predicates.destination { locks.insert(.vault(vault.bytes)) }
        return locks
    }
}
