import FlipcashCore
import Testing

@Suite struct TimestampTextTests {
    @Test(
        "Dates are written in UTC with milliseconds and read back",
        arguments: [
            (0, 0, "1970-01-01T00:00:00.000"), (1_767_225_600, 123_999_999, "2026-01-01T00:00:00.123"),
            (951_782_400, 0, "2000-02-29T00:00:00.000"), (-62_135_596_800, 0, "0001-01-01T00:00:00.000"),
            (1_772_323_199, 999_000_000, "2026-02-28T23:59:59.999"),
        ])
    func text_roundTrips(seconds: Int64, nanoseconds: Int64, text: String) {
        let instant = Instant(seconds: seconds, nanoseconds: nanoseconds)
        #expect(TimestampText.text(instant) == text)
        #expect(TimestampText.instant(text)?.seconds == seconds)
        #expect(TimestampText.instant(rfc3339: text + "Z")?.seconds == seconds)
    }

    @Test("Every day of four centuries can be written and read")
    func text_everyDay_roundTrips() {
        for day in stride(from: Int64(-73_000), to: 73_000, by: 1) {
            let instant = Instant(seconds: day * 86_400 + 86_399)
            #expect(TimestampText.instant(TimestampText.text(instant)) == instant)
        }
    }

    @Test("Times outside the calendar's range do not crash", arguments: [Int64.min, Int64.max])
    func text_extremes_areClamped(seconds: Int64) {
        #expect(TimestampText.text(Instant(seconds: seconds)).utf8.count == 23)
    }

    @Test(
        "Text of another form is not a date",
        arguments: [
            "", "2026-01-01", "2026-13-01T00:00:00.000", "2026-01-01T00:00:00.00x", "2026-02-29T00:00:00.000",
            "2026-02-31T00:00:00.000", "2026-04-31T00:00:00.000", "1900-02-29T00:00:00.000", "2026-01-00T00:00:00.000",
        ])
    func instant_nonsense_isNil(text: String) {
        #expect(TimestampText.instant(text) == nil)
    }
}
