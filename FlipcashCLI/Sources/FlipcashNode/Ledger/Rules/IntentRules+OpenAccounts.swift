import FlipcashCore

extension IntentRules {
    /// Performs the checks of payment specification §6.2.
    func planOpening(_ terms: OpenAccountsTerms, _ request: IntentRequest, _ admission: Admission) throws
        -> IntentPlan
    {
        guard try settings.antispam.allowsOpenAccounts(admission.initiator, view).isAllowed else {
            throw IntentRefusal.denied("antispam guard denied account creation")
        }
        try checkMints(of: request)
        guard request.actions.count == 1, case .openAccount(let opening)? = request.actions.first else {
            throw IntentRefusal.invalid("expected 1 total actions")
        }
        try check(opening, accountSet: terms.accountSet, admission)
        guard !admission.hasUnlockStarted else { throw IntentRefusal.unlockStarted }
        _ = try Simulation(request.actions, view: view)
        _ = try checkFunding(of: request, admission)
        guard terms.accountSet == .user else { throw IntentRefusal.denied("pool account opening is disabled") }
        return IntentPlan(
            kind: .openAccounts,
            intent: IntentRecord(
                sequence: nil, id: request.id, type: .openAccounts, mint: request.mint,
                initiator: admission.initiator, destinationOwner: nil, destination: nil, source: nil, amount: nil,
                flags: [], appMetadata: nil, state: .pending, createdAt: time.now),
            steps: steps(of: request),
            opened: [newVault(opening, type: .primary, mint: admission.mint)],
            postings: [])
    }

    /// Checks the account to open, except its owner, which was checked with the envelope.
    private func check(
        _ opening: RequestedAction.Opening, accountSet: OpenAccountsTerms.AccountSet, _ admission: Admission
    ) throws(IntentRefusal) {
        let initiator = admission.initiator
        switch accountSet {
        case .user:
            guard opening.type == .primary else { throw .invalid(action: 0, "account type must be PRIMARY") }
            guard opening.index == 0 else { throw .invalid(action: 0, "index must be 0") }
            guard opening.authority == initiator else {
                throw .invalid(action: 0, "authority must be \(initiator.base58)")
            }
        case .pool:
            guard opening.type == .pool else { throw .invalid(action: 0, "account type must be POOL") }
            guard opening.authority != initiator else {
                throw .invalid(action: 0, "authority cannot be \(initiator.base58)")
            }
        }
        let vault = admission.mint.timelock(of: opening.authority).vault.address
        guard opening.token == vault else { throw .invalid(action: 0, "token must be \(vault.base58)") }
    }
}
