import Benchmark
import BigInt
import Comparison
import FlipcashCore

/// Trades at supplies from the first token to the last, the same for every implementation.
private struct Trades: Sendable {
    let pools: [DiscreteBondingCurve.Pool]
    let supplies: [UInt64]
    let curve = DiscreteBondingCurve()
    let reference = ChainReference()

    static let amount: UInt64 = 5_000_000
    static let tokens: UInt64 = 1_000_000_000_000

    init(count: Int = 1000) {
        let span = DiscreteBondingCurve.maxSupplyQuarks - 2 * Self.tokens
        let curve = curve
        supplies = (0..<count).map { Self.tokens + span / UInt64(count) * UInt64($0) + UInt64($0 * 7919) }
        pools = supplies.map { supply in
            let reserve = curve.serverSell(supplyQuarks: supply, tokenQuarks: supply, feeBps: 0)?.value ?? 0
            return DiscreteBondingCurve.Pool(
                targetVault: DiscreteBondingCurve.maxSupplyQuarks - supply, baseVault: reserve + 1, feesAccumulated: 0,
                sellFeeBps: 100)
        }
    }

    /// Checks that both implementations settle every trade in the same way, before they are timed.
    func requireSameResults() {
        for pool in pools {
            let (bought, buys) = (
                reference.buy(pool: pool, amount: Self.amount),
                try? curve.chainBuy(pool: pool, amount: Self.amount, minOut: 0)
            )
            precondition(
                bought != nil && bought?.paid == buys.map { BigUInt($0.amountIn) }
                    && bought?.tokens == buys.map { BigUInt($0.tokensOut) })
            let (sold, sells) = (
                reference.sell(pool: pool, tokenQuarks: Self.tokens),
                try? curve.chainSell(pool: pool, tokenQuarks: Self.tokens, minOut: 0)
            )
            precondition(
                sold != nil && sold?.net == sells.map { BigUInt($0.net) } && sold?.fee == sells.map { BigUInt($0.fee) })
        }
    }
}

let benchmarks: @Sendable () -> Void = {
    let trades = Trades()
    trades.requireSameResults()
    let chain = "the chain's algorithm in BigInt"

    let buy = Comparison("curve: buy at any supply", calls: 1000)
    buy.ours(reach: .within(nanoseconds: 1000, allocations: 0)) { call in
        blackHole(try? trades.curve.chainBuy(pool: trades.pools[call], amount: Trades.amount, minOut: 0))
    }
    buy.rival(chain, reach: .times(1)) { call in
        blackHole(trades.reference.buy(pool: trades.pools[call], amount: Trades.amount))
    }

    let sell = Comparison("curve: sell at any supply", calls: 1000)
    sell.ours(reach: .within(nanoseconds: 1000, allocations: 0)) { call in
        blackHole(try? trades.curve.chainSell(pool: trades.pools[call], tokenQuarks: Trades.tokens, minOut: 0))
    }
    sell.rival(chain, reach: .times(1)) { call in
        blackHole(trades.reference.sell(pool: trades.pools[call], tokenQuarks: Trades.tokens))
    }

    let price = Comparison("curve: price of one step, without a table", calls: 1000)
    price.ours(reach: .within(nanoseconds: 1000, allocations: 0)) { call in
        blackHole(trades.curve.spotPrice18(supply: trades.supplies[call] / DiscreteBondingCurve.quarksPerToken))
    }
}
