import FlipcashCore

/// The three forms of a public payment (payment specification §5.2).
enum PaymentVariant: Hashable, Sendable {
    case payment
    case withdrawal
    case cashLink
}

/// The destination and the value of a payment: all that the plan needs besides the actions.
struct PaymentCheck {
    let variant: PaymentVariant
    let source: Vault
    /// The vault of another user; nil for a gift card and for an account outside the node.
    let destination: Vault?
    /// The vault whose deposit address is paid; nil for other payments.
    let depositVault: Vault?
    let amount: IntentAmount
    let fee: UInt64
    /// The value of the fee, in millionths of a US dollar.
    let feeUSD: Int64
    /// The swap that the payment funds.
    let swap: SwapRecord?
}

extension IntentRules {
    /// Performs the checks of payment specification §6.3.
    func planPayment(_ terms: PublicPaymentTerms, _ request: IntentRequest, _ admission: Admission) throws
        -> IntentPlan
    {
        guard let exchange = terms.exchange else {
            throw IntentRefusal.denied("client exchange data not provided")
        }
        let limit = try checkSender(terms, exchange, admission)
        guard exchange.mint == request.mint else {
            throw IntentRefusal.invalid("expected exchange data mint to be \(request.mint.base58)")
        }
        let checked = try checkedExchange(exchange, request)
        let simulation = try Simulation(request.actions, view: view)
        let fees = try checkFees(checked, terms, request)
        let swap = try checkFunding(of: request, admission)
        try checkSwaps(terms, funding: swap, admission)
        let variant = try variant(of: terms, request)
        try checkMints(of: request)
        let source = try source(of: terms, admission)
        let destination = try destination(of: terms, variant, simulation, source, request, admission)
        let isAddressed = destination == nil && swap == nil
        let depositVault = isAddressed ? try depositVault(of: terms, variant) : nil
        // Row 22.
        guard fees.count <= 1 else { throw IntentRefusal.invalid("expected at most 1 fee payment") }
        let check = PaymentCheck(
            variant: variant, source: source, destination: destination, depositVault: depositVault,
            amount: checked.amount(mint: admission.mint), fee: fees.first ?? 0,
            feeUSD: fees.first ?? 0 == 0 ? 0 : settings.withdrawalFee.usdMicros,
            swap: swap)
        try checkMovements(check, simulation, terms, request)
        try checkParties(check, request)
        try checkOpenedAndClosed(check, simulation, terms, request, admission)
        return try plan(check, limit, terms, request, admission)
    }

    /// Rows 1 to 4: whether this user may send, and this amount.
    private func checkSender(
        _ terms: PublicPaymentTerms, _ exchange: ReceivedExchangeData, _ admission: Admission
    ) throws -> IntentPlan.DailyLimit? {
        guard try !view.vaults(owner: admission.initiator, mint: admission.mint.mint).isEmpty else {
            throw IntentRefusal.invalid("initiator mint accounts don't exist")
        }
        guard try settings.antispam.allowsSendPayment(admission.initiator, view).isAllowed else {
            throw IntentRefusal.denied("too many payments")
        }
        let limit = try terms.isWithdrawal ? nil : checkLimits(exchange, admission)
        try Self.checkManaged(admission.initiator, mint: admission.mint.mint, view: view)
        return limit
    }

    /// Checks that the payment fits into the user's daily limit (payment specification §11).
    private func checkLimits(_ exchange: ReceivedExchangeData, _ admission: Admission) throws
        -> IntentPlan.DailyLimit?
    {
        // The checks of the exchange data refuse unusable numbers with their own texts.
        guard exchange.nativeAmount.isFinite, let proof = exchange.rateProof, proof.rate > 0, proof.rate.isFinite
        else { return nil }
        guard let usd = ExchangeDataRules.usdMicros(nativeAmount: exchange.nativeAmount, rate: proof.rate)
        else { throw IntentRefusal.overLimit }
        let since = time.latest.advanced(by: .zero - SendLimitRules.window)
        let consumed = try view.usdSent(by: admission.initiator, since: since)
        guard
            SendLimitRules.allows(
                nativeAmount: exchange.nativeAmount, currencyCode: proof.currencyCode, usdMicros: usd,
                consumedUSDMicros: consumed),
            settings.dailyLimit.allows(usd, after: consumed)
        else { throw IntentRefusal.overLimit }
        return IntentPlan.DailyLimit(
            owner: admission.initiator, since: since, ledgerTime: time.latest, usdMicros: usd,
            enforcedMicros: settings.dailyLimit.enforcedMicros)
    }

