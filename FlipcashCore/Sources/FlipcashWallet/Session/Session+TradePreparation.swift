public import FlipcashCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Session {
    /// Prepares a trade of `source` for `target`: a purchase, a sale, or a conversion.
    ///
    /// With a purchase, and a conversion, the entry is what is bought for; the fee is added. With a sale the entry is
    /// what is sold (client specification §10.8, §10.9).
    ///
    /// - Throws: `SwapFailure`, `PinFailure`, `NodeGateFailure`, `CancellationError`.
    public func prepareTrade(_ entry: TradeEntry, source: PublicKey, target: PublicKey) async throws -> PreparedTrade {
        try await passGates()
        do {
            guard source != target else { throw TradeQuoteError.sameMint }
            guard let balance = balance(for: source), balance.quarks > 0 else {
                throw balances.allSatisfy({ $0.quarks == 0 })
                    ? SessionError.noBalance : .insufficientBalance(shortfall: nil)
            }
            if case .amount(let amount) = entry, amount.value <= 0 {
                throw SessionError.invalidAmount("it is not above zero")
            }
            let sourceMint = try await tradable(source)
            let targetMint = try await tradable(target)
            let pin = try await newestPin(currency: entry.currency, mint: source)
            let payment = try payment(entry, balance: balance, mint: sourceMint, isSale: target == node.coreMint, pin)
            try await requireWithinDay(payment.gross, isSale: target == node.coreMint)
            let swapped =
                source == node.coreMint ? payment.gross.quarks - payment.fee.quarks : payment.gross.quarks
            let quote = try await quote(swapped, from: sourceMint, to: targetMint, pin: pin)
            return PreparedTrade(
                kind: kind(from: source, to: target), source: sourceMint, target: targetMint,
                funding: PinnedExchangeData(amount: payment.gross, state: pin), fee: payment.fee, net: payment.net,
                quote: quote, quoted: environment.clock.now())
        } catch let error as CancellationError {
            throw error
        } catch let error as MoneyError {
            throw SwapFailure.session(.invalidAmount(String(describing: error)))
        } catch {
            throw SwapFailure(error)
        }
    }

    private func kind(from source: PublicKey, to target: PublicKey) -> SwapRecord.Kind {
        if source == node.coreMint { return .buy }
        return target == node.coreMint ? .sell : .convert
    }

    /// What is paid, and the parts of it.
    private struct Payment {
        let gross: ExchangedFiat
        let fee: ExchangedFiat
        let net: FiatAmount
    }

    private func payment(
        _ entry: TradeEntry, balance: StoredBalance, mint: MintMetadata, isSale: Bool, _ pin: VerifiedState
    ) throws -> Payment {
        let feeBps = mint.launchpad.map(\.sellFeeBps) ?? ConversionFee.standardBps
        switch entry {
        case .max(let currency):
            return try everything(balance, feeBps: feeBps, currency: currency, pin)
        case .amount(let amount) where isSale:
            let gross = try requireFunds(amount, mint: mint.address, rate: pin.rate, supply: pin.supplyFromBonding)
            return try afterSellFee(gross, feeBps: feeBps)
        case .amount(let amount):
            let quote = try PurchaseQuote(
                entry: amount, rate: pin.rate, paymentMint: mint.address, poolFeeBps: mint.launchpad?.sellFeeBps,
                supplyFromBonding: pin.supplyFromBonding, balanceUSD: balance.usdcValue.value)
            guard let quote else { throw SessionError.invalidAmount("it is too small to be traded") }
            guard quote.grossDebit.quarks > 0 else { throw SessionError.invalidAmount("it is too small to be traded") }
            return try affordable(quote, entry: amount, balance: balance, feeBps: feeBps, pin)
        }
    }

    /// Returns the purchase if the balance covers it, together with the fee.
    ///
    /// A purchase with the core mint whose entry is within the displayed balance, but not together with the fee, is
    /// refused: silently buying less would not be what was asked for.
    private func affordable(
        _ quote: PurchaseQuote, entry: FiatAmount, balance: StoredBalance, feeBps: Int, _ pin: VerifiedState
    ) throws -> Payment {
        let funds = try SufficientFunds.check(
            requested: quote.grossDebit, balanceQuarks: balance.quarks, supplyFromBonding: pin.supplyFromBonding)
        switch funds {
        case .insufficient(let shortfall): throw SessionError.insufficientBalance(shortfall: shortfall)
        case .sufficient(let gross) where gross.quarks == quote.grossDebit.quarks:
            return Payment(gross: quote.grossDebit, fee: quote.fee, net: quote.amountToBuy.nativeAmount)
        case .sufficient:
            // The whole balance, which differs from the entry by less than can be shown.
            return try everything(balance, feeBps: feeBps, currency: entry.currency, pin)
        }
    }

    /// The whole balance: what it buys for after the fee on top, or what is sold of it.
    private func everything(
        _ balance: StoredBalance, feeBps: Int, currency: CurrencyCode, _ pin: VerifiedState
    ) throws -> Payment {
        guard balance.mint == node.coreMint else {
            let whole = try ExchangedFiat.computeFromQuarks(
                quarks: balance.quarks, mint: balance.mint, rate: pin.rate, supplyFromBonding: pin.supplyFromBonding)
            return try afterSellFee(whole, feeBps: feeBps)
        }
        let amount = TradeQuote.largestPurchase(balance: balance.quarks)
        let fee = try TradeQuote.purchaseFee(on: amount)
        func exchanged(_ quarks: UInt64) throws -> ExchangedFiat {
            try ExchangedFiat.computeFromQuarks(
                quarks: quarks, mint: balance.mint, rate: pin.rate, supplyFromBonding: nil)
        }
        guard amount > 0 else { throw SessionError.invalidAmount("it is too small to be traded") }
        return Payment(
            gross: try exchanged(amount + fee), fee: try exchanged(fee), net: try exchanged(amount).nativeAmount)
    }

    private func afterSellFee(_ gross: ExchangedFiat, feeBps: Int) throws -> Payment {
        let fee = try gross.launchpadSellFee(bps: max(0, feeBps))
        return Payment(gross: gross, fee: fee, net: try gross.nativeAmount.subtracting(fee.nativeAmount))
    }

    /// Purchases are capped by the daily limit; sales are not.
    private func requireWithinDay(_ debit: ExchangedFiat, isSale: Bool) async throws {
        guard !isSale else { return }
        let limit = try await fetchLimitsIfStale().sendLimit(for: debit.nativeAmount.currency)
        guard try debit.nativeAmount.compare(to: limit.maxPerDay) <= 0 else {
            throw SessionError.limitReached(max: try limit.maxPerDay.roundedForDisplay())
        }
    }

    /// Quotes the swap of `amount` quarks of `source`, without a fee on top, with the newest supplies.
    func quote(
        _ amount: UInt64, from source: MintMetadata, to target: MintMetadata, pin: VerifiedState
    ) async throws -> TradeQuote {
        let feeBps = UInt16(clamping: source.launchpad?.sellFeeBps ?? ConversionFee.standardBps)
        if source.address == node.coreMint {
            let supply = try await supply(of: target.address, currency: pin.rate.currency)
            return try TradeQuote.buy(target.address, supply: supply, amount: amount, coreMint: node.coreMint)
        }
        guard let sourceSupply = pin.supplyFromBonding else { throw SessionError.missingSupply(source.address) }
        guard target.address != node.coreMint else {
            return try TradeQuote.sell(
                source.address, supply: sourceSupply, amount: amount, feeBps: feeBps, coreMint: node.coreMint)
        }
        let targetSupply = try await supply(of: target.address, currency: pin.rate.currency)
        return try TradeQuote.convert(
            (source.address, sourceSupply), to: (target.address, targetSupply), amount: amount, feeBps: feeBps)
    }

    /// Returns the proven supply of a currency that is about to be bought.
    func supply(of mint: PublicKey, currency: CurrencyCode) async throws -> UInt64 {
        guard let supply = try await newestPin(currency: currency, mint: mint).supplyFromBonding else {
            throw SessionError.missingSupply(mint)
        }
        return supply
    }

    /// Returns the newest proofs of a mint. Waits at most one second for newer ones than those in the store.
    ///
    /// A payment may use any fresh supply. A quote may not: trades since then, also this wallet's own, change the
    /// price.
    ///
    /// - Throws: `SessionError.rateUnavailable`, `CancellationError`.
    public func newestPin(currency: CurrencyCode, mint: PublicKey) async throws -> VerifiedState {
        guard mint != node.coreMint else { return try await pin(currency: currency, mint: mint) }
        let state = try await rates.newestState(currency: currency, mint: mint, within: .seconds(1))
        guard let state else { return try await pin(currency: currency, mint: mint) }
        return state
    }

    /// Returns the description of a currency that can be traded, or of the core mint.
    ///
    /// - Throws: `SwapFailure.untradable` when its accounts are not those that follow from its mint.
    func tradable(_ mint: PublicKey) async throws -> MintMetadata {
        let metadata = try await mintMetadata(mint)
        guard mint != node.coreMint else { return metadata }
        _ = try reserve(of: metadata)
        return metadata
    }

    /// Returns the accounts of a currency's reserve, derived from its mint and authority and compared with those that
    /// the service names.
    func reserve(of metadata: MintMetadata) throws(SwapFailure) -> ReserveCurrency {
        guard let authority = metadata.vm?.authority else { throw .untradable(metadata.address) }
        let derived = ReserveCurrency(mint: metadata.address, authority: authority, coreMint: node.coreMint)
        guard let named = try? metadata.reserveCurrency(), named == derived else { throw .untradable(metadata.address) }
        return derived
    }
}
