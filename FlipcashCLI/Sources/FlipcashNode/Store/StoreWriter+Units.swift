import FlipcashCore

extension StoreWriter {
    /// Writes a unit in the open savepoint. This is the only place that turns units into SQL.
    ///
    /// - Throws: `IntentRefusal` when a condition does not hold; `PostingFailure`, `StoreError` or `SQLFailure` when the
    ///   ledger or the database refuses what the rules accepted, which is the node's fault. The caller undoes the
    ///   savepoint then.
    func apply(_ unit: LedgerUnit) throws -> UnitReceipt {
        do {
            try lockRows(unit.locks)
            for predicate in unit.predicates { try check(predicate) }
            var receipt = UnitReceipt()
            for write in unit.writes { try carryOut(write, &receipt) }
            return receipt
        } catch let failure as PostingFailure {
            guard unit.isSubmitted, let refusal = IntentRefusal(failure) else { throw failure }
            throw refusal
        } catch SQLFailure.duplicate {
            throw IntentRefusal.race("a record already exists")
        }
    }

    private func check(_ predicate: UnitPredicate) throws {
        switch predicate {
        case .returnable(let id):
            try IntentRules<StoreWriter>.checkReturnable(id, view: self)
        case .managed(let owner, let mint):
            try IntentRules<StoreWriter>.checkManaged(owner, mint: mint, view: self)
        case .unclaimed(let card):
            try IntentRules<StoreWriter>.checkUnclaimed(card, view: self)
        case .claimed(let card):
            guard try claim(of: card) != nil else { throw IntentRefusal.race("\(card.base58) is not claimed") }
        case .payable(let token):
            if let vault = try vault(token) { try IntentRules<StoreWriter>.checkPayable(vault) }
        case .outside(let address):
            guard try derivedAddress(address)?.kind != .ownTokenAccount else {
                throw IntentRefusal.race("\(address.base58) belongs to a vault now")
            }
        case .unopened(let token):
            guard try vault(token) == nil else { throw IntentRefusal.race("\(token.base58) already exists") }
        case .fundable(let id):
            guard try use(of: id) != .taken else { throw IntentRefusal.fundingIntentExists }
        case .newSwap(let id, let funding):
            guard try swap(id) == nil else { throw IntentRefusal.swapIDUsed }
            guard try swap(fundedBy: funding) == nil else { throw IntentRefusal.swapFundingUsed }
        case .fewerCurrencies(let limit):
            guard try currencyCount() < limit else { throw IntentRefusal.tooManyCurrencies }
        case .unnamed(let name):
            guard try isFree(name: name) else { throw IntentRefusal.nameTaken }
        case .launchable(let owner, let time):
            let lately = time.advanced(by: .zero - LaunchRules.abandonedMemory)
            guard try unboughtCurrencyCount(of: owner, abandonedSince: lately) < LaunchRules.unboughtCountMax else {
                throw IntentRefusal.tooManyLaunches
            }
        }
    }

    private func carryOut(_ write: UnitWrite, _ receipt: inout UnitReceipt) throws {
        switch write {
        case .open(let opened): try open(opened)
        case .register(let account, let mint): try register(account, mint: mint)
        case .intent(let intent): try record(intent, isReserved: false, &receipt)
        case .reservedIntent(let intent): try record(intent, isReserved: true, &receipt)
        case .deposit(let deposit): try record(deposit, &receipt)
        case .sent(let limit):
            guard try countSent(limit, sequence: try cause(receipt).sequence) else { throw IntentRefusal.overLimit }
        case .time(let time): try noteTime(time)
        case .action(let action):
            let cause = try cause(receipt)
            try insert(action, sequence: cause.sequence, mint: cause.mint)
        case .giftCard(let card, let returnID):
            try insertGiftCard(card, issuedBy: try cause(receipt).sequence, returnID: returnID)
        case .endGiftCard(let card):
            guard try endGiftCard(card, by: try cause(receipt).sequence) else { throw IntentRefusal.giftCardClaimed }
        case .scheduleReturn(let scheduled): try schedule(scheduled)
        case .revokeReturn(let link, let action):
            _ = try setState(.revoked, of: link, action: action, from: .unscheduled)
        case .stopWatching(let card): try stopWatching(card)
        case .postings(let postings): try book(postings, cause: try cause(receipt).sequence)
        case .vaultState(let state, let token): try setVaultState(state, of: token)
        case .settle(let step): try settle(step)
        case .currency(let launched): try insert(launched)
        case .currencyState(let state, let mint, let expected):
            try require(try setState(state, of: mint, from: expected))
        case .swap(let swap): try insert(swap)
        case .swapState(let id, let expected, let state):
            try require(try setState(state, of: id, from: expected))
        case .fundSwap(let id): try require(try fund(id, by: try cause(receipt).sequence))
        case .settleSwap(let id, let expected, let state):
            try require(try settle(id, by: try cause(receipt).sequence, from: expected, to: state))
        case .discardSwap(let id): try discardTransaction(of: id)
        case .reconcile(let id, let usd): try reconcile(id, usdMicros: usd)
        case .pool(let change):
            try record(change)
            receipt.note(change)
        case .sharedExpenses(let order): receipt.note(try carryOut(order))
        case .execute(let order):
            try lockPools(order.pools)
            for write in try SwapExecution.writes(order.swap, now: order.now, view: self) {
                try carryOut(write, &receipt)
            }
        }
    }

    /// Requires that a state has changed: the swap or the currency was in another one otherwise.
    private func require(_ hasChanged: Bool) throws(IntentRefusal) {
        guard hasChanged else { throw .swapMoved }
    }

    private func record(_ intent: IntentRecord, isReserved: Bool, _ receipt: inout UnitReceipt) throws {
        guard let sequence = try insert(intent, isReserved: isReserved) else { throw IntentRefusal.intentExists }
        var recorded = intent
        recorded.sequence = sequence
        receipt.note(recorded)
    }

    private func record(_ deposit: DepositRecord, _ receipt: inout UnitReceipt) throws {
        try record(deposit.intent(isFree: isFree), isReserved: false, &receipt)
        try insertDeposit(reference: deposit.reference, into: deposit.vault, sequence: try cause(receipt).sequence)
    }

    private func schedule(_ scheduled: ScheduledReturn) throws {
        let isScheduled = try setState(
            scheduled.state, of: scheduled.link, action: scheduled.action, from: .unscheduled,
            quantity: scheduled.quarks)
        guard isScheduled else { throw IntentRefusal.giftCardExpired }
    }

    /// The intent that was recorded last, which causes what follows.
    ///
    /// - Throws: `StoreError.refusedRecord` when the unit has recorded none, which is a fault of the program.
    private func cause(_ receipt: UnitReceipt) throws(StoreError) -> (sequence: Int64, mint: PublicKey) {
        guard let intent = receipt.intents.last, let sequence = intent.sequence else {
            throw .refusedRecord(reason: "a unit writes something before its intent")
        }
        return (sequence, intent.mint)
    }
}
