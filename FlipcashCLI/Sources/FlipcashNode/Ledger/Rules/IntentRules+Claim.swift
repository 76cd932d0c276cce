import FlipcashCore

extension IntentRules {
    /// Performs the checks of payment specification §6.4.
    func planClaim(_ terms: ClaimTerms, _ request: IntentRequest, _ admission: Admission) throws -> IntentPlan {
        guard let issued = admission.giftCardIntent, let amount = issued.amount else {
            throw IntentRefusal.invalid("source is not a remote send gift card")
        }
        guard !terms.hasExchangeData else { throw IntentRefusal.invalid("exchange data cannot be set") }
        guard let primary = try view.primaryVault(owner: admission.initiator, mint: request.mint) else {
            throw IntentRefusal.invalid("initiator mint accounts don't exist")
        }
        guard try settings.antispam.allowsReceivePayments(admission.initiator, view).isAllowed else {
            throw IntentRefusal.denied("too many payments")
        }
        try Self.checkManaged(admission.initiator, mint: request.mint, view: view)
        let card = try checkGiftCard(terms)
        try checkShape(of: request, terms: terms, primary: primary, card: card)
        _ = try checkFunding(of: request, admission)
        let usd = try basis(of: amount.quarks, usd: amount.usdMicros, mint: admission.mint)
        return IntentPlan(
            kind: .claim,
            intent: IntentRecord(
                sequence: nil, id: request.id, type: .receivePaymentsPublicly, mint: request.mint,
                initiator: admission.initiator, destinationOwner: primary.owner, destination: primary.token,
                source: card.token, amount: amount, flags: .indirectSend, appMetadata: nil, state: .pending,
                createdAt: time.now),
            steps: steps(of: request),
            opened: [],
            postings: Movement.withdraw(
                from: card.token, to: .vault(primary.token), mint: request.mint,
                quarks: try amount.quarks.stored(), usd: usd),
            predicates: IntentPlan.Predicates(unclaimedGiftCard: card.token))
    }

    /// Checks the state of a gift card, before the claim and again at its commit.
    @discardableResult
    static func checkUnclaimed(_ token: PublicKey, view: some LedgerView) throws -> Vault {
        guard try view.claim(of: token) == nil else { throw IntentRefusal.giftCardClaimed }
        if let autoReturn = try view.autoReturn(of: token), autoReturn.state != .unscheduled {
            throw IntentRefusal.giftCardExpired
        }
        guard let card = try view.vault(token) else {
            throw IntentRefusal.invalid("source is not a remote send gift card")
        }
        guard card.vaultState != .closed else { throw IntentRefusal.giftCardClaimed }
        guard card.isManaged else { throw IntentRefusal.unmanagedSource }
        return card
    }

    private func checkGiftCard(_ terms: ClaimTerms) throws -> Vault {
        let card = try Self.checkUnclaimed(terms.source, view: view)
        guard card.balance.quarks != 0 else { throw IntentRefusal.giftCardClaimed }
        guard UInt64(exactly: card.balance.quarks) == terms.quarks else {
            throw IntentRefusal.invalid(
                "must receive entire gift card balance of \(card.balance.quarks) quarks")
        }
        guard !GiftCardLifetime.isClaimOver(createdAt: card.createdAt, now: time.latest) else {
            throw IntentRefusal.giftCardExpired
        }
        return card
    }

    private func checkShape(of request: IntentRequest, terms: ClaimTerms, primary: Vault, card: Vault) throws {
        guard request.actions.count == 1, let action = request.actions.first else {
            throw IntentRefusal.invalid("expected 1 action")
        }
        try checkMints(of: request)
        guard card.mint == request.mint else {
            throw IntentRefusal.invalid(action: 0, "mint must be \(card.mint.base58)")
        }
        let simulation = try Simulation(request.actions, view: view)
        guard let quarks = Int64(exactly: terms.quarks) else {
            throw IntentRefusal.invalid("must receive \(terms.quarks) quarks from source account")
        }
        guard simulation[primary.token] != nil else {
            throw IntentRefusal.invalid("must send payment to PRIMARY account")
        }
        guard simulation[card.token]?.total(withAutoReturns: true) == -quarks else {
            throw IntentRefusal.invalid("must receive \(quarks) quarks from source account")
        }
        // The only action moves the amount from the card to the PRIMARY account. As a withdrawal it opens nothing, and
        // closes the card and nothing else.
        guard case .withdraw(let withdrawal) = action, !withdrawal.isAutoReturn else {
            throw IntentRefusal.invalid("transfer must be a public withdraw")
        }
    }

    /// The cost of a movement, in millionths of a US dollar. A core-mint quark costs exactly one.
    func basis(of quarks: UInt64, usd: Int64, mint: MintRecord) throws -> Int64 {
        mint.isCore ? try quarks.stored() : usd
    }
}
