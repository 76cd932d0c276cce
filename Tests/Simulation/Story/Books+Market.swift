import FlipcashCore

/// The part of the naive model that knows currencies on a curve.
extension Books {
    /// One person's tokens of one currency.
    struct Purse: Hashable, Sendable {
        let person: Int
        let currency: Int
    }

    /// A currency's supply, and the core-mint quarks that back it.
    struct Pool: Hashable, Sendable {
        var supply: UInt64 = 0
        var base: UInt64 = 0
        var fees: UInt64 = 0

        private var chain: DiscreteBondingCurve.Pool {
            DiscreteBondingCurve.Pool(
                targetVault: DiscreteBondingCurve.maxSupplyQuarks - supply, baseVault: base, feesAccumulated: fees,
                sellFeeBps: 100)
        }

        /// Pays `quarks` in and returns the tokens, as the chain does; nil when the chain refuses.
        mutating func buy(_ quarks: UInt64) -> UInt64? {
            let bought = try? DiscreteBondingCurve().chainBuy(pool: chain, amount: quarks, minOut: 0)
            guard let bought, bought.amountIn == quarks else { return nil }
            supply += bought.tokensOut
            base += quarks
            return bought.tokensOut
        }

        /// Takes `tokens` back and returns what is paid out; nil when the chain refuses.
        mutating func sell(_ tokens: UInt64) -> UInt64? {
            guard tokens <= supply,
                let sold = try? DiscreteBondingCurve().chainSell(pool: chain, tokenQuarks: tokens, minOut: 0)
            else { return nil }
            supply -= tokens
            base -= sold.net
            fees += sold.fee
            return sold.net
        }
    }

    /// What the first purchase of a currency costs, and the fee on top.
    static let firstPurchase: UInt64 = 10_000_000
    static let launchFee: UInt64 = 10_000_000

    /// A paid swap. When the chain refuses it, the money comes back, and only the history shows it.
    mutating func apply(_ trade: Trade) -> Bool {
        var after = self
        if after.execute(trade) {
            self = after
        } else if case .launch = trade.kind {
            return false
        }
        entries[trade.person, default: 0] += 1
        return true
    }

    private mutating func execute(_ trade: Trade) -> Bool {
        let person = trade.person
        switch trade.kind {
        case .launch(let currency):
            guard pools[currency] == nil else { return false }
            pools[currency] = Pool()
            guard let tokens = pools[currency]?.buy(Self.firstPurchase) else { return false }
            holdings[person, default: 0] -= Int64(Self.firstPurchase + Self.launchFee)
            add(tokens, of: currency, to: person)
        case .buy(let currency, let quarks, let fee):
            guard let tokens = pools[currency]?.buy(quarks) else { return false }
            holdings[person, default: 0] -= Int64(quarks + fee)
            add(tokens, of: currency, to: person)
        case .sell(let currency, let tokens):
            guard let net = pools[currency]?.sell(tokens) else { return false }
            take(tokens, of: currency, from: person)
            holdings[person, default: 0] += Int64(net)
        case .convert(let source, let target, let tokens):
            guard let net = pools[source]?.sell(tokens), let bought = pools[target]?.buy(net) else { return false }
            take(tokens, of: source, from: person)
            add(bought, of: target, to: person)
        }
        return true
    }

    private mutating func add(_ quarks: UInt64, of currency: Int, to person: Int) {
        purses[Purse(person: person, currency: currency), default: 0] += Int64(quarks)
    }

    private mutating func take(_ quarks: UInt64, of currency: Int, from person: Int) {
        purses[Purse(person: person, currency: currency), default: 0] -= Int64(quarks)
    }

    /// Whether everybody's tokens are those of the node, and all tokens of a currency are its supply (I10).
    func tokensAgree(with seen: Observation) -> Bool {
        for (purse, quarks) in purses where quarks != Int64(seen.purses[purse] ?? 0) { return false }
        for (purse, quarks) in seen.purses where purses[purse, default: 0] != Int64(quarks) { return false }
        return pools.allSatisfy { currency, pool in
            Int64(pool.supply) == purses.filter { $0.key.currency == currency }.reduce(0) { $0 + $1.value }
        }
    }
}

/// A swap that was paid.
struct Trade: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A new currency and its first purchase.
        case launch(Int)
        case buy(Int, quarks: UInt64, fee: UInt64)
        case sell(Int, tokens: UInt64)
        case convert(Int, to: Int, tokens: UInt64)
    }

    let person: Int
    let kind: Kind
}
