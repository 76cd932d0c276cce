public import FlipcashCore

/// The figures of a swap that has not ended, at today's rate and price.
public struct SwapFigures: Sendable {
    /// What the swap does.
    public let kind: SwapRecord.Kind
    /// The amount in the swap's terms, which leaves the balance or has left it, with the proofs it was computed from.
    public let funding: PinnedExchangeData
    /// The fee; part of that amount.
    public let fee: ExchangedFiat
    /// What is left of that amount after the fee.
    public let net: FiatAmount
    /// What arrives, if nothing else is traded before.
    public let quote: TradeQuote
    /// When the figures were computed.
    public let quoted: Instant
}

extension Session {
    /// Computes what a swap that has not ended pays, charges and yields, from its terms and the newest proofs.
    ///
    /// - Throws: `SwapFailure.notWaiting` for a swap that has ended; `SwapFailure`, `PinFailure`, `NodeGateFailure`,
    ///   `CancellationError`.
    public func figures(of id: SwapID, currency: CurrencyCode) async throws -> SwapFigures {
        try await passGates()
        let listed = try await swap(id)
        guard let terms = listed.metadata else { throw SwapFailure.lookUp(.notFound) }
        guard !terms.state.isFinal else { throw SwapFailure.notWaiting(id, terms.state) }
        return try await figures(of: terms.parameters, kind: listed.record?.kind, currency: currency)
    }

    /// Prepares the payment of a swap that was agreed on and never paid, for the amount in its terms.
    ///
    /// - Throws: `SwapFailure.notWaiting` unless the swap waits for its payment; `SwapFailure`, `SessionError`,
    ///   `PinFailure`, `NodeGateFailure`.
    public func preparePayment(of id: SwapID, currency: CurrencyCode) async throws -> SwapFigures {
        try await passGates()
        let swap = try await waitingSwap(id)
        try await fetchBalance()
        guard let balance = balance(for: swap.parameters.fromMint), balance.quarks >= swap.parameters.fundedAmount
        else { throw SessionError.insufficientBalance(shortfall: nil) }
        let kind = try await swapRecord(id)?.kind
        return try await figures(of: swap.parameters, kind: kind, currency: currency)
    }

    private func waitingSwap(_ id: SwapID) async throws -> SwapMetadata {
        guard let swap = try await swap(id).metadata else { throw SwapFailure.lookUp(.notFound) }
        guard swap.state == .created else { throw SwapFailure.notWaiting(id, swap.state) }
        return swap
    }

    /// Pays a swap that was agreed on and never paid, and follows it to its end.
    ///
    /// Just before the payment the swap is quoted again, as a new trade is. If less than the tolerated amount would
    /// arrive, nothing is paid, and the swap still waits for its payment.
    ///
    /// - Parameters:
    ///   - id: the swap.
    ///   - payment: what ``preparePayment(of:currency:)`` returned, and the person agreed to.
    ///   - toleranceBps: how much less than quoted may arrive, in ten-thousandths.
    ///   - onProgress: called with each step.
    /// - Throws: `SwapFailure`, `PinFailure`, `NodeGateFailure`.
    public func paySwap(
        _ id: SwapID, payment: SwapFigures, toleranceBps: Int = standardToleranceBps,
        onProgress: @escaping @Sendable (SwapProgress) -> Void = { _ in }
    ) async throws -> SwapOutcome {
        try await passGates()
        let swap = try await waitingSwap(id)
        let funding = payment.funding
        guard swap.parameters.fundedAmount == funding.amount.quarks, swap.parameters.fromMint == funding.amount.mint,
            swap.parameters.toMint == payment.quote.received.mint, case .intent(let fundingID) = swap.parameters.funding
        else { throw SwapFailure.notWaiting(id, swap.state) }
        let context = operationContext(waitsForLock: options.waitsForLock)
        let record = try await swapRecord(id) ?? self.record(of: swap.parameters, funding: funding)
        let minimum = payment.quote.minimumReceived(toleranceBps: toleranceBps)
        let paid = try await context.withWriterLock {
            try await requireYield(of: swap.parameters, payment, atLeast: minimum)
            onProgress(.paying(id))
            let cluster = try await context.cluster(for: swap.parameters.fromMint)
            return try await context.payForSwap(
                record, fundingID: fundingID, from: cluster, exchangeData: funding)
        }
        return try await follow(paid, attempts: SwapFollower.tradeAttempts, waits: true, onProgress: onProgress)
    }

