import FlipcashCore

/// Checks what a payment may open and close (payment specification §6.3, rows 26 to 28).
extension IntentRules {
    /// Checks that a cash link opens one gift card and schedules its return, and that other forms open and close
    /// nothing.
    func checkOpenedAndClosed(
        _ check: PaymentCheck, _ simulation: Simulation, _ terms: PublicPaymentTerms, _ request: IntentRequest,
        _ admission: Admission
    ) throws(IntentRefusal) {
        guard check.variant == .cashLink else {
            guard simulation.opened.isEmpty else { throw .invalid("cannot open any account") }
            guard simulation.closed.isEmpty else { throw .invalid("cannot close any account") }
            return
        }
        guard simulation.opened.count == 1, let opened = simulation.opened.first, let index = opened.openedBy,
            case .openAccount(let opening) = request.actions[index]
        else { throw .invalid("expected 1 account opened") }
        try self.check(giftCard: opening, index, terms, admission)
        let closed = simulation.closed
        guard closed.allSatisfy(\.isAutoReturned) else {
            throw .invalid("expected no closed accounts outside of auto-returns")
        }
        guard closed.count == 1, let returned = closed.first else {
            throw .invalid("expected exactly 1 auto-returned account")
        }
        guard returned.token == terms.destination else {
            throw .invalid("expected auto-return for the remote send gift card")
        }
        try self.check(autoReturnOf: returned, check, request)
    }

    private func check(
        giftCard opening: RequestedAction.Opening, _ index: Int, _ terms: PublicPaymentTerms, _ admission: Admission
    ) throws(IntentRefusal) {
        guard opening.type == .giftCard else {
            throw .invalid(action: index, "account type must be REMOTE_SEND_GIFT_CARD")
        }
        guard opening.owner != admission.initiator else {
            throw .invalid(action: index, "owner cannot be \(admission.initiator.base58)")
        }
        guard opening.owner == opening.authority else {
            throw .invalid(action: index, "authority must be \(opening.owner.base58)")
        }
        guard opening.index == 0 else { throw .invalid(action: index, "index must be 0") }
        let vault = admission.mint.timelock(of: opening.authority).vault.address
        guard opening.token == vault else { throw .invalid(action: index, "token must be \(vault.base58)") }
        guard opening.token == terms.destination else {
            throw .invalid(action: index, "token must be \(terms.destination.base58)")
        }
        guard !admission.hasUnlockStarted else { throw .unlockStarted }
    }

    private func check(autoReturnOf card: Simulation.Account, _ check: PaymentCheck, _ request: IntentRequest)
        throws(IntentRefusal)
    {
        guard let index = card.closedBy, case .withdraw(let withdrawal) = request.actions[index] else {
            throw .invalid("expected auto-return for the remote send gift card")
        }
        guard withdrawal.amount == check.amount.quarks else {
            throw .invalid("must auto-return \(check.amount.quarks) quarks from remote send gift card")
        }
        guard withdrawal.destination == check.source.token else {
            throw .invalid("gift card auto-return balance must go to the source account")
        }
    }
}
