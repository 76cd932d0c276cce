import FlipcashCore

#if canImport(Glibc)
    // The compiler attributes C's time structures to whichever module it loads first.
    import CoreFoundation
    import Glibc
#else
    import Darwin
#endif

/// Days in this machine's time zone.
enum LocalDay {
    /// Midnight at the start of the day that contains `instant`.
    @Sendable static func start(_ instant: Instant) -> Instant {
        var seconds = time_t(instant.seconds)
        var parts = tm()
        localtime_r(&seconds, &parts)
        parts.tm_sec = 0
        parts.tm_min = 0
        parts.tm_hour = 0
        parts.tm_isdst = -1
        return Instant(seconds: Int64(mktime(&parts)))
    }
}
