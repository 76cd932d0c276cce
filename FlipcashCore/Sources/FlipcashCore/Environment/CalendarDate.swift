/// A date of the Gregorian calendar without a time or a zone: a deadline, a start, a day of payment.
public struct CalendarDate: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01.
    public let dayNumber: Int

    /// The dates that can be written: 0001-01-01 to 9999-12-31.
    private static let range = -719_162...2_932_896

    /// Creates a date from days since 1970-01-01, clamped to the years 1 to 9999.
    public init(dayNumber: Int) {
        self.dayNumber = min(max(dayNumber, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Creates a date; nil when the calendar does not have it.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month),
            (1...Self.dayCount(year: year, month: month)).contains(day)
        else { return nil }
        dayNumber = Int(TimestampText.days(fromYear: Int64(year), month: Int64(month), day: Int64(day)))
    }

    /// Reads `YYYY-MM-DD` in ASCII digits; nil for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Year, month from 1, and day from 1.
    public var components: (year: Int, month: Int, day: Int) {
        let civil = TimestampText.civil(fromDays: Int64(dayNumber))
        return (Int(civil.year), Int(civil.month), Int(civil.day))
    }

    /// Whether `left` is the earlier day.
    public static func < (left: CalendarDate, right: CalendarDate) -> Bool { left.dayNumber < right.dayNumber }

    /// The date `days` later; nil outside the years 1 to 9999.
    public func advanced(days: Int) -> CalendarDate? {
        let (sum, overflowed) = dayNumber.addingReportingOverflow(days)
        return overflowed || !Self.range.contains(sum) ? nil : CalendarDate(dayNumber: sum)
    }

    /// The same day `months` later; the month's last day when it is shorter. Count from the base date, never in steps.
    ///
    /// Nil outside the years 1 to 9999.
    public func advanced(months: Int) -> CalendarDate? {
        let (year, month, day) = components
        let (total, overflowed) = (year * 12 + month - 1).addingReportingOverflow(months)
        guard !overflowed, total >= 12 else { return nil }
        let (newYear, newMonth) = (total / 12, total % 12 + 1)
        let newDay = min(day, Self.dayCount(year: newYear, month: newMonth))
        return CalendarDate(year: newYear, month: newMonth, day: newDay)
    }

    /// The date `days` later, clamped to the years 1 to 9999.
    public func adding(days: Int) -> CalendarDate {
        advanced(days: days) ?? CalendarDate(dayNumber: days < 0 ? .min : .max)
    }

    /// The date ``advanced(months:)`` later, clamped to the years 1 to 9999.
    public func adding(months: Int) -> CalendarDate {
        advanced(months: months) ?? CalendarDate(dayNumber: months < 0 ? .min : .max)
    }

    /// The number of days from this date to `other`; negative when `other` is earlier.
    public func days(until other: CalendarDate) -> Int { other.dayNumber - dayNumber }

    private static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDate: CustomStringConvertible {
    /// The date as `YYYY-MM-DD`.
    public var description: String {
        let (year, month, day) = components
        return "\(TimestampText.pad(year, 4))-\(TimestampText.pad(month, 2))-\(TimestampText.pad(day, 2))"
    }

    /// The date without separators, as calendar files have it.
    public var compactText: String { description.filter { $0 != "-" } }
}

/// The form in files: an object with `year`, `month` and `day`.
extension CalendarDate: Codable {
    private enum CodingKeys: String, CodingKey {
        case year, month, day
    }

    /// Reads the three numbers.
    ///
    /// - Throws: `DecodingError` if one is missing, or if there is no such day.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let (year, month) = (try fields.decode(Int.self, forKey: .year), try fields.decode(Int.self, forKey: .month))
        guard let date = CalendarDate(year: year, month: month, day: try fields.decode(Int.self, forKey: .day)) else {
            throw DecodingError.dataCorruptedError(forKey: .day, in: fields, debugDescription: "not a date")
        }
        self = date
    }

    /// Writes the three numbers.
    public func encode(to encoder: any Encoder) throws {
        let (year, month, day) = components
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(year, forKey: .year)
        try fields.encode(month, forKey: .month)
        try fields.encode(day, forKey: .day)
    }
}
