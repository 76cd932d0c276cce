public import FlipcashCore

/// Small figures about how somebody saves (goals specification §11).
public enum SavingHabit {
    /// The number of consecutive days up to `today` with a contribution.
    public static func streak(contributions: Set<CalendarDate>, today: CalendarDate) -> Int {
        var day = today
        while contributions.contains(day) { day = day.adding(days: -1) }
        return day.days(until: today)
    }

    /// How busy a day was, from 0 to 1: by its contributions, or by half for their value in the display currency.
    public static func heat(count: Int, value: ExactRational) -> ExactRational {
        let byCount = min(ExactRational(units: ExactInteger(max(0, count) * 2), places: 1), .one)
        let byValue = min(max(.zero, value) * ExactRational(units: 1, places: 3), .one)
        return max(byCount, byValue * ExactRational(units: 5, places: 1))
    }

    /// Whether one asset holds at least 70 % of a goal's value.
    public static func isConcentrated(values: [ExactRational]) -> Bool {
        guard values.count > 1, let largest = values.max(), largest.signum > 0 else { return false }
        return largest * ExactRational(10 as UInt64) >= values.reduce(.zero, +) * ExactRational(7 as UInt64)
    }

    /// Whether a change of a draft deserves a warning: more than 10 percentage points, or more than 50 of the display
    /// currency a day.
    public static func isSignificant(progressChange: Int, dailyChange: ExactRational) -> Bool {
        progressChange.magnitude > 10 || dailyChange.magnitude > ExactRational(50 as UInt64)
    }
}
