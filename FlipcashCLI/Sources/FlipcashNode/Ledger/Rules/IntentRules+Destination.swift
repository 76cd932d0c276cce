import FlipcashCore

/// Checks where a payment may go (payment specification §6.3, rows 14 to 21).
extension IntentRules {
    /// The vault that is paid; nil for a new gift card and for an account outside the node.
    func destination(
        of terms: PublicPaymentTerms, _ variant: PaymentVariant, _ simulation: Simulation, _ source: Vault,
        _ request: IntentRequest, _ admission: Admission
    ) throws -> Vault? {
        if let known = try view.vault(terms.destination) {
            try check(known: known, variant, hasFee: !simulation.fees.isEmpty, source, request)
            return known
        }
        switch variant {
        case .cashLink:
            return nil
        case .payment:
            throw IntentRefusal.invalid("payments to external destinations must be withdrawals")
        case .withdrawal:
            try check(external: terms, hasFee: !simulation.fees.isEmpty, request, admission)
            return nil
        }
    }

    private func check(
        known destination: Vault, _ variant: PaymentVariant, hasFee: Bool, _ source: Vault, _ request: IntentRequest
    ) throws(IntentRefusal) {
        guard variant != .cashLink else {
            throw .invalid("destination must be a brand new gift card account")
        }
        guard destination.mint == request.mint else {
            throw .invalid("destination account is not of \(request.mint.base58) mint")
        }
        guard destination.type == .primary || destination.type == .pool else {
            throw .invalid("destination account must be a PRIMARY or POOL account")
        }
        try Self.checkPayable(destination)
        if variant == .withdrawal {
            guard destination.type == .primary else {
                throw .invalid("destination account must be a PRIMARY account")
            }
            guard !hasFee else {
                throw .invalid("CREATE_ON_SEND_WITHDRAWAL fee payment not required for code destination")
            }
        }
        guard destination.token != source.token else { throw .invalid("payment is a no-op") }
    }

    /// The vault whose deposit address, or whose owner's own token account, a withdrawal pays. Without a chain to observe
    /// the payment, the withdrawal's own unit credits the vault: its owner could not reach the money otherwise.
    func depositVault(of terms: PublicPaymentTerms, _ variant: PaymentVariant) throws -> Vault? {
        switch variant {
        case .payment, .cashLink: nil
        case .withdrawal: settings.hasChain ? nil : try addressedVault(terms)
        }
    }

    /// Row 9 has already refused swap addresses.
    private func addressedVault(_ terms: PublicPaymentTerms) throws -> Vault? {
        // On a chain the owner's own key controls this account.
        if !settings.hasChain, let derived = try view.derivedAddress(terms.destination),
            derived.kind == .ownTokenAccount
        {
            return derived.vault
        }
        if let owner = terms.destinationOwner {
            guard let derived = try view.derivedAddress(owner), derived.kind.isOwner else { return nil }
            return derived.vault
        }
        return try view.vault(depositTokenAccount: terms.destination)
    }

    /// Checks that a vault can receive a payment, before the signatures and again at the commit (row 16).
    static func checkPayable(_ destination: Vault) throws(IntentRefusal) {
        guard destination.balance.isOpen, destination.vaultState != .closed else {
            throw .stale("destination account has been closed")
        }
        guard destination.isManaged else { throw .unmanagedDestination }
    }

    /// Without a chain, a user of the node could never reach money in a token account of a mint that the user has no
    /// vault for.
    private func checkReachable(_ owner: PublicKey, _ mint: PublicKey) throws {
        guard try !settings.hasChain && view.lacksVault(owner, mint: mint) else { return }
        throw IntentRefusal.invalid("destination owner has no account of \(mint.base58) mint")
    }

    private func check(
        external terms: PublicPaymentTerms, hasFee: Bool, _ request: IntentRequest, _ admission: Admission
    ) throws {
        if let owner = terms.destinationOwner {
            guard terms.destination == AssociatedTokenAccount.address(owner: owner, mint: request.mint).address else {
                throw IntentRefusal.invalid("destination is not the ata for \(owner.base58)")
            }
            try checkReachable(owner, request.mint)
        }
        // The node creates the account that holds a swap's funds, without a fee.
        guard !admission.fundsSwap else {
            guard !hasFee else {
                throw IntentRefusal.invalid("CREATE_ON_SEND_WITHDRAWAL fee payment not required for code destination")
            }
            return
        }
        if let vault = try addressedVault(terms) {
            guard vault.type == .primary, vault.mint == request.mint else {
                throw IntentRefusal.invalid("destination is not a token account of \(request.mint.base58) mint")
            }
            try Self.checkPayable(vault)
            guard vault.token != terms.source else { throw IntentRefusal.invalid("payment is a no-op") }
        }
        switch admission.destinationPresence {
        case .exists:
            break
        case .invalid:
            throw IntentRefusal.invalid("destination is not a token account of \(request.mint.base58) mint")
        case .missing:
            guard terms.destinationOwner != nil else {
                throw IntentRefusal.invalid("destination owner account is required to derive ata")
            }
            guard hasFee else { throw IntentRefusal.invalid("CREATE_ON_SEND_WITHDRAWAL fee payment is required") }
        }
    }
}
