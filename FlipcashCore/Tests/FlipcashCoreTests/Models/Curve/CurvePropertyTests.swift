import BigInt
import FlipcashTestKit
import Testing

@testable import FlipcashCore

/// The curve compared with its definition in big integers, at random and at critical supplies.
@Suite("Curve properties")
struct CurvePropertyTests {
    private let curve = DiscreteBondingCurve()
    private let step = BigUInt(1_000_000_000_000)
    private let max = DiscreteBondingCurve.maxSupplyQuarks

    /// Returns a supply on, just below or just above a step boundary, or anywhere.
    private func supply(_ generator: inout SeededGenerator) -> UInt64 {
        let anywhere = UInt64.random(in: 0...max, using: &generator)
        let boundary = anywhere / 1_000_000_000_000 * 1_000_000_000_000
        switch Int.random(in: 0...5, using: &generator) {
        case 0: return boundary
        case 1: return boundary == 0 ? 0 : boundary - 1
        case 2: return Swift.min(boundary + 1, max)
        case 3: return UInt64.random(in: 0...5_000_000_000_000, using: &generator)
        case 4: return max - UInt64.random(in: 0...5_000_000_000_000, using: &generator)
        default: return anywhere
        }
    }

    /// Returns the cost of a supply from 0 in units of 10⁻²⁸.
    private func cost28(_ quarks: UInt64) -> BigUInt {
        let (index, within) = BigUInt(quarks).quotientAndRemainder(dividingBy: step)
        let table = CurveTable.shared
        return BigUInt(table.cumulative[Int(index)]) * BigUInt(10_000_000_000)
            + within * BigUInt(table.prices[Int(index)])
    }

    @Test("The value of a sale is exactly the difference of two costs")
    func tokensToValue_random_agreesWithBigInt() throws {
        var generator = SeededGenerator(seed: 10)
        for _ in 0..<3000 {
            let (a, b) = (supply(&generator), supply(&generator))
            let (low, high) = (Swift.min(a, b), Swift.max(a, b))
            let value = try #require(curve.tokensToValue(supplyQuarks: low, tokenQuarks: high - low))
            let wanted = cost28(high) - cost28(low)
            #expect(value.scaledMagnitude(places: 28, .down).description == String(wanted), "\(low) to \(high)")
            let bps = UInt16.random(in: 0...10_000, using: &generator)
            let sale = try #require(curve.serverSell(supplyQuarks: high, tokenQuarks: high - low, feeBps: bps))
            #expect(BigUInt(sale.value) == wanted / BigUInt(10).power(22), "\(low) to \(high)")
            #expect(BigUInt(sale.fee) == wanted * BigUInt(bps) / BigUInt(10).power(26), "\(low) to \(high)")
            let onChain = try #require(curve.chainTokensToValue18(supplyQuarks: low, tokenQuarks: high - low))
            let exact18 = BigInt(wanted / BigUInt(10).power(10))
            #expect((BigInt(onChain) - exact18).magnitude <= 1, "\(low) to \(high)")
        }
    }

