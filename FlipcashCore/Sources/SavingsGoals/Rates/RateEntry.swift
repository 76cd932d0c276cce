public import FlipcashCore

/// A rate that a provider reported, as it is stored.
public struct RateEntry: Hashable, Sendable {
    /// The currencies.
    public let pair: RatePair
    /// The rate as a plain decimal. Text that is not a decimal above zero is ignored when rates are used.
    public let rate: String
    /// When the rate held.
    public let date: Instant

    /// Creates an entry.
    public init(pair: RatePair, rate: String, date: Instant) {
        self.pair = pair
        self.rate = rate
        self.date = date
    }

    /// The rate; nil unless it is a decimal above zero.
    var value: ExactRational? {
        guard let value = ExactRational(decimal: rate), value.signum > 0 else { return nil }
        return value
    }
}
