import FlipcashCore

extension StoreWriter {
    /// Writes an accepted intent (unit T1), after checking again everything that may have changed since the plan was
    /// made.
    ///
    /// - Parameters:
    ///   - movements: the signed movements, by action.
    ///   - isFinal: whether the intent is settled by this commit; otherwise a worker settles it later.
    /// - Throws: `IntentRefusal` for what another intent changed meanwhile; `PostingFailure` or `SQLFailure` when the
    ///   ledger or the database refuses what the rules accepted, which is the node's fault. The caller's unit is undone
    ///   then.
    func commit(_ plan: IntentPlan, movements: [Int: SignedMovement], isFinal: Bool) throws {
        do {
            try check(plan, isFinal: isFinal)
            let sequence = try write(plan, movements: movements, isFinal: isFinal)
            try book(plan.postings, cause: sequence)
            if isFinal, let card = plan.predicates.unclaimedGiftCard { try setVaultState(.closed, of: card) }
            try creditArrival(of: plan, movements: movements)
        } catch let failure as PostingFailure {
            guard let refusal = IntentRefusal(failure) else { throw failure }
            throw refusal
        } catch SQLFailure.duplicate {
            throw IntentRefusal.race("a record already exists")
        }
    }

    /// Checks what the statements of the commit do not check themselves. A debit requires a managed source with enough
    /// quarks, a drain requires the whole balance, the intent requires a free id, and the sum of a day its limit.
    private func check(_ plan: IntentPlan, isFinal: Bool) throws {
        if let returnID = plan.returnID { try IntentRules<StoreWriter>.checkReturnable(returnID, view: self) }
        if let card = plan.predicates.unclaimedGiftCard {
            try IntentRules<StoreWriter>.checkManaged(plan.intent.initiator, mint: plan.intent.mint, view: self)
            try IntentRules<StoreWriter>.checkUnclaimed(card, view: self)
        }
        if let destination = try plan.predicates.destination.flatMap({ try vault($0) }) {
            try IntentRules<StoreWriter>.checkPayable(destination)
        }
        // The owner of an outside account may have opened a vault meanwhile, which the payment would miss.
        if isFinal, plan.arrival == nil, case .external(let address, _)? = plan.postings.dropFirst().first?.account,
            try derivedAddress(address)?.kind == .ownTokenAccount
        {
            throw IntentRefusal.race("\(address.base58) belongs to a vault now")
        }
        for opened in plan.opened where try vault(opened.vault.token) != nil {
            throw IntentRefusal.race("\(opened.vault.token.base58) already exists")
        }
    }

    /// Records accounts, intent and actions; returns the intent's place in the order of commits.
    private func write(_ plan: IntentPlan, movements: [Int: SignedMovement], isFinal: Bool) throws -> Int64 {
        for opened in plan.opened { try open(isFinal ? opened.locked : opened) }
        for posting in plan.postings {
            if case .external = posting.account { try register(posting.account, mint: posting.mint) }
        }
        var intent = plan.intent
        if isFinal { intent.state = .confirmed }
        guard let sequence = try insert(intent) else { throw IntentRefusal.intentExists }
        if let limit = plan.predicates.limit {
            guard try countSent(limit, sequence: sequence) else { throw IntentRefusal.overLimit }
            // Otherwise ledger time could run back behind the payment after a restart, and the payment would count for
            // longer than a day.
            try noteTime(limit.ledgerTime)
        }
        for step in plan.steps {
            var action = step.action
            action.signed = movements[action.actionID]
            if isFinal, action.state == .pending { action.state = .confirmed }
            try insert(action, sequence: sequence, mint: intent.mint)
        }
        try writeGiftCards(plan, sequence: sequence)
        return sequence
    }

    private func writeGiftCards(_ plan: IntentPlan, sequence: Int64) throws {
        if let returnID = plan.returnID, let card = plan.opened.first?.vault {
            try insertGiftCard(card, issuedBy: sequence, returnID: returnID)
        }
        guard let card = plan.predicates.unclaimedGiftCard else { return }
        guard try endGiftCard(card, by: sequence) else { throw IntentRefusal.giftCardClaimed }
    }

    /// Credits a vault with money that the payment sent to an outside account of its owner. Books it as a deposit under the
    /// payment's signature, as an outside observer would.
    private func creditArrival(of plan: IntentPlan, movements: [Int: SignedMovement]) throws {
        guard let arrival = plan.arrival else { return }
        let transfer = plan.steps.first { $0.action.type == .transfer }?.action.actionID
        guard let reference = transfer.flatMap({ movements[$0] })?.signature.base58 else {
            throw IntentRefusal.signatureCount("at least one signature is missing")
        }
        let mint = plan.intent.mint
        let id = try firstFree { .externalDeposit(reference: reference, destination: arrival.vault, attempt: $0) }
        let deposit = IntentRecord(
            sequence: nil, id: id, type: .externalDeposit, mint: mint, initiator: arrival.owner,
            destinationOwner: arrival.owner, destination: arrival.vault, source: arrival.tokenAccount,
            amount: arrival.amount, flags: [], appMetadata: nil, state: .confirmed, createdAt: plan.intent.createdAt)
        guard let sequence = try insert(deposit) else { throw IntentRefusal.intentExists }
        try insertDeposit(reference: reference, into: arrival.vault, sequence: sequence)
        try book(
            Movement.arrival(
                at: .external(address: arrival.tokenAccount, mint: mint), to: arrival.vault, mint: mint,
                quarks: try arrival.amount.quarks.stored(), usd: arrival.usd),
            cause: sequence)
    }
}
