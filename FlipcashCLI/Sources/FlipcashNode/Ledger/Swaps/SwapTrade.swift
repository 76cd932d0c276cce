import FlipcashCore

/// What a swap does to the pools, by the arithmetic of the chain (payment specification §21.6, money specification §3.4).
struct SwapTrade: Hashable, Sendable {
    /// Quarks that the owner gets.
    let received: UInt64
    /// Core-mint quarks that change hands: paid into the destination's pool, or paid out to the seller.
    let coreQuarks: UInt64
    /// Core-mint quarks that leave the pool of the source.
    let proceeds: UInt64
    /// Core-mint quarks that the node keeps.
    let collected: UInt64
    /// The source's pool afterwards; nil when nothing is sold to it.
    let source: LaunchpadState?
    /// The destination's pool afterwards; nil when nothing is bought from it.
    let target: LaunchpadState?

    /// Settles a swap.
    ///
    /// - Parameters:
    ///   - amount: quarks of the source mint.
    ///   - fee: quarks of the source mint on top.
    ///   - source: the pool of the source; nil for the core mint.
    ///   - target: the pool of the destination; nil for the core mint.
    /// - Throws: why the chain would refuse the transaction.
    init(
        _ flow: SwapFlow, amount: UInt64, fee: UInt64, source: LaunchpadState?, target: LaunchpadState?
    ) throws(DiscreteBondingCurve.ChainError) {
        switch flow {
        case .buy, .launch:
            let bought = try Self.buy(amount, from: target)
            (received, self.target, self.source) = (bought.tokens, bought.pool, nil)
            (coreQuarks, proceeds, collected) = (amount, 0, fee)
        case .sell:
            let sold = try Self.sell(amount, to: source)
            (received, self.source, self.target) = (sold.net, sold.pool, nil)
            (coreQuarks, proceeds, collected) = (sold.net, sold.net, 0)
        case .convert:
            let sold = try Self.sell(amount, to: source)
            let bought = try Self.buy(sold.net, from: target)
            (received, self.source, self.target) = (bought.tokens, sold.pool, bought.pool)
            (coreQuarks, proceeds, collected) = (sold.net, sold.net, 0)
        case .treasuryLaunch:
            let (all, overflow) = amount.addingReportingOverflow(fee)
            guard !overflow else { throw .invalidArgument }
            let sold = try Self.sell(all, to: source)
            guard sold.net >= NewCurrencyPrice.purchase else { throw .slippageExceeded }
            let bought = try Self.buy(NewCurrencyPrice.purchase, from: target)
            (received, self.source, self.target) = (bought.tokens, sold.pool, bought.pool)
            (coreQuarks, proceeds) = (NewCurrencyPrice.purchase, sold.net)
            collected = sold.net - NewCurrencyPrice.purchase
        }
    }

    /// Buys for exactly `amount`. At the end of the curve the pool would take less, and the transaction could not close
    /// its emptied account.
    private static func buy(
        _ amount: UInt64, from state: LaunchpadState?
    ) throws(DiscreteBondingCurve.ChainError) -> (tokens: UInt64, pool: LaunchpadState) {
        guard var state, let pool = state.pool else { throw .invalidArgument }
        let purchase = try DiscreteBondingCurve().chainBuy(pool: pool, amount: amount, minOut: 0)
        let (supply, supplyOverflow) = state.supply.addingReportingOverflow(purchase.tokensOut)
        let (base, baseOverflow) = state.baseVault.addingReportingOverflow(amount)
        guard purchase.amountIn == amount, !supplyOverflow, !baseOverflow else { throw .invalidArgument }
        (state.supply, state.baseVault) = (supply, base)
        return (purchase.tokensOut, state)
    }

    private static func sell(
        _ tokens: UInt64, to state: LaunchpadState?
    ) throws(DiscreteBondingCurve.ChainError) -> (net: UInt64, pool: LaunchpadState) {
        guard var state, let pool = state.pool else { throw .invalidArgument }
        let sale = try DiscreteBondingCurve().chainSell(pool: pool, tokenQuarks: tokens, minOut: 0)
        let (fees, overflow) = state.feesAccumulated.addingReportingOverflow(sale.fee)
        guard !overflow, sale.net <= state.baseVault, tokens <= state.supply else { throw .invalidArgument }
        state.supply -= tokens
        state.baseVault -= sale.net
        state.feesAccumulated = fees
        return (sale.net, state)
    }
}

extension LaunchpadState {
    /// The pool as the chain's arithmetic takes it; nil for a supply or a fee that no pool has.
    var pool: DiscreteBondingCurve.Pool? {
        guard supply <= DiscreteBondingCurve.maxSupplyQuarks, let fee = UInt16(exactly: sellFeeBasisPoints) else {
            return nil
        }
        return DiscreteBondingCurve.Pool(
            targetVault: DiscreteBondingCurve.maxSupplyQuarks - supply, baseVault: baseVault,
            feesAccumulated: feesAccumulated, sellFeeBps: fee)
    }

    /// The pool of a currency before its first purchase.
    static let empty = LaunchpadState(
        supply: 0, baseVault: 0, feesAccumulated: 0, sellFeeBasisPoints: SwapFees.sellBasisPoints)
}
