// The C library's time structures belong to the module that the compiler loads first. If the target uses Foundation
// elsewhere, that may be this module.
#if canImport(CoreFoundation)
    import CoreFoundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The local time, as shown in logs and in the names of log files.
public struct LocalTime: Sendable {
    private let clock: any WallClock

    /// Creates a local time from `clock`, in this machine's time zone.
    public init(_ clock: any WallClock) { self.clock = clock }

    /// `yyyy-MM-dd HH:mm:ss`.
    public func text() -> String {
        let parts = parts()
        return Self.joined(parts[0...2], "-") + " " + Self.joined(parts[3...5], ":")
    }

    /// `yyyy-MM-dd-HHmmss`, for file names.
    public func stamp() -> String {
        let parts = parts()
        return Self.joined(parts[0...2], "-") + "-" + Self.joined(parts[3...5], "")
    }

    /// Year, month, day, hour, minute, second.
    private func parts() -> [Int] {
        var seconds = time_t(clock.now().seconds)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return [
            Int(parts.tm_year) + 1_900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour),
            Int(parts.tm_min), Int(parts.tm_sec),
        ]
    }

    private static func joined(_ parts: ArraySlice<Int>, _ separator: String) -> String {
        parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: separator)
    }
}
