/// Formats and parses instants as UTC text: `yyyy-MM-dd'T'HH:mm:ss.SSS` in the store (client specification §4.3), and
/// the same with a `Z` (RFC 3339) in files.
///
/// Text of this form sorts by time. It is computed from integers, independent of locale, calendar and formatter.
public enum TimestampText {
    /// Returns the time without a zone, to the millisecond, clamped to the years 1 to 9999.
    public static func text(_ instant: Instant) -> String {
        // Years 1 to 9999: keeps the form for any value that a server sends.
        let seconds = min(max(instant.seconds, -62_135_596_800), 253_402_300_799)
        let days = seconds.floorDivided(by: 86_400)
        let second = seconds - days * 86_400
        let (year, month, day) = civil(fromDays: days)
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T\(pad(second / 3_600, 2)):"
            + "\(pad(second / 60 % 60, 2)):\(pad(second % 60, 2)).\(pad(Int64(instant.nanoseconds) / 1_000_000, 3))"
    }

    /// Parses a time without a zone; returns nil for any other form.
    public static func instant(_ text: String) -> Instant? {
        let bytes = Array(text.utf8)
        guard bytes.count == 23, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54, bytes[13] == 0x3A,
            bytes[16] == 0x3A, bytes[19] == 0x2E,
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19]), let milliseconds = number(bytes[20..<23]),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        let date = days(fromYear: year, month: month, day: day)
        // A day that its month does not have converts to a day of the next month.
        guard civil(fromDays: date).month == month else { return nil }
        let seconds = date * 86_400 + hour * 3_600 + minute * 60 + second
        return Instant(seconds: seconds, nanoseconds: milliseconds * 1_000_000)
    }

    /// Returns RFC 3339 with milliseconds, as in JSON files and answers: `2026-05-01T10:00:00.000Z`.
    public static func rfc3339(_ instant: Instant) -> String { text(instant) + "Z" }

    /// Parses RFC 3339 with milliseconds and a `Z`; returns nil for any other form.
    public static func instant(rfc3339 text: String) -> Instant? {
        text.hasSuffix("Z") ? instant(String(text.dropLast())) : nil
    }

    /// The digits of a value of 0 or more, with zeros before them up to `width`.
    package static func pad(_ value: some BinaryInteger, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        for byte in bytes {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        return value
    }

    /// Returns the proleptic Gregorian date of a day number counted from 1970-01-01. Counts years from March, so that
    /// the leap day comes last.
    static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// Returns the day number of a date of the proleptic Gregorian calendar; the opposite of ``civil(fromDays:)``.
    static func days(fromYear year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year.floorDivided(by: 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension Int64 {
    /// Divides and rounds towards negative infinity; `divisor` is positive.
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
