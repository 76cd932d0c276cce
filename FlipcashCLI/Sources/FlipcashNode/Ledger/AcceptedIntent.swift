import FlipcashCore

/// A plan with the client's signatures: what unit T1 writes.
struct AcceptedIntent: Hashable, Sendable {
    let plan: IntentPlan
    /// The signed movements, by action.
    let movements: [Int: SignedMovement]
    /// Whether the commit settles the intent; otherwise a worker settles it later.
    let isFinal: Bool

    /// - Throws: `IntentRefusal` when a movement is not signed.
    init(_ plan: IntentPlan, movements: [Int: SignedMovement], isFinal: Bool) throws(IntentRefusal) {
        guard plan.signings.allSatisfy({ movements[$0.actionID] != nil }) else {
            throw .signatureCount("at least one signature is missing")
        }
        self.plan = plan
        self.movements = movements
        self.isFinal = isFinal
    }

    /// The unit that writes the intent.
    var unit: LedgerUnit {
        switch plan.kind {
        case .openAccounts: .openAccounts(self)
        case .payment: plan.returnID == nil ? .payment(self) : .giftCardIssue(self)
        case .claim: .claim(self)
        }
    }
}

extension AcceptedIntent {
    /// What may have changed since the plan was made, and what the writes do not require themselves. A debit requires a
    /// managed source with enough quarks, a drain the whole balance, the intent a free id, and the sum of a day its
    /// limit.
    var predicates: [UnitPredicate] {
        var predicates: [UnitPredicate] = []
        if let returnID = plan.returnID { predicates.append(.returnable(returnID)) }
        if let card = plan.predicates.unclaimedGiftCard {
            predicates.append(.managed(owner: plan.intent.initiator, mint: plan.intent.mint))
            predicates.append(.unclaimed(card))
        }
        if let vault = plan.predicates.destination { predicates.append(.payable(vault)) }
        if isFinal, plan.arrival == nil, case .external(let address, _)? = plan.postings.dropFirst().first?.account {
            predicates.append(.outside(address))
        }
        return predicates + plan.opened.map { .unopened($0.vault.token) }
    }

    /// Accounts, intent and actions, then the movements, then what follows from them.
    var writes: [UnitWrite] {
        plan.opened.map { .open(isFinal ? $0.locked : $0) } + registrations + [.intent(intent)] + limit + actions
            + giftCards + [.postings(plan.postings)] + closing + arrival + funding
    }

    private var intent: IntentRecord {
        var intent = plan.intent
        if isFinal { intent.state = .confirmed }
        return intent
    }

    private var registrations: [UnitWrite] {
        plan.postings.compactMap { posting in
            switch posting.account {
            case .external, .swapHolding: .register(posting.account, mint: posting.mint)
            case .vault, .feeCollector, .pool, .mintAuthority, .airdropper: nil
            }
        }
    }

    /// The payment's part of its sender's daily limit, and the ledger time at which it counts. If that time were not
    /// recorded, ledger time could run back behind it after a restart, and the payment would count for more than a day.
    private var limit: [UnitWrite] {
        plan.predicates.limit.map { [.sent($0), .time($0.ledgerTime)] } ?? []
    }

    private var actions: [UnitWrite] {
        plan.steps.map { step in
            var action = step.action
            action.signed = movements[action.actionID]
            if isFinal, action.state == .pending { action.state = .confirmed }
            return .action(action)
        }
    }

    private var giftCards: [UnitWrite] {
        var writes: [UnitWrite] = []
        if let returnID = plan.returnID, let card = plan.opened.first?.vault {
            writes.append(.giftCard(card, returnID: returnID))
        }
        if let card = plan.predicates.unclaimedGiftCard { writes.append(.endGiftCard(card)) }
        return writes
    }

    private var closing: [UnitWrite] {
        guard isFinal, let card = plan.predicates.unclaimedGiftCard else { return [] }
        return [.vaultState(.closed, of: card)]
    }

    private var funding: [UnitWrite] { plan.fundedSwap.map { [.fundSwap($0)] } ?? [] }

    /// Credits a vault with money that the payment sent to an outside account of its owner. Books it as a deposit under
    /// the payment's signature, as an outside observer would.
    private var arrival: [UnitWrite] {
        let transfer = plan.steps.first { $0.action.type == .transfer }?.action.actionID
        guard let arrival = plan.arrival, let signed = transfer.flatMap({ movements[$0] }) else { return [] }
        let deposit = DepositRecord(
            reference: signed.signature.base58, vault: arrival.vault, owner: arrival.owner, mint: plan.intent.mint,
            tokenAccount: arrival.tokenAccount, amount: arrival.amount, usd: arrival.usd,
            createdAt: plan.intent.createdAt)
        return deposit.writes
    }
}
