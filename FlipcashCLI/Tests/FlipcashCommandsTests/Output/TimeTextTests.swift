import FlipcashCore
import Testing

@testable import FlipcashCommands

@Suite struct TimeTextTests {
    @Test("A time is written in UTC with milliseconds")
    func rfc3339_ordinary_isExact() {
        #expect(TimeText.rfc3339(Instant(seconds: 1_777_629_600, nanoseconds: 5_000_000)) == "2026-05-01T10:00:00.005Z")
    }

    @Test(
        "An impossible time from a server is clamped to years of four digits",
        arguments: [
            (Int64.max, "9999-", "9999-"), (Int64.min, "0001-", "1000-"), (67_768_036_191_676_800, "9999-", "9999-"),
            (-62_135_596_801, "0001-", "1000-"),
        ])
    func text_impossibleTime_isClamped(seconds: Int64, inUTC: String, here: String) {
        #expect(TimeText.rfc3339(Instant(seconds: seconds)).hasPrefix(inUTC))
        #expect(TimeText.local(Instant(seconds: seconds)).hasPrefix(here))
    }
}
