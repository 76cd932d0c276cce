import BigInt
import FlipcashTestKit
import Testing

@testable import FlipcashCore

/// Laws of the curve, and the chain's arithmetic compared with its reference in big integers.
@Suite("Curve laws")
struct CurveLawTests {
    private let curve = DiscreteBondingCurve()
    private let max = DiscreteBondingCurve.maxSupplyQuarks
    private let step = DiscreteBondingCurve.quarksPerStep
    private static let reference = ChainReference()

    /// Returns a supply at the edge of a step or of the curve, or anywhere.
    private func supply(_ generator: inout SeededGenerator) -> UInt64 {
        let anywhere = UInt64.random(in: 0...max, using: &generator)
        let near = Int64.random(in: -2...2, using: &generator)
        return switch Int.random(in: 0...4, using: &generator) {
        case 0: UInt64(clamping: Swift.min(Int64(max), Int64(anywhere / step * step) + near))
        case 1: UInt64.random(in: 0...(3 * step), using: &generator)
        case 2: max - UInt64.random(in: 0...(3 * step), using: &generator)
        default: anywhere
        }
    }

    /// Returns an amount with a random number of bits.
    private func amount(_ generator: inout SeededGenerator, bits: Int = 64) -> UInt64 {
        let width = Int.random(in: 0...bits, using: &generator)
        return width == 0 ? 0 : UInt64.random(in: .min ... .max, using: &generator) >> UInt64(64 - width)
    }

    /// Returns a pool whose reserve is that of its supply, plus or minus a few quarks.
    private func pool(_ generator: inout SeededGenerator) throws -> DiscreteBondingCurve.Pool {
        let supply = supply(&generator)
        let exact = try #require(curve.chainValue18(ofSupply: supply)) / 1_000_000_000_000
        let reserve = Int64(exact) + Int64.random(in: -3...3, using: &generator)
        let fees = amount(&generator, bits: 30)
        return DiscreteBondingCurve.Pool(
            targetVault: max - supply, baseVault: UInt64(clamping: reserve) + fees, feesAccumulated: fees,
            sellFeeBps: [0, 1, 100, 250, 10_000, 10_001].randomElement(using: &generator) ?? 0)
    }

    @Test("Every purchase and sale settles as in big integers, including errors")
    func chainTrades_random_agreeWithReference() throws {
        var generator = SeededGenerator(seed: 20)
        for round in 0..<6000 {
            let pool = try pool(&generator)
            let paid = amount(&generator, bits: 50)
            let bought = try? curve.chainBuy(pool: pool, amount: paid, minOut: 0)
            let wanted = Self.reference.buy(pool: pool, amount: paid)
            #expect(bought.map { BigUInt($0.amountIn) } == wanted?.paid, "round \(round): \(paid) into \(pool)")
            #expect(bought.map { BigUInt($0.tokensOut) } == wanted?.tokens, "round \(round): \(paid) into \(pool)")
            let tokens = Swift.min(amount(&generator, bits: 58), pool.supplyQuarks ?? 0)
            let sale = try? curve.chainSell(pool: pool, tokenQuarks: tokens, minOut: 0)
            let expected = Self.reference.sell(pool: pool, tokenQuarks: tokens)
            #expect(sale.map { BigUInt($0.net) } == expected?.net, "round \(round): \(tokens) into \(pool)")
            #expect(sale.map { BigUInt($0.fee) } == expected?.fee, "round \(round): \(tokens) into \(pool)")
        }
    }

