import FlipcashCore

#if canImport(Glibc)
    // The compiler takes C's time structures for members of the module that it happened to load first.
    import CoreFoundation
    import Glibc
#else
    import Darwin
#endif

/// Points in time as text.
enum TimeText {
    /// RFC 3339 in UTC with milliseconds, as JSON has it: `2026-05-01T10:00:00.000Z`.
    static func rfc3339(_ instant: Instant) -> String { TimestampText.rfc3339(instant) }

    /// Date and time in the zone of this machine, to the minute.
    static func local(_ instant: Instant) -> String {
        var seconds = time_t(instant.seconds)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return "\(day(parts)) \(clock(parts).prefix(5))"
    }

    private static func day(_ parts: tm) -> String {
        "\(parts.tm_year + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    }

    private static func clock(_ parts: tm) -> String {
        "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    }

    private static func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
