public import Logging
import Synchronization

/// The last log lines of this process, kept in memory for error reports (client specification §6.3).
public final class LogRing: LogSink {
    /// The number of lines that are kept.
    public static let capacity = 100

    private struct State {
        var lines: [String] = []
        /// The index of the oldest line when the ring is full.
        var start = 0
    }

    /// The lowest level that loggers pass on. The ring itself keeps every line that it gets.
    public let level: Logger.Level
    private let time: LocalTime
    private let state = Mutex(State())

    /// Creates an empty ring for lines of `level` and above.
    public init(level: Logger.Level = .debug, time: LocalTime) {
        self.level = level
        self.time = time
    }

    /// The current local time, `yyyy-MM-dd HH:mm:ss`.
    public func timestamp() -> String { time.text() }

    /// Keeps the line, and drops the oldest one if there are more than ``capacity``.
    public func write(_ line: String, level: Logger.Level) {
        state.withLock { state in
            guard state.lines.count == Self.capacity else { return state.lines.append(line) }
            state.lines[state.start] = line
            state.start = (state.start + 1) % Self.capacity
        }
    }

    /// The lines, oldest first.
    public var lines: [String] {
        state.withLock { Array($0.lines[$0.start...] + $0.lines[..<$0.start]) }
    }
}
