public import FlipcashCore
public import Logging
import Synchronization

#if canImport(Glibc)
    // The compiler attributes C's time structures to whichever module it loads first.
    import CoreFoundation
    import Glibc
#else
    import Darwin
#endif

/// Writes log lines to standard error, from the level that the command line sets.
///
/// The level is set once the command line has been read; until then only warnings pass.
public final class StandardErrorLogSink: LogSink {
    private let current = Mutex(Logger.Level.warning)
    private let time: LocalTime

    /// Creates a sink that writes warnings and worse until the command line has been read.
    public init(time: LocalTime = LocalTime(SystemClock())) { self.time = time }

    /// The level from the command line; `warning` until it has been read.
    public var level: Logger.Level { current.withLock { $0 } }

    /// Sets the lowest level that is written.
    func setLevel(_ level: Logger.Level) { current.withLock { $0 = level } }

    /// The current local time, `yyyy-MM-dd HH:mm:ss`.
    public func timestamp() -> String { time.text() }

    /// Writes the line whatever its level; loggers and `LogSinks` check the level before.
    public func write(_ line: String, level: Logger.Level) {
        DescriptorOutput(descriptor: STDERR_FILENO).write(line + "\n")
    }
}
