/// The words that dates are written with. The table is our own, as for numbers: hosts differ from release to release.
public struct DateWords: Hashable, Sendable {
    /// The word for the current day.
    public let today: String
    /// The word for the day before.
    public let yesterday: String
    /// Sunday first.
    public let weekdays: [String]
    /// Sunday first, abbreviated; not every language cuts off the same number of letters.
    public let shortWeekdays: [String]
    /// January first, abbreviated.
    public let months: [String]
    /// Before and after noon; nil for clocks of 24 hours.
    public let dayPeriods: DayPeriods?

    /// The marks of a clock of twelve hours.
    public struct DayPeriods: Hashable, Sendable {
        /// From midnight to noon.
        public let beforeNoon: String
        /// From noon to midnight.
        public let afterNoon: String

        /// The two marks.
        public init(beforeNoon: String, afterNoon: String) {
            self.beforeNoon = beforeNoon
            self.afterNoon = afterNoon
        }
    }

    /// A table of words; weekdays start with Sunday, months with January.
    public init(
        today: String, yesterday: String, weekdays: [String], shortWeekdays: [String], months: [String],
        dayPeriods: DayPeriods?
    ) {
        self.today = today
        self.yesterday = yesterday
        self.weekdays = weekdays
        self.shortWeekdays = shortWeekdays
        self.months = months
        self.dayPeriods = dayPeriods
    }

    /// American English.
    public static let enUS = DateWords(
        today: "Today", yesterday: "Yesterday",
        weekdays: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
        shortWeekdays: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
        months: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
        dayPeriods: DayPeriods(beforeNoon: "AM", afterNoon: "PM"))
}
