public import FlipcashCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Session {
    /// Prepares an amount for a payment: checks it, takes one fresh pin, and computes the quarks from that pin (client
    /// specification §5.1, §10.2).
    ///
    /// The bill, the offer and the submission all use the result unchanged.
    ///
    /// - Parameters:
    ///   - amount: the amount that the user entered.
    ///   - mint: the currency to pay in.
    ///   - flow: what the amount is for, which decides about limits: withdrawals and swaps have none.
    /// - Throws: `SessionError`, `PinFailure`, `CancellationError`.
    public func prepareSubmission(
        amount: FiatAmount, mint: PublicKey, flow: EntryFlow = .giveOrSend
    ) async throws -> PinnedExchangeData {
        try await passGates()
        guard amount.value > 0 else { throw SessionError.invalidAmount("it is not above zero") }
        guard let balance = balance(for: mint), balance.quarks > 0 else {
            throw balances.allSatisfy({ $0.quarks == 0 })
                ? SessionError.noBalance : .insufficientBalance(shortfall: nil)
        }
        // A dollar amount of a dollar mint can be checked without a pin. For other currencies the stored rate may be
        // stale, and a stale rate must not refuse a payment.
        if amount.currency == .usd, mint.isDollarMint {
            try requireFunds(amount, mint: mint, rate: .oneToOne, supply: nil)
        }
        let pin = try await pin(currency: amount.currency, mint: mint)
        let sendable = try requireFunds(amount, mint: mint, rate: pin.rate, supply: pin.supplyFromBonding)
        try await requireWithinLimits(amount, flow: flow)
        return try checked(PinnedExchangeData(amount: sendable, state: pin))
    }

    /// Returns a fresh pin for `mint` in `currency`: the signed rate, and for a launchpad currency the signed reserve.
    ///
    /// - Throws: `SessionError.rateUnavailable`, `CancellationError`.
    public func pin(currency: CurrencyCode, mint: PublicKey) async throws -> VerifiedState {
        let state = try await rates.pinnedState(currency: currency, mint: mint, within: options.rateWait)
        guard let state else { throw SessionError.rateUnavailable(currency) }
        return state
    }

    /// Returns the largest valid entry of `mint` in `currency`, rounded for display: the balance, or the limit of the
    /// flow if that is lower.
    ///
    /// - Throws: `SessionError`, `MoneyError`.
    public func maximumAmount(
        currency: CurrencyCode, mint: PublicKey, flow: EntryFlow = .giveOrSend
    ) async throws -> FiatAmount {
        let (whole, _, bound) = try await spendable(currency: currency, mint: mint, flow: flow)
        return try EntryFlow.maxEnterAmount(balance: whole.nativeAmount, bound: bound).roundedForDisplay()
    }

    /// Prepares a payment of everything that can be spent of `mint`: the whole balance to its last quark, or the limit
    /// of the flow if that is lower (client specification §9.5).
    ///
    /// The displayed maximum may be rounded down. Entering it as an amount would leave an invisible rest behind.
    ///
    /// - Throws: as ``prepareSubmission(amount:mint:flow:)``.
    public func prepareMaximum(
        currency: CurrencyCode, mint: PublicKey, flow: EntryFlow = .giveOrSend
    ) async throws -> PinnedExchangeData {
        try await passGates()
        let (whole, pin, bound) = try await spendable(currency: currency, mint: mint, flow: flow)
        guard let bound, try !whole.nativeAmount.isWithinDisplayLimit(bound) else {
            return try checked(PinnedExchangeData(amount: whole, state: pin))
        }
        let most = try bound.roundedForDisplay()
        guard most.value > 0 else { throw SessionError.limitReached(max: most) }
        let sendable = try requireFunds(most, mint: mint, rate: pin.rate, supply: pin.supplyFromBonding)
        return try checked(PinnedExchangeData(amount: sendable, state: pin))
    }

    /// Prepares received cash to be given on: with the sender's proofs while they are fresh, else with new ones
    /// (payment specification §14.7).
    ///
    /// - Throws: as ``prepareSubmission(amount:mint:flow:)``.
    public func exchangeData(toPassOn cash: ReceivedCash) async throws -> PinnedExchangeData {
        if let state = cash.verifiedState, let native = cash.native, native.currency == state.rate.currency,
            !state.isStale(at: environment.clock.now())
        {
            let amount = try ExchangedFiat(
                onChainAmount: cash.tokens, nativeAmount: native, currencyRate: state.rate)
            let exchangeData = PinnedExchangeData(amount: amount, state: state)
            if (try? checked(exchangeData)) != nil { return exchangeData }
        }
        let mint = cash.tokens.mint
        let pin = try await pin(currency: cash.native?.currency ?? .usd, mint: mint)
        let amount = try ExchangedFiat.computeFromQuarks(
            quarks: cash.tokens.quarks, mint: mint, rate: pin.rate, supplyFromBonding: pin.supplyFromBonding)
        return try checked(PinnedExchangeData(amount: amount, state: pin))
    }

    /// Returns the whole balance of `mint` at one fresh pin, and the maximum that the limits allow.
    private func spendable(
        currency: CurrencyCode, mint: PublicKey, flow: EntryFlow
    ) async throws -> (whole: ExchangedFiat, pin: VerifiedState, bound: FiatAmount?) {
        guard let balance = balance(for: mint), balance.quarks > 0 else { throw SessionError.noBalance }
        let pin = try await pin(currency: currency, mint: mint)
        let whole = try ExchangedFiat.computeFromQuarks(
            quarks: balance.quarks, mint: mint, rate: pin.rate, supplyFromBonding: pin.supplyFromBonding)
        return (whole, pin, try await bound(of: flow, in: currency))
    }

    /// Returns the limit of `flow`; nil if it has none. Limits are only fetched for flows that have one.
    private func bound(of flow: EntryFlow, in currency: CurrencyCode) async throws -> FiatAmount? {
        guard flow.isLimited else { return nil }
        let bound = try flow.bound(try await fetchLimitsIfStale().sendLimit(for: currency))
        // A limit in another currency cannot be compared with the amount.
        return bound?.currency == currency ? bound : nil
    }

    /// Returns `exchangeData` if the service would accept it.
    private func checked(_ exchangeData: PinnedExchangeData) throws(SessionError) -> PinnedExchangeData {
        do throws(ExchangeDataFailure) {
            try exchangeData.check()
            return exchangeData
        } catch {
            guard error != .belowMinimum else { throw .invalidAmount("it is too small to be sent") }
            throw .invalidAmount(error.message)
        }
    }

    /// Returns what to send for `amount` if the balance covers it.
    ///
    /// - Throws: `SessionError`.
    @discardableResult
    func requireFunds(
        _ amount: FiatAmount, mint: PublicKey, rate: Rate, supply: UInt64?
    ) throws -> ExchangedFiat {
        guard let balance = balance(for: mint) else { throw SessionError.insufficientBalance(shortfall: nil) }
        do {
            let entry = try ExchangedFiat.computeForEntry(
                amount: amount, rate: rate, mint: mint, supplyFromBonding: supply, balanceQuarks: balance.quarks)
            guard let entry else {
                // Valuing a dollar mint needs no supply.
                throw mint.isDollarMint
                    ? SessionError.invalidAmount("it is not above zero") : SessionError.missingSupply(mint)
            }
            guard entry.quarks > 0 else { throw SessionError.invalidAmount("it is too small to be sent") }
            let funds = try SufficientFunds.check(
                requested: entry, balanceQuarks: balance.quarks, supplyFromBonding: supply)
            switch funds {
            case .sufficient(let sendable): return sendable
            case .insufficient(let shortfall): throw SessionError.insufficientBalance(shortfall: shortfall)
            }
        } catch let error as MoneyError {
            throw SessionError.invalidAmount(String(describing: error))
        }
    }

    /// Throws `SessionError.limitReached` if `amount` is above the limit of `flow`.
    private func requireWithinLimits(_ amount: FiatAmount, flow: EntryFlow) async throws {
        do {
            guard let bound = try await bound(of: flow, in: amount.currency) else { return }
            guard try amount.isWithinDisplayLimit(bound) else {
                throw SessionError.limitReached(max: try bound.roundedForDisplay())
            }
        } catch let error as MoneyError {
            throw SessionError.invalidAmount(String(describing: error))
        }
    }
}
