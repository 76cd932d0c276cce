/// Durations in seconds with the unit `s`, such as `-1.500s`.
enum DurationText {
    /// The longest durations, about 10,000 years.
    static let secondsRange: ClosedRange<Int64> = -315_576_000_000...315_576_000_000

    /// Writes a duration; nil when it is too long or its parts have different signs.
    static func text(seconds: Int64, nanos: Int32) -> String? {
        guard secondsRange.contains(seconds), -999_999_999...999_999_999 ~= nanos,
            seconds == 0 || nanos == 0 || (seconds < 0) == (nanos < 0)
        else { return nil }
        let sign = seconds < 0 || nanos < 0 ? "-" : ""
        return "\(sign)\(seconds.magnitude)\(CalendarText.fraction(nanos < 0 ? -nanos : nanos))s"
    }

    /// Reads a duration; nil when it is malformed or too long.
    static func parse(_ text: String) -> (seconds: Int64, nanos: Int32)? {
        var reader = DigitReader(text)
        let isNegative = reader.skip("-")
        guard let digits = reader.digits(atMost: 12), let seconds = Int64(Substring(digits)),
            let nanos = reader.fraction(), reader.skip("s"), reader.isAtEnd, secondsRange.contains(seconds)
        else { return nil }
        return isNegative ? (-seconds, -nanos) : (seconds, nanos)
    }
}
