public import ArgumentParser
import FlipcashCore

#if canImport(Glibc)
    // The compiler takes C's time structures for members of the module that it happened to load first.
    import CoreFoundation
    import Glibc
#else
    import Darwin
#endif

/// A day on the command line, `2026-05-01`, in the zone of this machine.
public struct DayArgument: ExpressibleByArgument, Sendable, Hashable {
    private let year: Int32
    private let month: Int32
    private let day: Int32

    /// Reads `YYYY-MM-DD` from 1970 on; nil for any other form.
    public init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int32(parts[0]), let month = Int32(parts[1]), let day = Int32(parts[2]),
            year >= 1970, (1...12).contains(month), (1...31).contains(day)
        else { return nil }
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
