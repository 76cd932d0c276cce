import Testing

@testable import FlipcashCommands

@Suite struct DurationArgumentTests {
    @Test(
        "Seconds, minutes, hours and days are accepted",
        arguments: [("90s", 90), ("5m", 300), ("2h", 7_200), ("7d", 604_800), ("001s", 1)])
    func init_wellFormed_isDuration(text: String, seconds: Int) {
        #expect(DurationArgument(argument: text)?.duration == .seconds(seconds))
    }

    @Test(
        "Other texts are refused",
        arguments: ["", "s", "5", "0s", "-5s", "5 s", "5S", "1.5h", "9999999999s", "999999999d", "٣s", "5ms"])
    func init_malformed_isNil(text: String) {
        #expect(DurationArgument(argument: text) == nil)
    }
}
