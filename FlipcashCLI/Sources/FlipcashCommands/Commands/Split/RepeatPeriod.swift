import ArgumentParser
import SharedExpenses

/// How often an expense repeats, on the command line: `month`, `monthly`, `2 weeks`.
struct RepeatPeriod: ExpressibleByArgument, Sendable, Hashable {
    let frequency: Recurrence.Frequency
    /// 1 to 36.
    let interval: Int

    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && $0.isNumber }
        let word = argument.dropFirst(digits.count).filter { $0 != " " && $0 != "-" }.lowercased()
        switch word {
        case "day", "days", "daily": frequency = .daily
        case "week", "weeks", "weekly": frequency = .weekly
        case "month", "months", "monthly": frequency = .monthly
        case "year", "years", "yearly": frequency = .yearly
        default: return nil
        }
        guard let interval = digits.isEmpty ? 1 : Int(digits), (1...36).contains(interval) else { return nil }
        self.interval = interval
    }
}
