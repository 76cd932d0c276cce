import FlipcashCore

/// What the ledger writes whole or not at all: one savepoint, as a value (payment specification §21.2).
///
/// A unit says under which conditions it may be written (``predicates``), what it writes and in which order
/// (``writes``), and which owners and vaults it changes (``locks``). It is decided before the commit.
/// `StoreWriter.apply` is the only place that turns it into SQL.
///
/// What has to happen outside the database once a unit is durable, such as announcing a trade's prices, is passed to
/// `GroupCommitter.commit` with it.
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
    /// T9: a new currency, on a node that may have this many. Indirect, because the compiler miscompiles a large value
    /// beside another (`Tests/Layout`).
    indirect case launch(LaunchedCurrency, currenciesMax: Int)
    /// The end of a currency whose first purchase its creator has not begun.
    case launchEnd(PublicKey)
    /// T5: a swap that its owner has signed.
    case swapStart(SwapRecord)
    /// T6: a step of a swap that moves no money.
    case swapStep(SwapStep)
    /// T6: the transaction of a swap is carried out, or found impossible.
    case swapExecution(SwapExecutionOrder)
    /// T6: the funds of a swap go back.
    case swapRefund(SwapRefund)
    /// An operation on shared expenses, or a step of their upkeep. It moves no money.
    case sharedExpenses(SplitOrder)
}

/// A swap whose transaction is to be carried out.
struct SwapExecutionOrder: Hashable, Sendable {
    let swap: SwapID
    let owner: PublicKey
    /// The vault that gets the proceeds.
    let destination: PublicKey
    /// The currencies whose pools change, ascending.
    let pools: [PublicKey]
    let now: Instant
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
    /// No intent has the id, so that it can fund a swap.
    case fundable(IntentID)
    /// No swap has the id, and none the funding.
    case newSwap(SwapID, funding: IntentID)
    /// The node has fewer launched currencies than this.
    case fewerCurrencies(than: Int)
    /// No currency has the name.
    case unnamed(String)
    /// The owner may launch one more currency at this time.
    case launchable(PublicKey, at: Instant)
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
    /// Records a new currency and reserves its name.
    case currency(LaunchedCurrency)
    /// Changes the state of a launched currency.
    case currencyState(CurrencyState, of: PublicKey, from: CurrencyState)
    /// Records a swap that its owner has signed.
    case swap(SwapRecord)
    /// Changes the state of a swap.
    case swapState(SwapID, from: SwapState, to: SwapState)
    /// The intent funds a swap that waits for it.
    case fundSwap(SwapID)
    /// The intent ends a swap.
    case settleSwap(SwapID, from: SwapState, to: SwapState)
    /// Drops the transaction of a swap that was never funded.
    case discardSwap(SwapID)
    /// Corrects the value of an intent that funded a sale.
    case reconcile(IntentID, usdMicros: Int64)
    /// Records what a trade has made of a pool.
    case pool(PoolChange)
    /// Carries out the transaction of a swap: what that writes is decided now.
    case execute(SwapExecutionOrder)
    /// Carries out an order on shared expenses: the rules judge what the unit reads now.
    case sharedExpenses(SplitOrder)
}

extension LedgerUnit {
    /// The conditions, in the order in which they are checked.
    var predicates: [UnitPredicate] {
        switch self {
        case .openAccounts(let intent), .payment(let intent), .giftCardIssue(let intent), .claim(let intent):
            intent.predicates
        case .claimCleanUp(let cleanUp): [.claimed(cleanUp.token)]
        case .launch(let launched, let currenciesMax):
            [
                .fewerCurrencies(than: currenciesMax),
                .unnamed(launched.mint.name),
                .launchable(launched.record.creator, at: launched.mint.createdAt),
            ]
        case .swapStart(let swap):
            [.newSwap(swap.id, funding: swap.fundingID), .fundable(swap.fundingID)]
        case .giftCardReturn, .settlement, .deposit, .time, .launchEnd, .swapStep, .swapExecution, .swapRefund,
            .sharedExpenses:
            []
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
        case .launch(let launched, _): [.currency(launched)]
        case .launchEnd(let mint): [.currencyState(.abandoning, of: mint, from: .waitingForInitialPurchase)]
        case .swapStart(let swap):
            [.swap(swap)]
                + (swap.isFirstPurchase
                    ? [.currencyState(.prePurchaseSetup, of: swap.to, from: .waitingForInitialPurchase)] : [])
        case .swapStep(let step): step.writes
        case .swapExecution(let order): [.execute(order)]
        case .swapRefund(let refund): refund.writes
        case .sharedExpenses(let order): [.sharedExpenses(order)]
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
        case .launch(let launched, _): [.owner(launched.record.creator.bytes)]
        case .launchEnd: []
        case .swapStart(let swap): [.owner(swap.owner.bytes)]
        case .swapStep: []
        case .swapExecution(let order): [.owner(order.owner.bytes), .vault(order.destination.bytes)]
        case .swapRefund(let refund): [.owner(refund.owner.bytes), .vault(refund.vault.bytes)]
        case .sharedExpenses: []
        }
    }

    /// Whether a client has submitted the unit. The client then gets the reason if the books refuse it. If the books
    /// refuse any other unit, that is a fault of the node.
    var isSubmitted: Bool {
        switch self {
        case .openAccounts, .payment, .giftCardIssue, .claim, .launch, .swapStart: true
        case .giftCardReturn, .claimCleanUp, .settlement, .deposit, .time, .launchEnd, .swapStep, .swapExecution,
            .swapRefund, .sharedExpenses:
            false
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
