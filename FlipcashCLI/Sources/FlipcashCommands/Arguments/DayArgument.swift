public import ArgumentParser
import FlipcashCore

#if canImport(Glibc)
    // The compiler attributes C's time structures to whichever module it loads first.
    import CoreFoundation
    import Glibc
#else
    import Darwin
#endif

/// A day on the command line, such as `2026-05-01`, in this machine's time zone.
public struct DayArgument: ExpressibleByArgument, Sendable, Hashable {
    private let year: Int32
    private let month: Int32
    private let day: Int32

    /// Reads `YYYY-MM-DD` from 1970 on; nil for any other form and for a day that does not exist.
    public init?(argument: String) {
        guard TimestampText.instant("\(argument)T00:00:00.000") != nil else { return nil }
        let parts = argument.split(separator: "-").compactMap { Int32($0) }
        guard parts.count == 3, parts[0] >= 1970 else { return nil }
        let (year, month, day) = (parts[0], parts[1], parts[2])
        self.year = year
        self.month = month
        self.day = day
    }

    /// When the day begins.
    var start: Instant {
        var parts = tm()
        parts.tm_year = year - 1_900
        parts.tm_mon = month - 1
        parts.tm_mday = day
        parts.tm_isdst = -1
        return Instant(seconds: Int64(mktime(&parts)))
    }
}
