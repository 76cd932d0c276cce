import FlipcashCore

/// A time of day to the minute.
public struct TimeOfDay: Hashable, Comparable, Sendable {
    /// Minutes since midnight, 0 ..< 1440.
    public let minutes: Int

    /// Nine in the morning, the default of all reminders.
    public static let nine = TimeOfDay(minutes: 540)

    private init(minutes: Int) { self.minutes = minutes }

    /// Reads `HH:MM`; nil for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        minutes = hour * 60 + minute
    }

    /// Whether `left` is earlier in the day.
    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}

extension TimeOfDay: CustomStringConvertible {
    /// The time as `HH:MM`, from `00:00` to `23:59`.
    public var description: String { "\(TimestampText.pad(minutes / 60, 2)):\(TimestampText.pad(minutes % 60, 2))" }
}