    @Test("The general conversions round as in big integers")
    func chainConversions_random_agreeWithReference() {
        var generator = SeededGenerator(seed: 21)
        for round in 0..<6000 {
            let supply = supply(&generator)
            let tokens = amount(&generator, bits: 58)
            #expect(
                curve.chainTokensToValue18(supplyQuarks: supply, tokenQuarks: tokens).map { BigUInt($0) }
                    == Self.reference.tokensToValue(
                        supply: ChainReference.tokens(supply), tokens: ChainReference.tokens(tokens)),
                "round \(round): \(tokens) above \(supply)")
            let value = amount(&generator)
            #expect(
                curve.chainValueToTokens18(supplyQuarks: supply, valueQuarks: value).map { BigUInt($0) }
                    == Self.reference.valueToTokens(
                        supply: ChainReference.tokens(supply), value: ChainReference.value(value)),
                "round \(round): \(value) above \(supply)")
        }
    }

    @Test("The minimum output is respected to the quark")
    func chainTrades_minOut_isInclusive() throws {
        var generator = SeededGenerator(seed: 22)
        for _ in 0..<500 {
            let pool = try pool(&generator)
            let paid = amount(&generator, bits: 45)
            if let bought = try? curve.chainBuy(pool: pool, amount: paid, minOut: 0) {
                #expect(try curve.chainBuy(pool: pool, amount: paid, minOut: bought.tokensOut) == bought)
                #expect(throws: DiscreteBondingCurve.ChainError.slippageExceeded) {
                    try curve.chainBuy(pool: pool, amount: paid, minOut: bought.tokensOut + 1)
                }
            }
            let tokens = Swift.min(amount(&generator, bits: 58), pool.supplyQuarks ?? 0)
            if let sale = try? curve.chainSell(pool: pool, tokenQuarks: tokens, minOut: 0) {
                #expect(try curve.chainSell(pool: pool, tokenQuarks: tokens, minOut: sale.net) == sale)
                #expect(throws: DiscreteBondingCurve.ChainError.slippageExceeded) {
                    try curve.chainSell(pool: pool, tokenQuarks: tokens, minOut: sale.net + 1)
                }
            }
        }
    }

    @Test("Buying and selling back at once never gains, whatever was traded before")
    func chainTrades_roundTrip_neverProfits() throws {
        var generator = SeededGenerator(seed: 23)
        let empty = DiscreteBondingCurve.Pool(targetVault: max, baseVault: 0, feesAccumulated: 0, sellFeeBps: 100)
        var pool = empty
        var trades = 0
        for _ in 0..<4000 {
            let paid = amount(&generator, bits: 44)
            if let bought = try? curve.chainBuy(pool: pool, amount: paid, minOut: 0) {
                let after = pool.buying(bought)
                if let back = try? curve.chainSell(pool: after, tokenQuarks: bought.tokensOut, minOut: 0) {
                    #expect(back.net <= bought.amountIn, "\(paid) into \(pool)")
                }
                if Bool.random(using: &generator) { pool = after }
                trades += 1
            }
            let supply = try #require(pool.supplyQuarks)
            let tokens = supply == 0 ? 0 : Swift.min(supply, amount(&generator, bits: 56))
            if let sale = try? curve.chainSell(pool: pool, tokenQuarks: tokens, minOut: 0) {
                pool = pool.selling(tokens, sale)
                trades += 1
            }
            // The reserve stays near the curve: at most half a token quark's price and a quark's rounding away.
            let newSupply = try #require(pool.supplyQuarks)
            let onCurve = try #require(curve.chainValue18(ofSupply: newSupply))
            // When everything is sold, both parts of the sale may be rounded up, so that the vault lacks one quark of
            // its fees. The program rejects every trade after that.
            guard let reserve = pool.reserve18 else {
                #expect(newSupply == 0 && pool.baseVault + 1 == pool.feesAccumulated, "\(pool)")
                pool = empty
                continue
            }
            let distance = reserve > onCurve ? reserve - onCurve : onCurve - reserve
            let price = curve.currentPrice18(supplyQuarks: newSupply)
            #expect(distance <= price / 20_000_000_000 + 1_500_000_000_000, "\(pool)")
        }
        #expect(trades > 2000)
    }

    @Test("More tokens are never worth less, and more money never buys fewer tokens")
    func trades_growing_areMonotonic() throws {
        var generator = SeededGenerator(seed: 24)
        for _ in 0..<2000 {
            let pool = try pool(&generator)
            let supply = try #require(pool.supplyQuarks)
            let (less, more) = (amount(&generator, bits: 44), amount(&generator, bits: 44))
            let bought = [Swift.min(less, more), Swift.max(less, more)].map { amount in
                (try? curve.chainBuy(pool: pool, amount: amount, minOut: 0))?.tokensOut ?? 0
            }
            #expect(bought[0] <= bought[1], "\(less) and \(more) into \(pool)")
            let estimates = [Swift.min(less, more), Swift.max(less, more)].map { amount in
                curve.serverBuy(supplyQuarks: supply, usdcQuarks: amount)
            }
            #expect(estimates[0] <= estimates[1])
            let tokens = [amount(&generator, bits: 58), amount(&generator, bits: 58)].map { Swift.min($0, supply) }
            let values = try tokens.sorted().map { tokens in
                try #require(curve.serverSell(supplyQuarks: supply, tokenQuarks: tokens, feeBps: 100))
            }
            #expect(values[0].value <= values[1].value && values[0].fee <= values[1].fee)
        }
    }

    @Test("Selling in two parts yields the same as selling at once")
    func tokensToValue_parts_addUp() throws {
        var generator = SeededGenerator(seed: 25)
        for _ in 0..<1000 {
            let supply = supply(&generator)
            let first = Swift.min(amount(&generator, bits: 58), supply)
            let second = Swift.min(amount(&generator, bits: 58), supply - first)
            let whole = try #require(
                curve.tokensToValue(supplyQuarks: supply - first - second, tokenQuarks: first + second))
            let parts = [
                try #require(curve.tokensToValue(supplyQuarks: supply - first, tokenQuarks: first)),
                try #require(curve.tokensToValue(supplyQuarks: supply - first - second, tokenQuarks: second)),
            ]
            #expect(parts[0] + parts[1] == whole)
        }
    }

    @Test("Server and chain agree on a sale within the quarks of their roundings")
    func serverAndChain_sales_staySimilar() throws {
        var generator = SeededGenerator(seed: 26)
        for _ in 0..<3000 {
            let supply = supply(&generator)
            let exact = try #require(curve.value(ofTokens: supply, above: 0)).exact
            let reserve = try exact.quarks(decimals: 6, .halfUp)
            let pool = DiscreteBondingCurve.Pool(
                targetVault: max - supply, baseVault: reserve, feesAccumulated: 0, sellFeeBps: 100)
            let tokens = Swift.min(amount(&generator, bits: 58), supply)
            guard let sale = try? curve.chainSell(pool: pool, tokenQuarks: tokens, minOut: 0) else { continue }
            let estimate = try #require(curve.serverSell(supplyQuarks: supply, tokenQuarks: tokens, feeBps: 100))
            #expect((-1...2).contains(Int64(sale.net + sale.fee) - Int64(estimate.value)), "\(tokens) of \(supply)")
        }
    }
}

extension DiscreteBondingCurve.Pool {
    /// Returns the pool after a purchase.
    fileprivate func buying(_ purchase: DiscreteBondingCurve.ChainPurchase) -> Self {
        Self(
            targetVault: targetVault - purchase.tokensOut, baseVault: baseVault + purchase.amountIn,
            feesAccumulated: feesAccumulated, sellFeeBps: sellFeeBps)
    }

    /// Returns the pool after a sale.
    fileprivate func selling(_ tokens: UInt64, _ sale: DiscreteBondingCurve.ChainSale) -> Self {
        Self(
            targetVault: targetVault + tokens, baseVault: baseVault - sale.net,
            feesAccumulated: feesAccumulated + sale.fee, sellFeeBps: sellFeeBps)
    }
}
