import FlipcashCore

/// The initiator of a request, with what the request locks and concerns.
struct Admission: Hashable, Sendable {
    /// The initiator of the payment; for a request signed by a gift card, the owner of the vault that collects.
    let initiator: PublicKey
    let mint: MintRecord
    /// The cash link that is claimed; nil when there is no such link.
    let giftCardIntent: IntentRecord?

    /// Locked while parameters and signatures are exchanged (payment specification §8 and §21.3). Only owners and
    /// vaults that the request's signature entitles its sender to lock.
    let locks: Set<LockKey>
    /// Locked from the verified signatures to the commit: the gift card of a claim. Others know its address, so only
    /// its signature shows who may move it. The plan is then made again.
    let locksAfterSigning: Set<LockKey>
    /// Whether the intent's id is reserved for funding a swap.
    var fundsSwap = false
    /// Whether the settlement has seen the vault to be opened begin to unlock.
    var hasUnlockStarted = false
    /// The token account outside the node that a withdrawal would pay.
    var outsideDestination: PublicKey?
    /// The kind of account that the settlement found there.
    var destinationPresence = TokenAccountPresence.missing
}

/// Performs the checks of payment specification §6 in order; the client gets the first failure.
struct IntentRules<View: LedgerView> {
    let view: View
    let settings: LedgerSettings
    let time: LedgerTime

    /// Checks the envelope and everything else that comes before the accounts are locked (payment specification §6.1).
    ///
    /// - Returns: nil when the account that the request would open is already open.
    /// - Throws: `IntentRefusal`, or what the view throws.
    func admit(_ request: IntentRequest) throws -> Admission? {
        let initiator = try initiator(of: request)
        guard request.owner.verify(signature: request.signature, data: request.signedBytes) else {
            throw IntentRefusal.unauthenticated
        }
        try checkCount(of: request)
        try checkOpenings(of: request, initiator: initiator)
        let use = try view.use(of: request.id)
        guard use != .taken else { throw IntentRefusal.intentExists }
        guard let mint = try view.mint(request.mint), mint.state == .available, settings.accepts(request.mint) else {
            throw IntentRefusal.unsupportedMint
        }
        var giftCardIntent: IntentRecord?
        switch request.terms {
        case .openAccounts(let terms):
            guard terms.accountSet == .user || mint.isCore else {
                throw IntentRefusal.denied(
                    "non-core mint account opening is only supported for the user account set")
            }
        case .sendPublicPayment(let terms):
            guard terms.exchange != nil else { throw IntentRefusal.denied("client exchange data not provided") }
        case .receivePaymentsPublicly(let terms):
            giftCardIntent = try view.giftCardIntent(vault: terms.source)
        case .publicDistribution:
            break
        }
        if try isNoOp(request, initiator: initiator) { return nil }
        let (locks, locksAfterSigning) = try locks(for: request, initiator: initiator)
        return Admission(
            initiator: initiator, mint: mint, giftCardIntent: giftCardIntent, locks: locks,
            locksAfterSigning: locksAfterSigning, fundsSwap: use == .fundsSwap,
            outsideDestination: try outsideDestination(of: request))
    }

    /// Checks the intent and decides what it writes. The caller holds the admission's locks.
    ///
    /// - Throws: `IntentRefusal`, or what the view throws.
    func plan(_ request: IntentRequest, _ admission: Admission) throws -> IntentPlan {
        let plan =
            switch request.terms {
            case .openAccounts(let terms): try planOpening(terms, request, admission)
            case .sendPublicPayment(let terms): try planPayment(terms, request, admission)
            case .receivePaymentsPublicly(let terms): try planClaim(terms, request, admission)
            case .publicDistribution:
                throw IntentRefusal.denied("flipcash does not support the intent type")
            }
        try checkAppMetadata(of: request)
        return plan
    }

    /// As ``plan(_:_:)``; nil when another request has opened the account meanwhile.
    func planUnlessDone(_ request: IntentRequest, _ admission: Admission) throws -> IntentPlan? {
        try isNoOp(request, initiator: admission.initiator) ? nil : plan(request, admission)
    }

    // MARK: Envelope

    private func initiator(of request: IntentRequest) throws -> PublicKey {
        switch try view.ownerKind(request.owner) {
        case .user?:
            return request.owner
        case .giftCard?:
            guard case .receivePaymentsPublicly = request.terms else {
                throw IntentRefusal.invalid("expected a receive payments publicly intent")
            }
            guard case .withdraw(let withdrawal)? = request.actions.first else {
                throw IntentRefusal.invalid(action: 0, "expected a no privacy withdraw action")
            }
            guard let vault = try view.vault(withdrawal.destination), vault.type == .primary else {
                throw IntentRefusal.invalid(action: 0, "destination must be a primary account")
            }
            return vault.owner
        case nil:
            guard case .openAccounts(let terms) = request.terms, terms.accountSet == .user,
                terms.mint == settings.coreMint
            else { throw IntentRefusal.denied("unexpected owner account") }
            return request.owner
        }
    }

