public import FlipcashCore

/// What a goal needs each month (goals specification §8.1). All amounts are in units of its currency.
public struct Requirement: Hashable, Sendable {
    /// How demanding it is.
    public enum Status: String, Hashable, Sendable {
        /// Nothing remains.
        case completed
        /// A month needs more than the upper threshold.
        case critical
        /// A month needs more than the lower threshold, or one month is left.
        case attention
        /// None of these.
        case onTrack = "on_track"
    }

    /// The monthly amounts in US dollars above which a goal needs attention.
    public struct Thresholds: Hashable, Sendable {
        /// Above it, the goal is critical.
        public var critical: ExactInteger = 10_000
        /// Above it, the goal needs attention.
        public var attention: ExactInteger = 5_000

        /// Creates the usual thresholds, 10,000 and 5,000 dollars.
        public init() {}
    }

    /// What is still to be saved.
    public let remaining: ExactInteger
    /// The number of payment days, at least 1.
    public let months: Int
    /// The amount of a month, rounded up.
    public let required: ExactInteger
    /// The number of payments of that amount.
    public let payments: ExactInteger
    /// The last payment, which may be smaller.
    public let finalPayment: ExactInteger
    /// Whether no payment day is left before the deadline.
    public let isImmediate: Bool
    /// Whether the deadline has passed.
    public let isOverdue: Bool
    /// How demanding it is.
    public let status: Status
    /// Whether the thresholds were compared; false without a rate to the US dollar.
    public let areThresholdsChecked: Bool

    /// Computes what is needed.
    ///
    /// - Parameter dollars: the rate of the goal's currency to the US dollar; nil if it is unknown.
    public init(
        total: AssetAmount, target: AssetAmount, dates: PaymentDates, daysLeft: DaysLeft, dollars: ExactRational?,
        thresholds: Thresholds = Thresholds()
    ) {
        remaining = max(0, target.units - total.units)
        months = dates.months
        let monthlyUnits = remaining.divided(by: ExactInteger(months), .ceiling) ?? remaining
        required = monthlyUnits
        payments = remaining.divided(by: required, .ceiling) ?? 0
        finalPayment = remaining - required * max(0, payments - 1)
        isImmediate = dates.isImmediate
        isOverdue = daysLeft.isOverdue
        areThresholdsChecked = dollars != nil
        let monthly = dollars.map { AssetAmount(units: monthlyUnits, target.currency).value * $0 } ?? .zero
        if remaining.isZero {
            status = .completed
        } else if monthly > ExactRational(thresholds.critical) {
            status = .critical
        } else if monthly > ExactRational(thresholds.attention) || months <= 1 {
            status = .attention
        } else {
            status = .onTrack
        }
    }

    /// What is needed a day: `remaining` over the days that are left, at least one, rounded up.
    public static func daily(remaining: ExactInteger, days: Int) -> ExactInteger {
        max(0, remaining).divided(by: ExactInteger(max(1, days)), .ceiling) ?? remaining
    }
}
