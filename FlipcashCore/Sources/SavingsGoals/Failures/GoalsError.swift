/// Errors of the rules of savings goals. Each has a stable code.
public enum GoalsError: Error, Hashable, Sendable {
    /// An amount that must not be negative is negative.
    case negativeAmount
    /// A goal asks for more of an asset than is available.
    case exceedsTotal(Shortage)
    /// A contribution to a named goal must be above zero.
    case contributionNotPositive
    /// There is no rate, with its currencies as `FROM-TO`.
    case rateUnavailable(String)
    /// The day of payment is not between 1 and 28.
    case paymentDay(Int)
    /// The factor is not between 0 and 2.
    case factorRange
    /// The strategy is unknown.
    case unknownStrategy(String)
    /// The budget is not above zero.
    case budgetNotPositive
    /// The schedule would have more than 600 payments.
    case scheduleTooLong
    /// A forecast needs points of two days.
    case notEnoughPoints
    /// There is no goal with this id.
    case goalNotFound(String)
    /// There is no asset with this id.
    case assetNotFound(String)

    /// What was asked for, and what there is, as plain decimals.
    public struct Shortage: Hashable, Sendable {
        /// The amount that was asked for.
        public let attempted: String
        /// The amount that is available.
        public let available: String
    }

    /// The stable name of the error.
    public var code: String {
        switch self {
        case .negativeAmount: "negative_amount"
        case .exceedsTotal: "exceeds_total"
        case .contributionNotPositive: "contribution_not_positive"
        case .rateUnavailable: "rate_unavailable"
        case .paymentDay: "payment_day"
        case .factorRange: "factor_range"
        case .unknownStrategy: "unknown_strategy"
        case .budgetNotPositive: "budget_not_positive"
        case .scheduleTooLong: "schedule_too_long"
        case .notEnoughPoints: "not_enough_points"
        case .goalNotFound: "goal_not_found"
        case .assetNotFound: "asset_not_found"
        }
    }
}

extension GoalsError: CustomStringConvertible {
    /// What is wrong and what is allowed, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .negativeAmount: "the amount is negative, but must be zero or more"
        case .exceedsTotal(let shortage):
            "\(shortage.attempted) is more than the \(shortage.available) that is available"
        case .contributionNotPositive: "a contribution to a goal must be above zero"
        case .rateUnavailable(let pair): "there is no exchange rate \(pair)"
        case .paymentDay(let day): "the payment day is \(day), but must be between 1 and 28"
        case .factorRange: "the factor must be between 0 and 2"
        case .unknownStrategy(let name):
            "there is no strategy \"\(name.prefix(32))\"; use balanced, urgent, largest or risk"
        case .budgetNotPositive: "the budget must be above zero"
        case .scheduleTooLong: "the budget would need more than 600 payments; raise it"
        case .notEnoughPoints: "a forecast needs values of at least two different days"
        case .goalNotFound(let id): "there is no goal \(id)"
        case .assetNotFound(let id): "there is no asset \(id)"
        }
    }
}
