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
    private let time: LocalTime

    /// Keeps warnings and worse until the command line has been read.
    public init(time: LocalTime = LocalTime(SystemClock())) { self.time = time }

    public var level: Logger.Level { current.withLock { $0 } }

    /// Changes the least level that is kept.
    func setLevel(_ level: Logger.Level) { current.withLock { $0 = level } }

    public func timestamp() -> String { time.text() }

    public func write(_ line: String, level: Logger.Level) {
        DescriptorOutput(descriptor: STDERR_FILENO).write(line + "\n")
    }
}