    /// Row 6. An amount above the range of the books exceeds any balance; row 7 refuses it with its own text.
    private func checkedExchange(_ exchange: ReceivedExchangeData, _ request: IntentRequest) throws -> CheckedExchange {
        let policy = ExchangeDataRules.ProofPolicy(
            nodeKey: settings.nodeKey, coreMint: settings.coreMint, reserveProofAgeMax: settings.reserveProofAgeMax)
        do {
            return try ExchangeDataRules.checked(
                exchange, policy: policy, now: time.now, memory: settings.knownProofs)
        } catch {
            if error == .valueOutOfRange { _ = try Simulation(request.actions, view: view) }
            throw error.isStale ? IntentRefusal.stale(error.message) : .invalid(error.message)
        }
    }

    /// Row 8 and payment specification §12.1.
    ///
    /// - Returns: the amount of each fee.
    private func checkFees(
        _ exchange: CheckedExchange, _ terms: PublicPaymentTerms, _ request: IntentRequest
    ) throws(IntentRefusal) -> [UInt64] {
        var amounts: [UInt64] = []
        for (index, action) in request.actions.enumerated() {
            guard case .feePayment(let fee) = action else { continue }
            guard terms.isWithdrawal else { throw .invalid("intent doesn't require a fee payment") }
            guard fee.type == .createOnSendWithdrawal else {
                throw .invalid(action: index, "expected a CREATE_ON_SEND_WITHDRAWAL fee payment")
            }
            guard exchange.isFee(fee.amount, worth: settings.withdrawalFee.usd) else {
                throw .invalid(
                    action: index,
                    "CREATE_ON_SEND_WITHDRAWAL fee payment amount must be \(settings.withdrawalFee.text) USD")
            }
            amounts.append(fee.amount)
        }
        return amounts
    }

    /// Rows 10 and 11.
    func variant(of terms: PublicPaymentTerms, _ request: IntentRequest) throws(IntentRefusal)
        -> PaymentVariant
    {
        let count = request.actions.count
        switch (terms.isWithdrawal, terms.isIndirectSend) {
        case (true, true):
            throw .invalid("remote send cannot be a withdraw")
        case (false, false):
            guard count == 1 else { throw .invalid("expected 1 action for payment") }
            return .payment
        case (true, false):
            guard count == 1 || count == 2 else { throw .invalid("expected 1 or 2 actions for withdrawal") }
            return .withdrawal
        case (false, true):
            guard count == 3 else { throw .invalid("expected 3 actions for remote send") }
            return .cashLink
        }
    }

    /// Row 13.
    private func source(of terms: PublicPaymentTerms, _ admission: Admission) throws -> Vault {
        guard let source = try view.vault(terms.source), source.owner == admission.initiator,
            source.type == .primary, source.mint == admission.mint.mint
        else { throw IntentRefusal.invalid("source account must be a PRIMARY account") }
        return source
    }

    // MARK: Movements (rows 23 to 25)

    private func checkMovements(
        _ check: PaymentCheck, _ simulation: Simulation, _ terms: PublicPaymentTerms, _ request: IntentRequest
    ) throws(IntentRefusal) {
        let gross = try Self.signed(check.amount.quarks)
        let net = gross - (try Self.signed(check.fee))
        guard let destination = simulation[terms.destination], let first = destination.changes.first else {
            throw .invalid("must send payment to destination account \(terms.destination.base58)")
        }
        guard first.kind == .transfer, first.quarks > 0 else {
            throw .invalid("payment sent to destination must be a public transfer")
        }
        // The source pays more than the amount when the fee alone is at least the amount (row 24).
        guard net > 0 else { throw .invalid("must send \(gross) quarks from source account") }
        guard destination.total(withAutoReturns: false) == net else {
            throw .invalid("must send \(net) quarks to destination account")
        }
        guard simulation[check.source.token]?.total(withAutoReturns: false) == -gross else {
            throw .invalid("must send \(gross) quarks from source account")
        }
        // A second transfer could only split the amount or move it in a circle (I15).
        for (index, action) in request.actions.enumerated() {
            guard case .transfer = action, index != first.action else { continue }
            throw .invalid(
                action: index, "must send \(net) quarks to destination account in one transfer")
        }
    }

