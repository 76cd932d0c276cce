import FlipcashCore
import Testing

@testable import FlipcashCommands

@Suite struct DayArgumentTests {
    @Test(
        "A day begins at midnight in this machine's time zone", arguments: ["1970-01-02", "2024-02-29", "2026-12-31"])
    func init_day_begins(text: String) throws {
        let day = try #require(DayArgument(argument: text))
        // No time zone is more than 14 hours from UTC.
        let midnight = try #require(TimestampText.instant("\(text)T00:00:00.000"))
        #expect(abs(day.start.seconds - midnight.seconds) <= 14 * 3_600)
        #expect(day.start.nanoseconds == 0)
    }

    @Test(
        "Other texts are refused, and so are days that do not exist",
        arguments: [
            "", "today", "2026-5-1", "2026-05-01T00:00:00", "2026/05/01", "1969-12-31", "2026-02-29", "2026-02-31",
            "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00", "-026-01-01", "２０２６-01-01",
        ])
    func init_otherText_isNil(text: String) {
        #expect(DayArgument(argument: text) == nil)
    }
}
