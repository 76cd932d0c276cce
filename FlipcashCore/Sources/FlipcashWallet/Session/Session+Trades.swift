import FlipcashCore

extension Session {
    /// How much less than quoted a trade may yield when it is paid, in ten-thousandths: 1 %.
    public static let standardToleranceBps = 100

    /// Carries out a prepared trade, and follows it to its end.
    ///
    /// Just before the payment the trade is quoted again with the newest supplies. If less than the tolerated amount
    /// would arrive, nothing is paid.
    ///
    /// - Parameters:
    ///   - trade: the figures that the person agreed to.
    ///   - toleranceBps: how much less than quoted may arrive, in ten-thousandths.
    ///   - waits: whether to wait for the end. The trade goes on either way.
    ///   - onProgress: called with each step. After `.waiting`, stopping the task stops only the wait.
    /// - Throws: `SwapFailure`, `PinFailure`, `NodeGateFailure`.
    public func trade(
        _ trade: PreparedTrade, toleranceBps: Int = standardToleranceBps, waits: Bool = true,
        onProgress: @escaping @Sendable (SwapProgress) -> Void = { _ in }
    ) async throws -> SwapOutcome {
        try await passGates()
        let order = try order(trade)
        let minimum = trade.quote.minimumReceived(toleranceBps: toleranceBps)
        let operation = SwapOperation(
            context: operationContext(waitsForLock: options.waitsForLock), order: order,
            record: record(of: order, kind: trade.kind, native: trade.funding.amount.nativeAmount),
            funding: trade.funding, beforePaying: { try await self.requireYield(of: trade, atLeast: minimum) },
            report: onProgress)
        let paid = try await operation.run()
        return try await follow(paid, attempts: SwapFollower.tradeAttempts, waits: waits, onProgress: onProgress)
    }

    /// Waits for the end of a paid swap, and refreshes balances and history.
    func follow(
        _ record: SwapRecord, attempts: Int, waits: Bool, onProgress: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> SwapOutcome {
        await rates.ensureSubscribed(to: record.toMint)
        let follower = SwapFollower(
            context: operationContext(waitsForLock: options.waitsForLock), record: record,
            attempts: waits ? attempts : 1, report: onProgress)
        let outcome: SwapOutcome
        do {
            outcome = try await follower.run()
            await noteFirstPurchase(by: outcome.record)
        } catch let error as CancellationError {
            throw error
        } catch {
            // The swap is paid. An answer that cannot be read says nothing about its end.
            outcome = SwapOutcome(record: record, state: nil)
        }
        await updatePostTransaction()
        return outcome
    }

    /// Quotes a trade again with the newest proofs.
    ///
    /// - Throws: `SwapFailure.priceMoved` when it would yield less than `minimum`.
    private func requireYield(of trade: PreparedTrade, atLeast minimum: UInt64) async throws {
        guard environment.clock.now().duration(since: trade.quoted) > Self.quoteLifetime else { return }
        let now = try await renewedQuote(of: trade)
        guard now.received.quarks >= minimum else {
            throw SwapFailure.priceMoved(minimum: minimum, now: now.received.quarks)
        }
    }

    /// How old a quote may be when its trade is paid without another look at the supplies.
    static let quoteLifetime: Duration = .seconds(5)

    private func newestSupply(of mint: PublicKey, currency: CurrencyCode) async throws -> UInt64 {
        guard let supply = try await rates.newestState(currency: currency, mint: mint)?.supplyFromBonding else {
            throw SessionError.missingSupply(mint)
        }
        return supply
    }

    private func renewedQuote(of trade: PreparedTrade) async throws -> TradeQuote {
        let currency = trade.funding.amount.nativeAmount.currency
        let feeBps = UInt16(clamping: trade.source.launchpad?.sellFeeBps ?? ConversionFee.standardBps)
        let (source, target, amount) = (trade.source.address, trade.target.address, trade.quote.swapped.quarks)
        switch trade.kind {
        case .buy, .launch:
            return try TradeQuote.buy(
                target, supply: await newestSupply(of: target, currency: currency), amount: amount,
                coreMint: node.coreMint)
        case .sell:
            return try TradeQuote.sell(
                source, supply: await newestSupply(of: source, currency: currency), amount: amount, feeBps: feeBps,
                coreMint: node.coreMint)
        case .convert:
            return try TradeQuote.convert(
                (source, await newestSupply(of: source, currency: currency)),
                to: (target, await newestSupply(of: target, currency: currency)), amount: amount, feeBps: feeBps)
        }
    }

    private func order(_ trade: PreparedTrade) throws(SwapFailure) -> SwapOrder {
        let (parties, amount) = (swapParties(), trade.quote.swapped.quarks)
        let random = environment.random
        // The reserves come first, because their errors differ from those of the terms.
        let source = trade.source.address == node.coreMint ? nil : try reserve(of: trade.source)
        let target = trade.target.address == node.coreMint ? nil : try reserve(of: trade.target)
        do throws(SwapParametersError) {
            switch (source, target) {
            case (nil, let target?):
                return try .buy(target, amount: amount, fee: trade.quote.feeOnTop, parties: parties, random: random)
            case (let source?, nil):
                return try .sell(source, amount: amount, parties: parties, random: random)
            case (let source?, let target?):
                return try .convert(source, to: target, amount: amount, parties: parties, random: random)
            case (nil, nil): throw .sameMint
            }
        } catch {
            throw .session(.invalidAmount(error.description))
        }
    }

    /// The ids of a new swap, with this account's keys.
    func swapParties() -> SwapOrder.Parties {
        SwapOrder.Parties(
            id: .generate(using: environment.random), funding: .intent(.generate(using: environment.random)),
            owner: owner, core: VirtualMachine(mint: node.coreMint, authority: node.coreVMAuthority))
    }

    /// The journal's first record of a swap.
    func record(of order: SwapOrder, kind: SwapRecord.Kind, native: FiatAmount) -> SwapRecord {
        let parameters = order.parameters
        let funding: IntentID
        switch parameters.funding {
        case .intent(let id): funding = id
        case .externalWallet, .cardOrder: funding = IntentID(raw: parameters.id.raw)
        }
        return SwapRecord(
            swap: parameters.id, funding: funding, kind: kind, fromMint: parameters.fromMint,
            toMint: parameters.toMint, quarks: parameters.fundedAmount, native: JournalAmount(native),
            created: environment.clock.now(), state: .starting, node: node.coreVMAuthority)
    }
}
