import FlipcashCore

#if canImport(Glibc)
    // The compiler attributes C's time structures to whichever module it loads first.
    import CoreFoundation
    import Glibc
#else
    import Darwin
#endif

/// Points in time as text.
enum TimeText {
    /// RFC 3339 in UTC with milliseconds, as JSON has it: `2026-05-01T10:00:00.000Z`.
    static func rfc3339(_ instant: Instant) -> String { TimestampText.rfc3339(instant) }

    /// Date and time in this machine's time zone, to the minute.
    static func local(_ instant: Instant) -> String {
        var seconds = time_t(clamped(instant.seconds))
        var parts = tm()
        localtime_r(&seconds, &parts)
        return "\(day(parts)) \(clock(parts).prefix(5))"
    }

    /// RFC 3339 only has years of four digits. Invalid times from a server are clamped to them.
    private static func clamped(_ seconds: Int64) -> Int64 {
        min(max(seconds, firstSecond), lastSecond)
    }

    /// 1000-01-02T00:00:00Z and 9999-12-30T23:59:59Z: one day from the limits, so that every time zone stays within
    /// four digits.
    private static let (firstSecond, lastSecond): (Int64, Int64) = (-30_610_137_600, 253_402_214_399)

    private static func day(_ parts: tm) -> String {
        "\(Int(parts.tm_year) + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    }

    private static func clock(_ parts: tm) -> String {
        "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    }

    private static func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
