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

/// What a chart shows.
enum ChartMeasure: String, Sendable, CaseIterable {
    /// The market capitalisation.
    case cap
    /// The price of one token.
    case price
}

/// Points of a currency's market capitalisation.
struct MarketHistory: Sendable {
    let measure: ChartMeasure
    /// In the display currency; in dollars for a chart of the price, which follows from them.
    let points: [ChartPoint]
    /// The market capitalisation now, in the same currency; nil if no supply is known.
    let now: ChartPoint?
    /// The present rate of the display currency.
    let rate: Rate

    /// The currency of the points.
    var currency: CurrencyCode {
        switch measure {
        case .cap: rate.currency
        case .price: .usd
        }
    }
}