    /// Quotes a swap again with the newest proofs, unless the figures are recent.
    ///
    /// - Throws: `SwapFailure.priceMoved` if it would yield less than `minimum`.
    private func requireYield(
        of parameters: SwapParameters, _ payment: SwapFigures, atLeast minimum: UInt64
    ) async throws {
        guard environment.clock.now().duration(since: payment.quoted) > Self.quoteLifetime else { return }
        let now = try await figures(
            of: parameters, kind: payment.kind, currency: payment.funding.amount.nativeAmount.currency
        ).quote.received.quarks
        guard now >= minimum else { throw SwapFailure.priceMoved(minimum: minimum, now: now) }
    }
}

extension Session {
    private func figures(
        of parameters: SwapParameters, kind: SwapRecord.Kind?, currency: CurrencyCode
    ) async throws -> SwapFigures {
        do {
            let source = try await tradable(parameters.fromMint)
            let target = try await boughtMint(of: parameters, kind: kind)
            let pin = try await newestPin(currency: currency, mint: parameters.fromMint)
            func exchanged(_ quarks: UInt64) throws -> ExchangedFiat {
                try ExchangedFiat.computeFromQuarks(
                    quarks: quarks, mint: parameters.fromMint, rate: pin.rate,
                    supplyFromBonding: pin.supplyFromBonding)
            }
            let gross = try exchanged(parameters.fundedAmount)
            // A pool keeps its fee from what is sold; any other fee is on top of the amount, and in the terms.
            let feeOnTop = parameters.fromMint == node.coreMint || target == nil
            let poolFeeBps = max(0, source.launchpad?.sellFeeBps ?? ConversionFee.standardBps)
            let fee = try feeOnTop ? exchanged(parameters.fee) : gross.launchpadSellFee(bps: poolFeeBps)
            return SwapFigures(
                kind: target == nil ? .launch : Self.kind(of: parameters, coreMint: node.coreMint),
                funding: PinnedExchangeData(amount: gross, state: pin), fee: fee,
                net: try gross.nativeAmount.subtracting(fee.nativeAmount),
                quote: try await quote(parameters, from: source, to: target, pin: pin),
                quoted: environment.clock.now())
        } catch let error as CancellationError {
            throw error
        } catch let error as MoneyError {
            throw SwapFailure.session(.invalidAmount(String(describing: error)))
        } catch {
            throw SwapFailure(error)
        }
    }

    /// The currency that a swap buys; nil for one that its first purchase creates.
    private func boughtMint(of parameters: SwapParameters, kind: SwapRecord.Kind?) async throws -> MintMetadata? {
        // A withdrawal through the stablecoin pool has no curve to quote.
        guard parameters.destinationOwner == nil else { throw SwapFailure.untradable(parameters.toMint) }
        guard kind != .launch else { return nil }
        do {
            return try await tradable(parameters.toMint)
        } catch SessionError.mintNotFound {
            return nil
        }
    }

    private func quote(
        _ parameters: SwapParameters, from source: MintMetadata, to target: MintMetadata?, pin: VerifiedState
    ) async throws -> TradeQuote {
        let isCore = parameters.fromMint == node.coreMint
        guard let target else {
            let price = try await isCore ? parameters.amount : launchFlags().newCurrencyPurchaseAmount
            return try TradeQuote.buy(parameters.toMint, supply: 0, amount: price, coreMint: node.coreMint)
        }
        return try await quote(
            isCore ? parameters.amount : parameters.fundedAmount, from: source, to: target, pin: pin)
    }

    /// What a swap does, as far as its mints tell.
    static func kind(of parameters: SwapParameters, coreMint: PublicKey) -> SwapRecord.Kind {
        if parameters.fromMint == coreMint { return .buy }
        return parameters.toMint == coreMint ? .sell : .convert
    }
}
