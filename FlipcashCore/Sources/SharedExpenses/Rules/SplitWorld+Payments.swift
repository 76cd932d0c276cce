extension SplitWorld {
    /// Stores a payment of the caller.
    ///
    /// Cash can be recorded by both people. Money between wallets is reported by the person who pays.
    mutating func putPayment(
        _ incoming: SplitPayment, by caller: SplitCaller, at now: SplitTime
    ) throws(SplitFailure) -> OperationEffect {
        let (isPayer, isPayee) = (caller.isSelf(incoming.from), caller.isSelf(incoming.to))
        guard isPayer || isPayee else { throw SplitFailure(.notParty) }
        let isByWallet = incoming.method == .direct || incoming.method == .cashLink
        guard isPayer || !isByWallet else { throw SplitFailure(.notParty) }
        guard !(isPayer && isPayee) else { throw SplitFailure(.samePerson) }
        _ = try incoming.amount.checked()
        guard incoming.amount.units > 0 else { throw SplitFailure(.amountSign) }
        guard incoming.settles.count <= 512 else { throw SplitFailure(.limitExceeded) }
        try checkParties(of: incoming, by: caller)
        var payment = incoming
        payment.isVerified = false
        payment.recordedBy = caller.account
        payment.completedAt = nil
        payment.version = 1
        switch incoming.state {
        case .proposed: break
        case .submitted where isByWallet: break
        case .completed where !isByWallet: payment.completedAt = now
        case .submitted, .completed, .failed, .voided, .expired: throw SplitFailure(.paymentState)
        }
        payment.createdAt = now
        guard !removed.contains(payment.id) else { throw SplitFailure(.notFound) }
        if let stored = payments[payment.id] {
            guard stored.isSamePromise(as: payment), stored.recordedBy == caller.account else {
                throw SplitFailure(.conflict)
            }
            return OperationEffect(isUnchanged: true, version: stored.version)
        }
        payments[payment.id] = payment
        return OperationEffect(version: 1)
    }

    private func checkParties(of payment: SplitPayment, by caller: SplitCaller) throws(SplitFailure) {
        if let id = payment.groupID {
            guard let group = groups[id], isMember(caller.account, of: group) else {
                throw SplitFailure(.groupNotFound)
            }
            let members = Set(group.members.map { aliases.resolve($0.id) })
            for member in [payment.from, payment.to] where !members.contains(aliases.resolve(member)) {
                throw SplitFailure(.unknownMember, ["member": .text(member.text)])
            }
        } else {
            let surface = Set(surface(of: caller.account).map { aliases.resolve($0) })
            for member in [payment.from, payment.to] where !surface.contains(aliases.resolve(member)) {
                throw SplitFailure(.notFound)
            }
        }
        if let reversed = payment.reverses {
            guard let stored = payments[reversed], viewers(of: stored).contains(caller.account) else {
                throw SplitFailure(.notFound)
            }
            guard stored.from == payment.to, stored.to == payment.from else { throw SplitFailure(.notParty) }
        }
    }

    /// Moves a payment to another state.
    ///
    /// The person who recorded a payment moves it. The payee of a cash link can also complete it: the link may have
    /// been collected by another account of the payee, which only the payee knows. The payee's word never names the
    /// money.
    ///
    /// - Throws: ``SplitFailure`` `not_found`, `not_party`, and `payment_state` for a step that is not possible or
    ///   whose money has not moved.
    mutating func advancePayment(
        _ advance: PaymentAdvance, by caller: SplitCaller, at now: SplitTime, proof: PaymentProof
    ) throws(SplitFailure) -> OperationEffect {
        guard var payment = payments[advance.payment], viewers(of: payment).contains(caller.account) else {
            throw SplitFailure(.notFound)
        }
        let isRecorder = payment.isRecorder(caller)
        guard isRecorder || payment.isConfirmation(advance, by: caller) else { throw SplitFailure(.notParty) }
        if advance.state == payment.state { return OperationEffect(isUnchanged: true, version: payment.version) }
        guard payment.state.event(to: advance.state, method: payment.method) != nil else {
            throw SplitFailure(.paymentState)
        }
        payment.state = advance.state
        if isRecorder {
            if let intent = advance.intent { payment.intent = intent }
            if let vault = advance.giftCardVault { payment.giftCardVault = vault }
            if let paid = advance.paid { payment.paid = paid }
        }
        if advance.state == .completed {
            payment.completedAt = now
            if payment.method == .direct || payment.method == .cashLink {
                guard !isSpent(payment), proof(payment) else { throw SplitFailure(.paymentState) }
                payment.isVerified = true
            }
        }
        payment.version += 1
        payments[payment.id] = payment
        return OperationEffect(version: payment.version)
    }

    /// Whether the money that a payment names has completed another payment.
    private func isSpent(_ payment: SplitPayment) -> Bool {
        payments.values.contains { other in
            other.id != payment.id && other.isVerified && other.method == payment.method
                && (payment.method == .direct
                    ? other.intent == payment.intent : other.giftCardVault == payment.giftCardVault)
        }
    }

    /// Closes a group whose nets are all zero (expense specification §9.6).
    ///
    /// Splits that are still open between pairs are marked as settled, and the credits of the group end. Expenses
    /// that are added later do not count into the closing, whatever their date.
    mutating func close(
        _ incoming: GroupClosing, by caller: SplitCaller, at now: SplitTime
    ) throws(SplitFailure) -> OperationEffect {
        guard let group = groups[incoming.groupID], isMember(caller.account, of: group) else {
            throw SplitFailure(.groupNotFound)
        }
        guard group.owner == caller.account else { throw SplitFailure(.forbidden) }
        if let stored = closings[incoming.id] {
            guard stored.groupID == incoming.groupID else { throw SplitFailure(.conflict) }
            return OperationEffect(isUnchanged: true)
        }
        let ledger = try ledger(of: group.id)
        guard try ledger.isClosable() else { throw SplitFailure(.notClosable) }
        let open = Set(ledger.openSplits)
        for var expense in expenses(in: group.id) where expense.splits.contains(where: { open.contains($0.id) }) {
            for index in expense.splits.indices where open.contains(expense.splits[index].id) {
                expense.splits[index].isSettled = true
            }
            expense.version += 1
            expense.updatedAt = now
            expenses[expense.id] = expense
        }
        var closing = incoming
        closing.at = now
        closings[closing.id] = closing
        return OperationEffect()
    }
}

extension SplitPayment {
    /// Whether a person may move the payment through all its states: the payer, or the payee who recorded it.
    public func isRecorder(_ caller: SplitCaller) -> Bool {
        caller.isSelf(from) || (caller.isSelf(to) && recordedBy == caller.account)
    }

    /// Whether a step is the payee's word that the money of a cash link has arrived.
    public func isConfirmation(_ advance: PaymentAdvance, by caller: SplitCaller) -> Bool {
        method == .cashLink && advance.state == .completed && caller.isSelf(to) && !isRecorder(caller)
    }

    /// Whether two payments promise the same, whatever their states.
    func isSamePromise(as other: SplitPayment) -> Bool {
        from == other.from && to == other.to && amount == other.amount && groupID == other.groupID
            && settles == other.settles && method == other.method && reverses == other.reverses && rate == other.rate
    }
}
