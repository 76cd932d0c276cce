public import FlipcashCore

/// What a person enters for a new or changed goal, before it is checked (goals specification §3.1).
public struct GoalDraft: Sendable {
    /// A reason for which a draft cannot be saved.
    public enum Problem: String, Hashable, Sendable {
        /// The name is empty.
        case nameBlank = "name_blank"
        /// The currency is empty or not a currency code.
        case currencyBlank = "currency_blank"
        /// The target is not above zero.
        case targetNotPositive = "target_not_positive"
        /// The target has more decimals than its currency.
        case targetPrecision = "target_precision"
        /// The deadline is today or earlier.
        case deadlineNotFuture = "deadline_not_future"
        /// The start is after the deadline.
        case startAfterDeadline = "start_after_deadline"

        /// The field that the problem concerns.
        public var field: String {
            switch self {
            case .nameBlank: "name"
            case .currencyBlank: "currency"
            case .targetNotPositive, .targetPrecision: "target"
            case .deadlineNotFuture: "deadline"
            case .startAfterDeadline: "start"
            }
        }
    }

    /// A warning that does not prevent saving.
    public enum Warning: String, Hashable, Sendable {
        /// The deadline is less than 7 days away.
        case deadlineUnder7Days = "deadline_under_7_days"
    }

    /// What is wrong with a draft, in the order of its fields.
    public struct Findings: Hashable, Sendable {
        /// Reasons for which it cannot be saved.
        public let problems: [Problem]
        /// Things to know.
        public let warnings: [Warning]
    }

    /// The name.
    public var name: String
    /// The code of the currency.
    public var currency: String
    /// The target in the currency's main unit.
    public var target: ExactRational
    /// The deadline.
    public var deadline: CalendarDate
    /// The start; nil for the day of creation.
    public var start: CalendarDate?

    /// Creates a draft.
    public init(
        name: String, currency: String, target: ExactRational, deadline: CalendarDate, start: CalendarDate? = nil
    ) {
        self.name = name
        self.currency = currency
        self.target = target
        self.deadline = deadline
        self.start = start
    }

    /// Checks all fields at `now` in the zone of `calendar`.
    public func findings(now: Instant, calendar: GoalCalendar) -> Findings {
        var problems: [Problem] = []
        let today = calendar.date(of: now)
        let currency = AssetCurrency(currency)
        if name.trimmingBlanks().isEmpty { problems.append(.nameBlank) }
        if currency == nil { problems.append(.currencyBlank) }
        if target.signum <= 0 {
            problems.append(.targetNotPositive)
        } else if let currency, AssetAmount(target, currency, .floor).value != target {
            problems.append(.targetPrecision)
        }
        if deadline <= today { problems.append(.deadlineNotFuture) }
        if let start, start > deadline { problems.append(.startAfterDeadline) }
        let isSoon = deadline > today && today.days(until: deadline) < 7
        return Findings(problems: problems, warnings: isSoon ? [.deadlineUnder7Days] : [])
    }
}
