import FlipcashCore

/// A rate that is kept with an expense, so that its value in another currency never changes (expense specification
/// §9.7).
public struct PinnedRate: Hashable, Sendable, Codable {
    /// The currency of the expense.
    public var currency: ExpenseCurrency
    /// The currency to which the rate converts.
    public var base: ExpenseCurrency
    /// Units of `base` for one of `currency`, as decimal text.
    public var value: String
    /// The source of the rate, such as `wallet`.
    public var source: String
    /// When the rate was valid.
    public var at: SplitTime

    /// Creates a rate.
    public init(currency: ExpenseCurrency, base: ExpenseCurrency, value: String, source: String, at: SplitTime) {
        self.currency = currency
        self.base = base
        self.value = value
        self.source = source
        self.at = at
    }

    /// The units of `base` that `units` of `currency` are worth, rounded half up. May be 0.
    ///
    /// - Throws: ``SplitFailure`` `bad_rate` for a rate that is not a positive decimal number, and
    ///   `amount_out_of_range`.
    public func baseUnits(of units: Int64) throws(SplitFailure) -> Int64 {
        guard let rate = PlainDecimal(value)?.value, rate.signum > 0 else { throw SplitFailure(.badRate) }
        let scaled = ExactRational(units: units) * rate
        let shift = base.digits - currency.digits
        let power = ExactRational(quarks: 1, decimals: abs(shift))
        guard let exact = shift <= 0 ? scaled * power : scaled.divided(by: power), let rounded = exact.units(.halfUp)
        else { throw SplitFailure(.amountOutOfRange) }
        return rounded
    }

    /// A total and its splits in `base`: the total is converted and then divided like the splits.
    public func baseSplits(
        total: Int64, splits: [(member: MemberID, units: Int64)]
    ) throws(SplitFailure) -> (total: Int64, parts: [Int64]) {
        let converted = try baseUnits(of: total)
        let parts = try Apportionment.parts(
            of: converted, weights: splits.map { ExactRational($0.units.magnitude) }, ids: splits.map(\.member))
        return (converted, parts)
    }
}
