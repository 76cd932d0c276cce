public import FlipcashCore

/// What a goal's assets are worth in its currency (goals specification §3.2).
public struct GoalTotal: Sendable {
    /// The funded share of one asset.
    public struct Part: Sendable {
        /// The share in the main unit of its currency.
        public let value: ExactRational
        /// The currency of the share.
        public let currency: AssetCurrency

        /// Creates a part.
        public init(value: ExactRational, currency: AssetCurrency) {
            self.value = value
            self.currency = currency
        }
    }

    /// The sum of all parts that have a rate, rounded down once.
    public let total: AssetAmount
    /// The sum to reach.
    public let target: AssetAmount
    /// The currencies of parts that were left out because they have no rate, sorted.
    public let missing: [AssetCurrency]
    /// Whether a rate behind the total is stale.
    public let isStale: Bool
    /// The age in seconds of the oldest rate behind the total.
    public let age: Int64

    /// Adds up `parts` at the rates that `rate` returns.
    public init(target: AssetAmount, parts: [Part], rate: (AssetCurrency) -> ResolvedRate?) {
        var sum = ExactRational.zero
        var missing: Set<AssetCurrency> = []
        var (isStale, age): (Bool, Int64) = (false, 0)
        for part in parts where !part.value.isZero {
            guard let rate = rate(part.currency) else {
                missing.insert(part.currency)
                continue
            }
            sum = sum + part.value * rate.value
            isStale = isStale || rate.isStale
            age = max(age, rate.age)
        }
        total = AssetAmount(sum, target.currency, .floor)
        self.target = target
        self.missing = missing.sorted()
        self.isStale = isStale
        self.age = age
    }

    /// The total that a goal had when it was finished, whatever its parts are worth now (goals specification §3.3).
    public init(frozen total: AssetAmount, target: AssetAmount) {
        self.total = total
        self.target = target
        missing = []
        isStale = false
        age = 0
    }

    /// Whether no part was left out.
    public var isComplete: Bool { missing.isEmpty }

    /// How far the goal is.
    public var progress: GoalProgress { GoalProgress(total: total.units, target: target.units) }

    /// `total / target CUR`.
    public var line: String { "\(total.text) / \(target.text) \(target.currency.code)" }

    /// The line of a list: with `≥` and the missing rates when the total is not complete.
    public var listLine: String {
        guard !isComplete else { return line }
        return "≥ \(line) (no rate for \(missing.map(\.code).joined(separator: ", ")))"
    }
}
