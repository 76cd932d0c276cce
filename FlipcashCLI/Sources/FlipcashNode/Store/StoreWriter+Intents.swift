import FlipcashCore
import GRDB

extension StoreWriter {
    /// Writes an accepted intent (unit T1), after checking again everything that may have changed since the plan was
    /// made.
    ///
    /// - Parameters:
    ///   - movements: the signed movements, by action.
    ///   - claim: the nonces that were signed over; nil when nothing needed a signature.
    /// - Throws: `IntentRefusal` for what another intent changed meanwhile; `PostingFailure` or `DatabaseError` when
    ///   the ledger or the database refuses what the rules accepted, which is the node's fault. The caller's unit is
    ///   undone then.
    func commit(_ plan: IntentPlan, movements: [Int: SignedMovement], claim: NonceClaim?, now: Instant) throws {
        do {
            try check(plan)
            try write(plan, movements: movements)
            try reserve(movements, claim: claim, now: now)
            try book(plan.postings, cause: plan.intent.id)
            try creditArrival(of: plan, movements: movements)
        } catch let failure as PostingFailure {
            guard let refusal = IntentRefusal(failure) else { throw failure }
            throw refusal
        } catch let error as DatabaseError where error.isUniquenessConflict {
            throw IntentRefusal.race("a record already exists")
        }
    }

    private func check(_ plan: IntentPlan) throws {
        try IntentRules<StoreWriter>.checkUnused(plan.intent.id, view: self)
        if let returnID = plan.returnID { try IntentRules<StoreWriter>.checkReturnable(returnID, view: self) }
        if plan.predicates.needsManagedAccounts {
            try IntentRules<StoreWriter>.checkManaged(plan.intent.initiator, mint: plan.intent.mint, view: self)
        }
        if let card = plan.predicates.unclaimedGiftCard {
            try IntentRules<StoreWriter>.checkUnclaimed(card, view: self)
        }
        if let limit = plan.predicates.limit {
            let consumed = try usdSent(by: limit.owner, since: limit.since, until: limit.until)
            guard SendLimitRules.fitsDay(usdMicros: limit.usdMicros, consumedUSDMicros: consumed) else {
                throw IntentRefusal.overLimit
            }
        }
        if let destination = try plan.predicates.destination.flatMap({ try vault($0) }) {
            try IntentRules<StoreWriter>.checkPayable(destination)
        }
        for opened in plan.opened where try vault(opened.token) != nil {
            throw IntentRefusal.race("\(opened.token.base58) already exists")
        }
    }

    private func write(_ plan: IntentPlan, movements: [Int: SignedMovement]) throws {
        let sequence = try insert(plan.intent)
        if let returnID = plan.returnID { try reserve(returnID, forReturnOf: plan.intent.id) }
        for opened in plan.opened { try open(opened) }
        for step in plan.steps {
            try insert(step.action)
            try insert(fulfillment(of: step, sequence: sequence, signed: movements[step.action.actionID]))
        }
    }

    private func fulfillment(of step: IntentPlan.Step, sequence: Int64, signed: SignedMovement?) -> FulfillmentRecord {
        let action = step.action
        let kind: FulfillmentKind =
            switch action.type {
            case .openAccount: .initializeAccount
            case .transfer, .feePayment: .transfer
            case .withdraw: .withdraw
            }
        let order =
            action.isAutoReturn
            ? FulfillmentOrder.parked(action: Int64(action.actionID))
            : FulfillmentOrder(intent: sequence, action: Int64(action.actionID), step: 0)
        return FulfillmentRecord(
            id: nil, intentID: action.intentID, actionID: action.actionID, kind: kind, order: order,
            isActive: !action.isAutoReturn, signed: signed,
            state: action.isAutoReturn ? .unscheduled : .pending)
    }

    /// Credits a vault with money that the payment sent to its deposit address. Books it as a deposit under the
    /// payment's signature, as an outside observer would.
    private func creditArrival(of plan: IntentPlan, movements: [Int: SignedMovement]) throws {
        guard let arrival = plan.arrival else { return }
        let transfer = plan.steps.first { $0.action.type == .transfer }?.action.actionID
        guard let reference = transfer.flatMap({ movements[$0] })?.signature.base58 else {
            throw IntentRefusal.signatureCount("at least one signature is missing")
        }
        let mint = plan.intent.mint
        let id = try firstFree { .externalDeposit(reference: reference, destination: arrival.vault, attempt: $0) }
        try insert(
            IntentRecord(
                sequence: nil, id: id, type: .externalDeposit, mint: mint, initiator: arrival.owner,
                destinationOwner: arrival.owner, destination: arrival.vault, source: arrival.tokenAccount,
                amount: arrival.amount, flags: [], appMetadata: nil, state: .confirmed,
                createdAt: plan.intent.createdAt))
        try insertDeposit(
            reference: reference, into: arrival.vault, quarks: arrival.amount.quarks, intent: id,
            at: plan.intent.createdAt)
        try book(
            Movement.arrival(
                at: .external(address: arrival.tokenAccount, mint: mint), to: arrival.vault, mint: mint,
                quarks: try arrival.amount.quarks.stored(), usd: arrival.usd),
            cause: id)
    }

    private func reserve(_ movements: [Int: SignedMovement], claim: NonceClaim?, now: Instant) throws {
        guard let claim else { return }
        for (_, movement) in movements.sorted(by: { $0.key < $1.key }) {
            let nonce = ClaimedNonce(address: movement.nonce, blockhash: movement.blockhash)
            let isReserved = try reserveNonce(
                nonce, claimant: claim.claimant, signature: movement.signature, now: now)
            guard isReserved else { throw IntentRefusal.race("nonce claim is stale") }
        }
    }
}

extension DatabaseError {
    /// Whether a record with the same key already exists; any other violated constraint is a bug of the writer.
    var isUniquenessConflict: Bool {
        extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE || extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY
    }
}
