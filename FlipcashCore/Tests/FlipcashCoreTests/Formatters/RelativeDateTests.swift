import Foundation
import Testing

@testable import FlipcashCore

@Suite("Relative dates")
struct RelativeDateTests {
    private let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "America/New_York") ?? .gmt
        return calendar
    }()
    private var formatter: RelativeDateFormatter { RelativeDateFormatter(calendar: calendar) }

    private func instant(_ month: Int, _ day: Int, _ hour: Int = 12, _ minute: Int = 13) throws -> Instant {
        let components = DateComponents(year: 2025, month: month, day: day, hour: hour, minute: minute)
        return Instant(try #require(calendar.date(from: components)))
    }

    @Test("The last days have names, older dates are written out, and future dates show the weekday")
    func string_byAge() throws {
        // A Wednesday.
        let now = try instant(6, 25, 9, 30)
        #expect(formatter.string(from: try instant(6, 25, 0, 0), now: now) == "Today")
        #expect(formatter.string(from: try instant(6, 25), now: now, usesTimeForToday: true) == "12:13 PM")
        #expect(formatter.string(from: try instant(6, 24, 23, 59), now: now) == "Yesterday")
        #expect(formatter.string(from: try instant(6, 23), now: now) == "Monday")
        #expect(formatter.string(from: try instant(6, 19, 0, 1), now: now) == "Thursday")
        #expect(formatter.string(from: try instant(6, 19, 0, 0), now: now) == "Thu, Jun 19")
        #expect(formatter.string(from: try instant(6, 18), now: now) == "Wed, Jun 18")
        #expect(formatter.string(from: try instant(6, 5), now: now) == "Thu, Jun 05")
        #expect(formatter.string(from: try instant(7, 4), now: now) == "Friday")
    }

    @Test("Days begin in the calendar's time zone, not in UTC")
    func string_timeZone_decides() throws {
        let now = try instant(6, 25, 22, 0)
        #expect(formatter.string(from: try instant(6, 25, 1, 0), now: now) == "Today")
        var greenwich = calendar
        greenwich.timeZone = .gmt
        let there = RelativeDateFormatter(calendar: greenwich)
        #expect(there.string(from: try instant(6, 25, 1, 0), now: now) == "Yesterday")
    }

    @Test("The separator between messages has the day and the time")
    func separator_hasDayAndTime() throws {
        let now = try instant(6, 25, 9, 30)
        #expect(formatter.separator(for: try instant(6, 25, 0, 5), now: now) == "Today 12:05 AM")
        #expect(formatter.separator(for: try instant(6, 24, 12, 0), now: now) == "Yesterday 12:00 PM")
        #expect(formatter.separator(for: try instant(6, 18), now: now) == "Jun 18 12:13 PM")
    }

    @Test("Other words and 24-hour clocks are passed in as values")
    func words_areInjected() throws {
        let words = DateWords(
            today: "Heute", yesterday: "Gestern",
            weekdays: ["Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"],
            shortWeekdays: ["So.", "Mo.", "Di.", "Mi.", "Do.", "Fr.", "Sa."],
            months: DateWords.enUS.months, dayPeriods: nil)
        let formatter = RelativeDateFormatter(calendar: calendar, words: words)
        let now = try instant(6, 25, 9, 30)
        #expect(formatter.string(from: now, now: now) == "Heute")
        #expect(formatter.shortTime(of: try instant(6, 25, 0, 5)) == "00:05")
        #expect(formatter.string(from: try instant(6, 23), now: now) == "Montag")
        #expect(formatter.string(from: try instant(6, 18), now: now) == "Mi., Jun 18")
        let wordless = DateWords(
            today: "", yesterday: "", weekdays: [], shortWeekdays: [], months: [], dayPeriods: nil)
        #expect(
            RelativeDateFormatter(calendar: calendar, words: wordless).string(from: try instant(6, 1), now: now)
                == ",  01")
    }
}
