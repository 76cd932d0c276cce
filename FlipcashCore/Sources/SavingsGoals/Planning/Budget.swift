public import FlipcashCore

/// A goal in a budget. Amounts are units of the budget's currency.
public struct BudgetGoal: Hashable, Sendable {
    /// The goal's id.
    public let id: String
    /// What it needs in all.
    public let remaining: ExactInteger
    /// The number of payments before its deadline, at least 1.
    public let months: Int
    /// The deadline.
    public let deadline: CalendarDate

    /// Creates a goal.
    public init(id: String, remaining: ExactInteger, months: Int, deadline: CalendarDate) {
        self.id = id
        self.remaining = remaining
        self.months = max(1, months)
        self.deadline = deadline
    }
}

/// Several goals that are paid from one monthly sum, one after the other by deadline (goals specification §9).
public struct Budget: Sendable {
    /// The goals that still need money, by deadline, then id.
    public let goals: [BudgetGoal]

    /// Creates a budget of `goals`.
    public init(goals: [BudgetGoal]) {
        self.goals = goals.filter { $0.remaining.signum > 0 }.sorted { left, right in
            left.deadline != right.deadline ? left.deadline < right.deadline : left.id.precedesInBytes(right.id)
        }
    }

    /// The sums of the remaining amounts up to each goal.
    private var runningTotals: [ExactInteger] {
        var sum: ExactInteger = 0
        return goals.map { goal in
            sum += goal.remaining
            return sum
        }
    }

    /// The smallest monthly sum with which no goal is late, and the first goal that needs it; 0 without goals.
    public var minimum: (amount: ExactInteger, binding: String?) {
        var (largest, binding): (ExactRational, String?) = (.zero, nil)
        for (goal, sum) in zip(goals, runningTotals) {
            guard let share = ExactRational(sum).divided(by: ExactRational(ExactInteger(goal.months))), share > largest
            else { continue }
            (largest, binding) = (share, goal.id)
        }
        return (largest.whole(.ceiling), binding)
    }

    /// Plans the payments of `amount` each.
    ///
    /// - Throws: `GoalsError.budgetNotPositive`, or `.scheduleTooLong` for more than 600 payments.
    public func schedule(_ amount: ExactInteger) throws(GoalsError) -> BudgetSchedule {
        guard amount.signum > 0 else { throw .budgetNotPositive }
        let totals = runningTotals
        let count = (totals.last ?? 0).divided(by: amount, .ceiling)?.int ?? .max
        guard count <= BudgetSchedule.paymentsMax else { throw .scheduleTooLong }
        let infeasible = goals.indices.filter { totals[$0] > amount * ExactInteger(goals[$0].months) }
        let suggestion = infeasible.first.map { index in
            let (goal, total) = (goals[index], totals[index])
            return BudgetSchedule.Suggestion(
                goal: goal.id, extendMonths: (total.divided(by: amount, .ceiling) ?? 0) - ExactInteger(goal.months),
                reduceBy: min(goal.remaining, total - amount * ExactInteger(goal.months)), budget: minimum.amount)
        }
        return BudgetSchedule(
            payments: pour(amount), infeasible: infeasible.map { goals[$0].id }, suggestion: suggestion,
            minimum: minimum.amount, isLeveled: amount == minimum.amount,
            months: Dictionary(
                goals.map { ($0.id, $0.months) }
            ) { first, _ in first })
    }

    /// Pours payments of `amount` into the goals in order.
    private func pour(_ amount: ExactInteger) -> [[BudgetSchedule.Part]] {
        var payments: [[BudgetSchedule.Part]] = []
        var payment: [BudgetSchedule.Part] = []
        var left = amount
        for goal in goals {
            var running: ExactInteger = 0
            while running < goal.remaining {
                let units = min(left, goal.remaining - running)
                running += units
                left -= units
                payment.append(
                    .init(goal: goal.id, amount: units, running: running, completes: running == goal.remaining))
                if left.isZero {
                    payments.append(payment)
                    (payment, left) = ([], amount)
                }
            }
        }
        if !payment.isEmpty { payments.append(payment) }
        return payments
    }
}

/// The payments of a budget.
public struct BudgetSchedule: Hashable, Sendable {
    /// The largest number of payments.
    public static let paymentsMax = 600

    /// The part of a payment that goes to one goal.
    public struct Part: Hashable, Sendable {
        /// The goal's id.
        public let goal: String
        /// The part.
        public let amount: ExactInteger
        /// What the goal has received so far, with this part.
        public let running: ExactInteger
        /// Whether the goal is reached.
        public let completes: Bool
    }

    /// How the first goal that would be late could be in time; any one of them is enough.
    public struct Suggestion: Hashable, Sendable {
        /// The goal's id.
        public let goal: String
        /// The number of months by which its deadline would have to move.
        public let extendMonths: ExactInteger
        /// The amount by which its target would have to shrink, at most to what is saved.
        public let reduceBy: ExactInteger
        /// The monthly sum that would be enough.
        public let budget: ExactInteger
    }

    /// When a goal is paid into.
    public struct Span: Hashable, Sendable {
        /// The number of the first payment, from 1.
        public let first: Int
        /// The number of the last payment.
        public let last: Int
        /// Whether the last payment is after the deadline.
        public let isLate: Bool
    }

    /// The payments in order.
    public let payments: [[Part]]
    /// The ids of goals that would be late.
    public let infeasible: [String]
    /// What to do about the first of them.
    public let suggestion: Suggestion?
    /// The smallest sum with which no goal is late.
    public let minimum: ExactInteger
    /// Whether the sum is the minimum.
    public let isLeveled: Bool
    let months: [String: Int]

    /// Whether no goal is late.
    public var isFeasible: Bool { infeasible.isEmpty }

    /// When each goal is paid into.
    public var timeline: [String: Span] {
        var spans: [String: Span] = [:]
        for (index, payment) in payments.enumerated() {
            for part in payment {
                let (number, limit) = (index + 1, months[part.goal] ?? 0)
                spans[part.goal] = Span(first: spans[part.goal]?.first ?? number, last: number, isLate: number > limit)
            }
        }
        return spans
    }
}
