// The C library's time structures belong to whichever module the compiler saw first, which in a target that uses
// Foundation elsewhere may be this one.
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

/// The time where the person is, as logs and the names of their files show it.
public struct LocalTime: Sendable {
    private let clock: any WallClock

    /// Reads `clock` and shows its time in the zone of this machine.
    public init(_ clock: any WallClock) { self.clock = clock }

    /// `yyyy-MM-dd HH:mm:ss`.
    public func text() -> String {
        let parts = parts()
        return Self.joined(parts[0...2], "-") + " " + Self.joined(parts[3...5], ":")
    }

    /// `yyyy-MM-dd-HHmmss`, for names of files.
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