    /// The simulation has checked that the authorities are those of their accounts. A fee is paid by the source: with
    /// the one transfer it makes up what the source pays.
    private func checkParties(_ check: PaymentCheck, _ request: IntentRequest) throws(IntentRefusal) {
        for (index, action) in request.actions.enumerated() {
            switch action {
            case .openAccount, .feePayment:
                break
            case .transfer(let transfer):
                guard transfer.source == check.source.token else {
                    throw .invalid(action: index, "source account must be a PRIMARY account")
                }
            case .withdraw(let withdrawal):
                guard withdrawal.destination == check.source.token else {
                    throw .invalid(action: index, "source account must be the PRIMARY account")
                }
            }
        }
    }

    private static func signed(_ quarks: UInt64) throws(IntentRefusal) -> Int64 {
        guard let value = Int64(exactly: quarks) else {
            throw .invalid("must send \(quarks) quarks from source account")
        }
        return value
    }

    // MARK: Outcome

    private func plan(
        _ check: PaymentCheck, _ limit: IntentPlan.DailyLimit?, _ terms: PublicPaymentTerms,
        _ request: IntentRequest, _ admission: Admission
    ) throws -> IntentPlan {
        let opened = request.actions.compactMap { action -> OpenedVault? in
            guard case .openAccount(let opening) = action else { return nil }
            return newVault(opening, type: .giftCard, mint: admission.mint)
        }
        let returnID = check.variant == .cashLink ? IntentID.autoReturn(of: request.id) : nil
        if let returnID { try Self.checkReturnable(returnID, view: view) }
        return IntentPlan(
            kind: .payment,
            intent: IntentRecord(
                sequence: nil, id: request.id, type: .sendPublicPayment, mint: request.mint,
                initiator: admission.initiator, destinationOwner: check.destination?.owner,
                destination: terms.destination, source: terms.source, amount: check.amount,
                flags: flags(of: check.variant).union(check.swap == nil ? [] : .swapFunding),
                appMetadata: request.appMetadata?.bytes, state: .pending,
                createdAt: time.now),
            steps: steps(of: request),
            opened: opened,
            postings: try postings(check, terms, admission),
            returnID: returnID, arrival: try arrival(check, terms, admission), fundedSwap: check.swap?.id,
            predicates: IntentPlan.Predicates(
                limit: limit, destination: check.destination?.token ?? check.depositVault?.token))
    }

    /// The money that a payment to a deposit address brings to its vault: the amount less the fee.
    private func arrival(_ check: PaymentCheck, _ terms: PublicPaymentTerms, _ admission: Admission) throws
        -> IntentPlan.Arrival?
    {
        guard let vault = check.depositVault else { return nil }
        let net = check.amount.quarks - check.fee
        let usd = check.amount.usdMicros - check.feeUSD
        return IntentPlan.Arrival(
            vault: vault.token, owner: vault.owner, tokenAccount: terms.destination,
            amount: IntentAmount(
                quarks: net, currency: check.amount.currency, rate: check.amount.rate,
                native: check.amount.native * Double(net) / Double(check.amount.quarks), usdMicros: max(0, usd)),
            usd: try basis(of: net, usd: usd, mint: admission.mint))
    }

    private func flags(of variant: PaymentVariant) -> IntentFlags {
        switch variant {
        case .payment: []
        case .withdrawal: .withdrawal
        case .cashLink: .indirectSend
        }
    }

    private func postings(_ check: PaymentCheck, _ terms: PublicPaymentTerms, _ admission: Admission) throws
        -> [Posting]
    {
        let mint = admission.mint
        let isManaged = check.destination != nil || check.variant == .cashLink
        let destination: LedgerAccount =
            if isManaged {
                .vault(terms.destination)
            } else if check.swap != nil {
                .swapHolding(tokenAccount: terms.destination, mint: mint.mint)
            } else {
                .external(address: terms.destination, mint: mint.mint)
            }
        let feeUSD = check.feeUSD
        let net = check.amount.quarks - check.fee
        var postings = Movement.transfer(
            from: check.source.token, to: destination, mint: mint.mint, quarks: try net.stored(),
            usd: try basis(of: net, usd: check.amount.usdMicros - feeUSD, mint: mint))
        if check.fee > 0 {
            postings += Movement.transfer(
                from: check.source.token, to: .feeCollector(mint: mint.mint), mint: mint.mint,
                quarks: try check.fee.stored(), usd: try basis(of: check.fee, usd: feeUSD, mint: mint))
        }
        return postings
    }
}
