public import FlipcashCore
import Foundation

/// The calendar of one time zone: which date it is, and when a day begins (goals specification §1).
public struct GoalCalendar: Hashable, Sendable {
    /// The name of the zone, such as `Europe/Berlin`.
    public let zoneName: String
    private let zone: TimeZone

    /// UTC.
    public static let utc = GoalCalendar(zone: .gmt, name: "UTC")

    private init(zone: TimeZone, name: String) {
        self.zone = zone
        zoneName = name
    }

    /// The calendar of an IANA zone; nil when the system does not know it.
    public init?(zone name: String) {
        guard name != "UTC" else {
            self = .utc
            return
        }
        guard let zone = TimeZone(identifier: name) else { return nil }
        self.init(zone: zone, name: name)
    }

    /// The calendar of the system's zone.
    public static var system: GoalCalendar { GoalCalendar(zone: .current, name: TimeZone.current.identifier) }

    private func offset(at seconds: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
    }

    /// The date in this zone at `instant`.
    public func date(of instant: Instant) -> CalendarDate {
        let clamped = min(max(instant.seconds, -62_135_596_800), 253_402_300_799)
        let local = clamped + offset(at: clamped)
        let (days, rest) = local.quotientAndRemainder(dividingBy: 86_400)
        return CalendarDate(dayNumber: Int(rest < 0 ? days - 1 : days))
    }

    /// The instant at which the clocks of this zone show `time` on `date`.
    ///
    /// A time that the clocks skip is counted with the offset before the gap. A time that they show twice is the
    /// earlier one.
    public func instant(_ date: CalendarDate, _ time: TimeOfDay) -> Instant {
        let shown = Int64(date.dayNumber) * 86_400 + Int64(time.minutes) * 60
        let before = offset(at: shown - 86_400)
        let candidates = [before, offset(at: shown + 86_400)].map { shown - $0 }
        let actual = candidates.filter { $0 + offset(at: $0) == shown }.min()
        return Instant(seconds: actual ?? shown - before)
    }

    /// The first instant of `date`.
    public func startOfDay(_ date: CalendarDate) -> Instant { instant(date, TimeOfDay.midnight) }
}

extension TimeOfDay {
    /// The beginning of a day.
    static let midnight = TimeOfDay("00:00") ?? .nine
}
