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
        // A link has three actions: the opening, the transfer and one more. After the checks of the rows above, the
        // third one can only be a scheduled withdrawal of everything that an account holds, to the source of the payment.
        // That account must be the gift card.
        guard let returned = simulation.closed.first, returned.token == terms.destination else {
            throw .invalid("expected auto-return for the remote send gift card")
        }
    }

    /// The envelope has made the owner the authority. The simulation has derived the vault from the authority, and has
    /// found it new, so that it is not the initiator's.
    private func check(
        giftCard opening: RequestedAction.Opening, _ index: Int, _ terms: PublicPaymentTerms, _ admission: Admission
    ) throws(IntentRefusal) {
        guard opening.type == .giftCard else {
            throw .invalid(action: index, "account type must be REMOTE_SEND_GIFT_CARD")
        }
        guard opening.index == 0 else { throw .invalid(action: index, "index must be 0") }
        guard opening.token == terms.destination else {
            throw .invalid(action: index, "token must be \(terms.destination.base58)")
        }
        guard !admission.hasUnlockStarted else { throw .unlockStarted }
    }
}
