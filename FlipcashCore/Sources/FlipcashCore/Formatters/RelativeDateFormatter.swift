#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Formats the dates of events for display (money specification §10).
public struct RelativeDateFormatter: Sendable {
    /// The calendar; its time zone decides when a day begins.
    public let calendar: Calendar
    /// The names of days and months.
    public let words: DateWords

    /// Creates a formatter for one calendar and one language.
    public init(calendar: Calendar, words: DateWords = .enUS) {
        self.calendar = calendar
        self.words = words
    }

    /// Returns `Today`, `Yesterday`, `Monday` for the last week and for future dates, or `Wed, Jun 18`.
    ///
    /// - Parameters:
    ///   - date: the date to format.
    ///   - now: the current time.
    ///   - usesTimeForToday: whether to write today's dates as a time: `12:13 PM`.
    public func string(from date: Instant, now: Instant, usesTimeForToday: Bool = false) -> String {
        switch day(of: date, now: now) {
        case .today: return usesTimeForToday ? shortTime(of: date) : words.today
        case .yesterday: return words.yesterday
        case .other:
            let parts = parts(of: date)
            guard date.isAfter(recentLimit(now: now)) else {
                let day = parts.day < 10 ? "0\(parts.day)" : "\(parts.day)"
                return "\(parts.shortWeekday), \(parts.month) \(day)"
            }
            return parts.weekday
        }
    }

    /// Returns the separator between the messages of two days: `Today 12:13 PM`, `Jun 18 9:05 AM`.
    public func separator(for date: Instant, now: Instant) -> String {
        let parts = parts(of: date)
        let day =
            switch day(of: date, now: now) {
            case .today: words.today
            case .yesterday: words.yesterday
            case .other: "\(parts.month) \(parts.day)"
            }
        return "\(day) \(shortTime(of: date))"
    }

    /// Returns hours and minutes: `12:13 PM`, or `00:13` for 24-hour clocks.
    public func shortTime(of date: Instant) -> String {
        let components = calendar.dateComponents([.hour, .minute], from: Date(date))
        let (hour, minute) = (components.hour ?? 0, components.minute ?? 0)
        let minutes = minute < 10 ? "0\(minute)" : "\(minute)"
        guard let periods = words.dayPeriods else { return "\(hour < 10 ? "0" : "")\(hour):\(minutes)" }
        let period = hour < 12 ? periods.beforeNoon : periods.afterNoon
        return "\(hour % 12 == 0 ? 12 : hour % 12):\(minutes) \(period)"
    }

    private enum Day {
        case today
        case yesterday
        case other
    }

    private func day(of date: Instant, now: Instant) -> Day {
        let today = calendar.startOfDay(for: Date(now))
        let day = calendar.startOfDay(for: Date(date))
        if day == today { return .today }
        let yesterday = calendar.date(byAdding: .day, value: -1, to: today).map(calendar.startOfDay)
        return day == yesterday ? .yesterday : .other
    }

    /// Later dates are written as a weekday.
    private func recentLimit(now: Instant) -> Date {
        let today = calendar.startOfDay(for: Date(now))
        return calendar.date(byAdding: .day, value: -6, to: today) ?? today
    }

    private struct Parts {
        let weekday: String
        let shortWeekday: String
        let month: String
        let day: Int
    }

    private func parts(of date: Instant) -> Parts {
        let components = calendar.dateComponents([.weekday, .month, .day], from: Date(date))
        func word(_ words: [String], _ number: Int?) -> String {
            guard let number, words.indices.contains(number - 1) else { return "" }
            return words[number - 1]
        }
        return Parts(
            weekday: word(words.weekdays, components.weekday),
            shortWeekday: word(words.shortWeekdays, components.weekday),
            month: word(words.months, components.month), day: components.day ?? 0)
    }
}

extension Instant {
    fileprivate func isAfter(_ date: Date) -> Bool { Date(self) > date }
}
