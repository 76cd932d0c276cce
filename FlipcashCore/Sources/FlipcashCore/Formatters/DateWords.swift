/// The words in which dates are written.
///
/// As for numbers, the library has a table of its own, because the tables of operating systems change between releases.
public struct DateWords: Hashable, Sendable {
    /// The word for the current day.
    public let today: String
    /// The word for the day before.
    public let yesterday: String
    /// The weekdays, Sunday first.
    public let weekdays: [String]
    /// The abbreviated weekdays, Sunday first; the number of letters depends on the language.
    public let shortWeekdays: [String]
    /// The abbreviated months, January first.
    public let months: [String]
    /// The words for before and after noon; nil for 24-hour clocks.
    public let dayPeriods: DayPeriods?

    /// The words for the halves of the day on a 12-hour clock.
    public struct DayPeriods: Hashable, Sendable {
        /// From midnight to noon.
        public let beforeNoon: String
        /// From noon to midnight.
        public let afterNoon: String

        /// Creates the pair of words.
        public init(beforeNoon: String, afterNoon: String) {
            self.beforeNoon = beforeNoon
            self.afterNoon = afterNoon
        }
    }

    /// Creates a table of words; weekdays start with Sunday, months with January.
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
