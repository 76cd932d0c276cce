import FlipcashCore

/// The price of a currency and what follows from it.
struct TokenPrice: Sendable {
    /// The price of one token.
    let price: FiatAmount
    /// The price of all tokens sold.
    let marketCap: FiatAmount
    /// The tokens sold, in quarks.
    let supply: UInt64
    /// When the service observed the supply.
    let observed: Instant
}

/// A quote that belongs to no balance.
struct MarketQuote: Sendable {
    let quote: TradeQuote
    /// What is paid, fee included.
    let pays: FiatAmount
    /// The fee in it.
    let fee: FiatAmount
    /// What is left after the fee.
    let net: FiatAmount
    let isSale: Bool
    /// The rate of the amounts' currency.
    let rate: Rate
    /// How old the rate and the supply are.
    let rateAge: Duration
}

/// Points of a currency's market capitalisation.
struct MarketHistory: Sendable {
    let currency: CurrencyCode
    let points: [ChartPoint]
    /// The market capitalisation now; nil if no supply is known.
    let now: ChartPoint?
}
