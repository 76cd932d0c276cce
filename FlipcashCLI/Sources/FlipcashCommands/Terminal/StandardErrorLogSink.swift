public import FlipcashCore
public import Logging
import Synchronization

#if canImport(Glibc)
    // The compiler takes C's time structures for members of the module that it happened to load first.
    import CoreFoundation
    import Glibc
#else
    import Darwin
#endif

/// Writes log lines to standard error, from the level that the command line asked for.
///
/// The level is set once the command line has been read; until then only warnings pass.
public final class StandardErrorLogSink: LogSink {
    private let current = Mutex(Logger.Level.warning)

    public init() {}

    public var level: Logger.Level { current.withLock { $0 } }

    /// Changes the least level that is kept.
    func setLevel(_ level: Logger.Level) { current.withLock { $0 = level } }

    public func timestamp() -> String {
        var seconds = time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    }

    public func write(_ line: String, level: Logger.Level) {
        DescriptorOutput(descriptor: STDERR_FILENO).write(line + "\n")
    }
}
