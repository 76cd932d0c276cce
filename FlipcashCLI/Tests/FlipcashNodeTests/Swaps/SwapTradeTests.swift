import FlipcashCore
import Testing

@testable import FlipcashNode

/// Trades that the chain would refuse (payment specification §21.6, money specification §3.4).
@Suite struct SwapTradeTests {
    /// 1,000,000 tokens and the reserve that backs them.
    private let pool = LaunchpadState(
        supply: 10_000_000_000_000_000, baseVault: 16_006_351_806, feesAccumulated: 0, sellFeeBasisPoints: 100)

    private func trade(
        _ flow: SwapFlow, _ amount: UInt64, fee: UInt64 = 0, source: LaunchpadState? = nil,
        target: LaunchpadState? = nil
    ) -> SwapTrade? {
        try? SwapTrade(flow, amount: amount, fee: fee, source: source, target: target)
    }

    @Test("a pool takes no more tokens than its supply, and pays out no more than its reserve")
    func sell_beyondPool_isRefused() {
        #expect(trade(.sell, 1_000_000_000_000, source: pool) != nil)
        #expect(trade(.sell, pool.supply + 1, source: pool) == nil)
        var poor = pool
        poor.baseVault = 1_000
        #expect(trade(.sell, 1_000_000_000_000, source: poor) == nil)
        var full = pool
        full.feesAccumulated = .max
        #expect(trade(.sell, 1_000_000_000_000, source: full) == nil)
        #expect(trade(.sell, 1_000_000_000_000, source: nil) == nil)
    }

    @Test("at the end of the curve a purchase that would not be used up is refused")
    func buy_atEndOfCurve_isRefused() {
        var last = pool
        last.supply = DiscreteBondingCurve.maxSupplyQuarks - 1
        #expect(trade(.buy, 10_000_000, target: last) == nil)
        last.supply = DiscreteBondingCurve.maxSupplyQuarks
        #expect(trade(.buy, 10_000_000, target: last) == nil)
        last.supply = DiscreteBondingCurve.maxSupplyQuarks + 1
        #expect(last.pool == nil)
        #expect(trade(.buy, 10_000_000, target: last) == nil)
        #expect(trade(.buy, 10_000_000, target: nil) == nil)
    }

    @Test("sums beyond 64 bits are refused")
    func trade_overflow_isRefused() {
        var rich = pool
        rich.baseVault = .max - 1
        #expect(trade(.buy, 10_000_000, target: rich) == nil)
        #expect(trade(.treasuryLaunch, 19_000_000_000_000, fee: 1_000_000_000_000, source: pool, target: .empty) != nil)
        #expect(trade(.treasuryLaunch, .max, fee: 20_000_000_000_001, source: pool, target: .empty) == nil)
    }

    @Test("a first purchase is not made when its payment is worth less than its price by then")
    func treasuryLaunch_cheaperSource_isRefused() throws {
        let tokens: UInt64 = 10_000_000_000_000
        let sold = try #require(trade(.treasuryLaunch, tokens, fee: tokens, source: pool, target: .empty))
        #expect(sold.coreQuarks == NewCurrencyPrice.purchase)
        #expect(sold.collected == sold.proceeds - NewCurrencyPrice.purchase)
        #expect(trade(.treasuryLaunch, 1_000_000_000, fee: 1_000_000_000, source: pool, target: .empty) == nil)
    }
}
