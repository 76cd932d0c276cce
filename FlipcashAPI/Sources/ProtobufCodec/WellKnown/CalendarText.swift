/// Timestamps in the format of RFC 3339, in the proleptic Gregorian calendar.
enum CalendarText {
    /// The first second of the year 1 and the last of the year 9999, counted from 1970.
    static let secondsRange: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    private static let secondsPerDay: Int64 = 86_400
    private static let daysPerEra: Int64 = 146_097

    /// Writes a timestamp such as `1972-01-01T10:00:20.021Z`; nil outside the years 1 to 9999 or for invalid
    /// nanoseconds.
    static func text(seconds: Int64, nanos: Int32) -> String? {
        guard secondsRange.contains(seconds), 0..<1_000_000_000 ~= nanos else { return nil }
        let second = ((seconds % secondsPerDay) + secondsPerDay) % secondsPerDay
        let date = Self.date((seconds - second) / secondsPerDay)
        let day = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
        let time = "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        return "\(day)T\(time)\(fraction(nanos))Z"
    }

    /// Nanoseconds as a point and 0, 3, 6 or 9 digits.
    static func fraction(_ nanos: Int32) -> String {
        if nanos == 0 { return "" }
        if nanos % 1_000_000 == 0 { return ".\(padded(Int64(nanos / 1_000_000), 3))" }
        if nanos % 1000 == 0 { return ".\(padded(Int64(nanos / 1000), 6))" }
        return ".\(padded(Int64(nanos), 9))"
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// Reads a timestamp with `Z` or an offset; nil when it is malformed or outside the years 1 to 9999.
    static func parse(_ text: String) -> (seconds: Int64, nanos: Int32)? {
        var digits = DigitReader(text)
        guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2), digits.skip("-"),
            let day = digits.number(2), digits.skip("T"), let hour = digits.number(2), digits.skip(":"),
            let minute = digits.number(2), digits.skip(":"), let second = digits.number(2),
            let nanos = digits.fraction(), let offset = digits.offset(), digits.isAtEnd,
            1...12 ~= month, 1...daysInMonth(year, month) ~= day, hour < 24, minute < 60, second < 60
        else { return nil }
        let seconds = days(year, month, day) * secondsPerDay + hour * 3600 + minute * 60 + second - offset
        guard secondsRange.contains(seconds) else { return nil }
        return (seconds, nanos)
    }

    private static func daysInMonth(_ year: Int64, _ month: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    // Years start in March, so the leap day is their last day. 400 years are an era.

    /// Days from 1970-01-01 to a date.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let marchYear = month > 2 ? year : year - 1
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * daysPerEra + dayOfEra - daysToEpoch
    }

    /// Days from 0000-03-01 to 1970-01-01.
    private static let daysToEpoch: Int64 = 719_468

    private static func date(_ daysSinceEpoch: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let days = daysSinceEpoch + daysToEpoch
        let era = (days >= 0 ? days : days - (daysPerEra - 1)) / daysPerEra
        let dayOfEra = days - era * daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

/// Reads the digits and separators of timestamps and durations.
struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads all digits that follow; nil unless there are `1...most`.
    mutating func digits(atMost most: Int) -> Substring.UTF8View? {
        let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard 1...most ~= digits.count else { return nil }
        rest = rest.dropFirst(digits.count)
        return digits
    }

    /// Reads a number of exactly `width` digits.
    mutating func number(_ width: Int) -> Int64? {
        let digits = rest.prefix(width)
        guard digits.count == width, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            return nil
        }
        rest = rest.dropFirst(width)
        return Int64(Substring(digits))
    }

    /// Reads a fraction of a second as nanoseconds. Zero when there is none; nil when it has no digits or too many.
    mutating func fraction() -> Int32? {
        guard skip(".") else { return 0 }
        guard let digits = digits(atMost: 9), var nanos = Int32(Substring(digits)) else { return nil }
        for _ in digits.count..<9 { nanos *= 10 }
        return nanos
    }

    /// Reads `Z` or an offset in hours and minutes, and returns seconds east of UTC.
    mutating func offset() -> Int64? {
        if skip("Z") { return 0 }
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60
        else { return nil }
        return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
}