    @Test("Buying and selling back returns the payment minus a rounding")
    func valueToTokens_random_invertsTokensToValue() throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<3000 {
            let start = Swift.min(supply(&generator), max - 1)
            let value = UInt64.random(in: 1...1_000_000_000_000, using: &generator)
            let tokens = try #require(curve.valueToTokens(supplyQuarks: start, valueQuarks: value))
            let bought = curve.serverBuy(supplyQuarks: start, usdcQuarks: value)
            let floor = tokens.scaledMagnitude(places: 10, .down).uint64 ?? .max
            #expect(bought == Swift.min(floor, max - start), "\(value) at \(start)")
            guard bought == floor else { continue }
            let back = try #require(curve.serverSell(supplyQuarks: start + bought, tokenQuarks: bought, feeBps: 0))
            // One token quark is worth at most 100 value quarks at the highest price.
            #expect(back.value <= value && value - back.value <= 101, "\(value) at \(start)")
            let over = cost28(start + bought) + BigUInt(CurveTable.shared.prices[210_000])
            #expect(cost28(start) + BigUInt(value) * BigUInt(10).power(22) <= over, "\(value) at \(start)")
        }
    }

    @Test("The chain's trades follow its fixed-point definition")
    func chain_random_agreesWithBigInt() throws {
        var generator = SeededGenerator(seed: 12)
        let one = BigUInt(10).power(18)
        for _ in 0..<3000 {
            let start = supply(&generator)
            let reserve = cost28(start) / BigUInt(10).power(22)
            let fees = UInt64.random(in: 0...1000, using: &generator)
            let pool = DiscreteBondingCurve.Pool(
                targetVault: max - start, baseVault: UInt64(reserve) + fees, feesAccumulated: fees, sellFeeBps: 100)
            let sold = start == 0 ? 0 : UInt64.random(in: 0...start, using: &generator)
            let sale = try? curve.chainSell(pool: pool, tokenQuarks: sold, minOut: 0)
            let left = start - sold
            let (index, within) = BigUInt(left).quotientAndRemainder(dividingBy: step)
            let value =
                BigUInt(CurveTable.shared.cumulative[Int(index)])
                + (within * BigUInt(10).power(8) * BigUInt(CurveTable.shared.prices[Int(index)]) + one / 2) / one
            let reserve18 = reserve * BigUInt(10).power(12)
            guard reserve18 >= value else {
                #expect(sale == nil)
                continue
            }
            let total = reserve18 - value
            let fee = (total * 100 + 5000) / 10_000
            let half = BigUInt(10).power(12) / 2
            let net = (total - fee + half) / BigUInt(10).power(12)
            let feeQuarks = (fee + half) / BigUInt(10).power(12)
            if net == 0 || feeQuarks == 0 {
                #expect(sale == nil)
            } else {
                #expect(sale.map { BigUInt($0.net) } == net, "\(sold) of \(start)")
                #expect(sale.map { BigUInt($0.fee) } == feeQuarks, "\(sold) of \(start)")
            }
        }
    }

    @Test("An impossible pool is rejected, and nothing traps at the edges")
    func chain_impossiblePools_areRefused() {
        let overfull = DiscreteBondingCurve.Pool(
            targetVault: .max, baseVault: 0, feesAccumulated: 0, sellFeeBps: 100)
        #expect(throws: DiscreteBondingCurve.ChainError.invalidArgument) {
            try curve.chainBuy(pool: overfull, amount: 1, minOut: 0)
        }
        let indebted = DiscreteBondingCurve.Pool(
            targetVault: max, baseVault: 0, feesAccumulated: 1, sellFeeBps: 100)
        #expect(throws: DiscreteBondingCurve.ChainError.invalidArgument) {
            try curve.chainSell(pool: indebted, tokenQuarks: 0, minOut: 0)
        }
        let rich = DiscreteBondingCurve.Pool(targetVault: 0, baseVault: .max, feesAccumulated: 0, sellFeeBps: .max)
        #expect(throws: DiscreteBondingCurve.ChainError.self) {
            try curve.chainSell(pool: rich, tokenQuarks: max, minOut: 0)
        }
        #expect(curve.tokensToValue(supplyQuarks: .max, tokenQuarks: .max) == nil)
        #expect(curve.serverSell(supplyQuarks: 0, tokenQuarks: .max, feeBps: .max) == nil)
        #expect(curve.serverBuy(supplyQuarks: .max, usdcQuarks: .max) == 0)
        #expect(curve.serverBuy(supplyQuarks: 0, usdcQuarks: .max) == max)
        #expect(curve.valueToTokens(supplyQuarks: max - 1, valueQuarks: .max) != nil)
        #expect(curve.chainValueToTokens18(supplyQuarks: max - 1, valueQuarks: .max) != nil)
        #expect(curve.spotPrice18(supply: .max) == nil)
        #expect(curve.marketCap(supplyQuarks: .max) == nil)
        #expect(curve.currentPrice18(supplyQuarks: .max) == CurveTable.shared.prices[210_000])
    }
}
