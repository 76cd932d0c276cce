public import FlipcashCore

/// What a changed target or deadline would do to a goal (goals specification §11).
public struct DraftImpact: Hashable, Sendable {
    /// The figures of a goal before or after a change.
    public struct Figures: Hashable, Sendable {
        /// The percentage that is saved.
        public let percent: Int
        /// What is to be saved each day until the deadline.
        public let daily: AssetAmount

        /// Computes the figures of a goal.
        public init(total: AssetAmount, target: AssetAmount, daysLeft: DaysLeft) {
            let progress = GoalProgress(total: total.units, target: target.units)
            percent = progress.percent
            daily = AssetAmount(
                units: Requirement.daily(remaining: progress.remaining, days: daysLeft.days), target.currency)
        }
    }

    /// The figures before the change.
    public let before: Figures
    /// The figures after it.
    public let after: Figures
    /// Whether the change deserves a warning.
    public let isSignificant: Bool

    /// Compares the figures of a goal.
    ///
    /// - Parameter rate: the rate of the goal's currency to the display currency; nil if it is unknown.
    public init(before: Figures, after: Figures, rate: ExactRational?) {
        self.before = before
        self.after = after
        isSignificant = SavingHabit.isSignificant(
            progressChange: after.percent - before.percent,
            dailyChange: (after.daily.value - before.daily.value) * (rate ?? .zero))
    }
}
