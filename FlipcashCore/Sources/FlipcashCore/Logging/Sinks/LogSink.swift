public import Logging

/// A destination of log lines.
public protocol LogSink: Sendable {
    /// The lowest level that is written.
    var level: Logger.Level { get }
    /// Returns the current time for a line, `yyyy-MM-dd HH:mm:ss` in local time.
    func timestamp() -> String
    /// Writes a line.
    func write(_ line: String, level: Logger.Level)
}

/// A sink that passes lines to several sinks, each with its own level.
public struct LogSinks: LogSink {
    private let sinks: [any LogSink]
    private let time: LocalTime

    /// Creates a sink that passes every line to those of `sinks` whose level includes it.
    ///
    /// - Parameters:
    ///   - sinks: the sinks, in the order in which they receive lines.
    ///   - time: gives the lines' times.
    public init(_ sinks: [any LogSink], time: LocalTime) {
        self.sinks = sinks
        self.time = time
    }

    /// The lowest level of any of the sinks; `critical` without sinks.
    public var level: Logger.Level { sinks.map(\.level).min() ?? .critical }

    /// The current local time, `yyyy-MM-dd HH:mm:ss`. The sinks' own times are not used.
    public func timestamp() -> String { time.text() }

    /// Passes the line to each sink whose level includes it, in order.
    public func write(_ line: String, level: Logger.Level) {
        for sink in sinks where sink.level <= level { sink.write(line, level: level) }
    }
}
