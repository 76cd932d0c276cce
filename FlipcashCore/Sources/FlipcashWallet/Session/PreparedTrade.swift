public import FlipcashCore

/// A trade with its figures, computed from one pin of each currency (client specification §10.8, §10.9).
public struct PreparedTrade: Sendable {
    /// What the trade does.
    public let kind: SwapRecord.Kind
    /// The currency that is paid.
    public let source: MintMetadata
    /// The currency that is received.
    public let target: MintMetadata
    /// What leaves the balance, fees included, with the proofs that it was computed from.
    public let funding: PinnedExchangeData
    /// The fee, in the currency of the entry; part of what leaves the balance.
    public let fee: ExchangedFiat
    /// What is left of the payment after the fee, in the currency of the entry.
    public let net: FiatAmount
    /// What arrives.
    public let quote: TradeQuote
    /// When the quote was made.
    public let quoted: Instant

    /// When the quote expires.
    public func usableTime(at now: Instant) -> Duration { funding.state.usableTime(at: now) }
}

/// What a person enters for a trade.
public enum TradeEntry: Hashable, Sendable {
    /// An amount of fiat.
    case amount(FiatAmount)
    /// Everything, shown in this currency.
    case max(CurrencyCode)

    /// The currency of the entry.
    var currency: CurrencyCode {
        switch self {
        case .amount(let amount): amount.currency
        case .max(let currency): currency
        }
    }
}