    /// Refuses a request with more actions than any intent has, before any work per action. Each kind of intent has its
    /// own text for this.
    private func checkCount(of request: IntentRequest) throws(IntentRefusal) {
        let actionsMax = 3
        guard request.actions.count > actionsMax else { return }
        switch request.terms {
        case .openAccounts: throw .invalid("expected 1 total actions")
        case .sendPublicPayment(let terms): _ = try variant(of: terms, request)
        case .receivePaymentsPublicly: throw .invalid("expected 1 action")
        case .publicDistribution: throw .denied("flipcash does not support the intent type")
        }
    }

    private func checkOpenings(of request: IntentRequest, initiator: PublicKey) throws(IntentRefusal) {
        for (index, action) in request.actions.enumerated() {
            guard case .openAccount(let opening) = action else { continue }
            let owner = opening.type == .giftCard ? opening.authority : initiator
            guard opening.owner == owner else {
                throw .invalid(action: index, "owner must be \(owner.base58)")
            }
            guard opening.authority.verify(signature: opening.authoritySignature, data: opening.signedBytes) else {
                throw .unauthenticated
            }
        }
    }

    private func isNoOp(_ request: IntentRequest, initiator: PublicKey) throws -> Bool {
        guard case .openAccounts = request.terms, request.actions.count == 1,
            case .openAccount(let opening)? = request.actions.first, let vault = try view.vault(opening.token)
        else { return false }
        return vault.type == opening.type && vault.owner == initiator && vault.authority == opening.authority
            && vault.mint == request.mint && vault.balance.isOpen
    }

    private func outsideDestination(of request: IntentRequest) throws -> PublicKey? {
        guard case .sendPublicPayment(let terms) = request.terms, terms.isWithdrawal,
            try view.vault(terms.destination) == nil
        else { return nil }
        return terms.destination
    }

    /// Returns the locks before and after the signatures. A request never locks or waits for another user's vault: the
    /// plan refuses a source that is not the sender's, which needs no lock.
    private func locks(for request: IntentRequest, initiator: PublicKey) throws -> (Set<LockKey>, Set<LockKey>) {
        switch request.terms {
        case .openAccounts, .publicDistribution:
            return ([.owner(initiator.bytes)], [])
        case .sendPublicPayment(let terms):
            guard try view.vault(terms.source)?.owner == initiator else { return ([.owner(initiator.bytes)], []) }
            return ([.owner(initiator.bytes), .vault(terms.source.bytes)], [])
        case .receivePaymentsPublicly(let terms):
            let card = LockKey.vault(terms.source.bytes)
            if try view.vault(terms.source)?.authority == request.owner { return ([card], []) }
            // Another gift card's signature entitles to no lock: it names the initiator only by a destination.
            return request.owner == initiator ? ([.owner(initiator.bytes)], [card]) : ([], [card])
        }
    }

    // MARK: The application's own rules (payment specification §6.6)

    private func checkAppMetadata(of request: IntentRequest) throws(IntentRefusal) {
        guard let metadata = request.appMetadata else { return }
        guard case .sendPublicPayment = request.terms else {
            throw .denied("flipcash app metadata only supported for public payment intents")
        }
        guard metadata.isReadable else { throw .invalid("invalid flipcash app metadata") }
        // App metadata can only name the chat of a payment, and this node has no chats.
        throw .denied("payments into chats are not offered by this node")
    }

    // MARK: Shared checks

    /// Checks that the return of a cash link can use its id, before the signatures and again at the commit. Any client
    /// that knows the link's id can compute this id and use it before the link exists.
    static func checkReturnable(_ returnID: IntentID, view: some LedgerView) throws {
        guard try view.isFree(returnID) else { throw IntentRefusal.returnTaken }
    }

    /// Checks that each action's mint is the intent's mint.
    func checkMints(of request: IntentRequest) throws(IntentRefusal) {
        for (index, action) in request.actions.enumerated() where action.mint != request.mint {
            throw .invalid(action: index, "mint must be \(request.mint.base58)")
        }
    }

    /// Checks that all of the user's vaults of the mint are managed, before the signatures and again at the commit.
    static func checkManaged(_ initiator: PublicKey, mint: PublicKey, view: some LedgerView) throws {
        guard try view.vaults(owner: initiator, mint: mint).allSatisfy(\.isManaged) else {
            throw IntentRefusal.unmanagedSource
        }
    }

    /// Returns a vault to open, with the addresses derived from it. A gift card is created in ledger time, by which it
    /// ages.
    func newVault(_ opening: RequestedAction.Opening, type: AccountType, mint: MintRecord) -> OpenedVault {
        OpenedVault(
            Vault(
                token: opening.token, owner: opening.owner, authority: opening.authority, mint: mint.mint, type: type,
                index: opening.index, createdAt: type == .giftCard ? time.latest : time.now, vaultState: .unobserved,
                balance: .opened),
            timelock: mint.timelock(of: opening.authority))
    }

    /// The steps of the request's actions.
    func steps(of request: IntentRequest) -> [IntentPlan.Step] {
        request.actions.enumerated().map { index, action in
            IntentPlan.Step(action, index: index, request: request) { settings.feeDestination(mint: request.mint) }
        }
    }
}
