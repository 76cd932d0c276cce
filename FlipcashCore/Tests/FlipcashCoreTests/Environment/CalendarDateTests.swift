import FlipcashCore
import Foundation
import Testing

@Suite struct CalendarDateTests {
    @Test("The last day of a shorter month stands for the days that it lacks")
    func advanced_months_endsWithTheMonth() throws {
        let date = try #require(CalendarDate("2026-01-31"))
        #expect(
            [1, 2, 13, 25].map { date.advanced(months: $0)?.description } == [
                "2026-02-28", "2026-03-31", "2027-02-28", "2028-02-29",
            ])
    }

    @Test("Dates outside the years 1 to 9999 are nil, or the first or last date where they are clamped")
    func advanced_outsideTheCalendar_isNil() throws {
        let (first, last) = (try #require(CalendarDate("0001-01-01")), try #require(CalendarDate("9999-12-31")))
        #expect(last.advanced(days: 1) == nil)
        #expect(last.advanced(months: 1) == nil)
        #expect(first.advanced(days: -1) == nil)
        #expect(first.advanced(months: -1) == nil)
        #expect(first.advanced(days: .min) == nil)
        #expect(last.advanced(months: .max) == nil)
        #expect(last.adding(months: 1) == last)
        #expect(last.adding(days: .max) == last)
        #expect(first.adding(days: -1) == first)
        #expect(first.adding(months: .min) == first)
    }

    @Test("The days of four centuries follow each other, and are read as they are written")
    func text_everyDay_isReadBack() {
        for number in -1...146_097 {
            let date = CalendarDate(dayNumber: number)
            #expect(CalendarDate(date.description) == date)
            #expect(date.advanced(days: 1)?.dayNumber == number + 1)
        }
    }

    @Test("A date is stored as year, month and day, and one that the calendar lacks is refused")
    func codable_date_hasItsParts() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let date = try #require(CalendarDate("2024-02-29"))
        let stored = try encoder.encode(date)
        #expect(String(decoding: stored, as: UTF8.self) == #"{"day":29,"month":2,"year":2024}"#)
        #expect(try JSONDecoder().decode(CalendarDate.self, from: stored) == date)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(CalendarDate.self, from: Data(#"{"day":29,"month":2,"year":2025}"#.utf8))
        }
    }

    @Test(
        "Signs, other digits and lengths are not a date", arguments: ["+999-01-01", "2026-1-01", "٢٠٢٦-01-01", ""])
    func init_otherText_isNil(text: String) {
        #expect(CalendarDate(text) == nil)
    }
}
