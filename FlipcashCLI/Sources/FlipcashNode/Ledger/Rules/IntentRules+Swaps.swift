import FlipcashCore

/// Checks intents that fund swaps (payment specification §16.5).
extension IntentRules {
    /// Checks that an intent whose id is reserved for a swap funds it.
    ///
    /// - Returns: the swap; nil for an intent with any other id.
    func checkFunding(of request: IntentRequest, _ admission: Admission) throws -> SwapRecord? {
        guard admission.fundsSwap, let swap = try view.swap(fundedBy: request.id) else { return nil }
        guard swap.state == .created else { throw IntentRefusal.denied("swap state is \(swap.state.name)") }
        guard case .sendPublicPayment(let terms) = request.terms else {
            throw IntentRefusal.denied("intent id reserved to fund swap")
        }
        guard admission.initiator == swap.owner else { throw IntentRefusal.denied("not the owner of the swap") }
        guard terms.isWithdrawal else {
            throw IntentRefusal.invalid("swap funding must be an external withdrawal")
        }
        guard let owner = terms.destinationOwner, try view.derivedAddress(owner)?.kind == .swap else {
            throw IntentRefusal.invalid("destination owner must be a vm swap pda")
        }
        guard request.mint == swap.from else {
            throw IntentRefusal.invalid("must fund swap with \(swap.from.base58) mint")
        }
        guard let funds = swap.funds, terms.exchange?.quarks ?? funds == funds else {
            throw IntentRefusal.invalid("must fund swap with \(swap.funds ?? .max) quarks")
        }
        return swap
    }

    /// Row 9: only the intent of a swap pays a swap's holding account, and only its owner's for the right mint.
    ///
    /// - Parameter swap: the swap that the intent funds.
    func checkSwaps(_ terms: PublicPaymentTerms, funding swap: SwapRecord?, _ admission: Admission) throws {
        let owner = try terms.destinationOwner.flatMap(view.derivedAddress)
        guard try owner?.kind == .swap || isSwapTokenAccount(terms.destination) else { return }
        guard swap != nil else {
            throw IntentRefusal.denied("intent id is not reserved for a swap")
        }
        guard let owner, owner.vault.owner == admission.initiator else {
            throw IntentRefusal.denied("can only send to your own vm swap pda")
        }
        guard owner.vault.mint == admission.mint.mint else {
            throw IntentRefusal.invalid("vm swap pda is for a different mint")
        }
    }

    /// A vault is never such an account, so that payments between people need no look-up.
    private func isSwapTokenAccount(_ address: PublicKey) throws -> Bool {
        guard try view.vault(address) == nil else { return false }
        return try view.derivedAddress(address)?.kind == .swapTokenAccount
    }
}
