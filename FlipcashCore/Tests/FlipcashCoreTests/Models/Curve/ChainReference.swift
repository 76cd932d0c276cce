// The benchmarks use this file too, so it uses only public API.

import BigInt
import FlipcashCore

/// The on-chain program's arithmetic in big integers, as in its source: fixed point with 18 decimals, 192 bits wide
/// (money specification §3.3–3.4).
struct ChainReference {
    let prices: [BigUInt]
    let cumulative: [BigUInt]

    static let one = BigUInt(10).power(18)
    static let half = BigUInt(5) * BigUInt(10).power(17)
    static let stepTokens = BigUInt(100) * one

    /// Sums the prices of the curve, each from its public function.
    init() {
        let curve = DiscreteBondingCurve()
        let prices = (0..<DiscreteBondingCurve.stepCount).map { step in
            BigUInt(curve.spotPrice18(supply: UInt64(step) * DiscreteBondingCurve.stepTokens) ?? 0)
        }
        var sum = BigUInt(0)
        var cumulative: [BigUInt] = []
        cumulative.reserveCapacity(prices.count)
        for price in prices {
            cumulative.append(sum)
            sum += price * 100
        }
        self.prices = prices
        self.cumulative = cumulative
    }

    static func product(_ left: BigUInt, _ right: BigUInt) -> BigUInt { (left * right + half) / one }
    static func quotient(_ left: BigUInt, _ right: BigUInt) -> BigUInt { (left * one + half) / right }
    static func tokens(_ quarks: UInt64) -> BigUInt { BigUInt(quarks) * BigUInt(10).power(8) }
    static func value(_ quarks: UInt64) -> BigUInt { BigUInt(quarks) * BigUInt(10).power(12) }
    static func valueQuarks(_ value: BigUInt) -> BigUInt { (value + BigUInt(10).power(12) / 2) / BigUInt(10).power(12) }
    static func tokenQuarks(_ tokens: BigUInt) -> BigUInt { (tokens + BigUInt(10).power(8) / 2) / BigUInt(10).power(8) }

    /// Returns the value of `tokens` on top of `supply`; nil beyond the table.
    func tokensToValue(supply: BigUInt, tokens: BigUInt) -> BigUInt? {
        let end = supply + tokens
        let (first, last) = (Int(supply / Self.stepTokens), Int(end / Self.stepTokens))
        guard last < prices.count else { return nil }
        if tokens == 0 { return 0 }
        if first == last { return Self.product(tokens, prices[first]) }
        let start = Self.product(BigUInt(first + 1) * Self.stepTokens - supply, prices[first])
        let rest = Self.product(end - BigUInt(last) * Self.stepTokens, prices[last])
        return start + (cumulative[last] - cumulative[first + 1]) + rest
    }

    /// Returns the supply whose cost from 0 is `value`.
    func supply(costing value: BigUInt) -> BigUInt {
        var low = 0
        var high = cumulative.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if cumulative[middle] <= value { low = middle } else { high = middle - 1 }
        }
        return BigUInt(low) * Self.stepTokens + Self.quotient(value - cumulative[low], prices[low])
    }

    /// Returns the tokens for `value` on top of `supply`; nil from the last step on.
    func valueToTokens(supply: BigUInt, value: BigUInt) -> BigUInt? {
        if value == 0 { return 0 }
        let step = Int(supply / Self.stepTokens)
        guard step < prices.count - 1 else { return nil }
        let left = BigUInt(step + 1) * Self.stepTokens - supply
        let cost = Self.product(left, prices[step])
        guard value >= cost else { return Self.quotient(value, prices[step]) }
        let reached = self.supply(costing: cumulative[step + 1] + value - cost)
        return left + reached - BigUInt(step + 1) * Self.stepTokens
    }

    /// Returns the core-mint quarks paid and the token quarks bought; nil when the program rejects the trade.
    func buy(pool: DiscreteBondingCurve.Pool, amount: UInt64) -> (paid: BigUInt, tokens: BigUInt)? {
        guard let supply = pool.supplyQuarks, pool.baseVault >= pool.feesAccumulated else { return nil }
        let current = Self.value(pool.baseVault - pool.feesAccumulated)
        let new = min(current + Self.value(amount), cumulative[cumulative.count - 1])
        let reached = self.supply(costing: new)
        guard new >= current, reached >= Self.tokens(supply) else { return nil }
        let tokens = Self.tokenQuarks(min(reached - Self.tokens(supply), Self.tokens(pool.targetVault)))
        return tokens == 0 ? nil : (Self.valueQuarks(new - current), tokens)
    }

    /// Returns the core-mint quarks paid out and kept as the fee; nil when the program rejects the trade.
    func sell(pool: DiscreteBondingCurve.Pool, tokenQuarks: UInt64) -> (net: BigUInt, fee: BigUInt)? {
        guard let supply = pool.supplyQuarks, tokenQuarks <= supply, pool.baseVault >= pool.feesAccumulated,
            let left = tokensToValue(supply: 0, tokens: Self.tokens(supply - tokenQuarks))
        else { return nil }
        let current = Self.value(pool.baseVault - pool.feesAccumulated)
        guard current >= left else { return nil }
        let total = current - left
        let fee = Self.product(total, BigUInt(pool.sellFeeBps) * Self.one / 10_000)
        guard fee <= total else { return nil }
        let (net, feeQuarks) = (Self.valueQuarks(total - fee), Self.valueQuarks(fee))
        return net == 0 || (pool.sellFeeBps > 0 && feeQuarks == 0) ? nil : (net, feeQuarks)
    }
}
