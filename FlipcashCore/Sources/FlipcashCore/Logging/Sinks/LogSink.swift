public import Logging

/// Where log lines go.
public protocol LogSink: Sendable {
    /// The least level that is kept.
    var level: Logger.Level { get }
    /// The time to print, `yyyy-MM-dd HH:mm:ss` in local time.
    func timestamp() -> String
    /// Keeps a line.
    func write(_ line: String, level: Logger.Level)
}

/// Several places at once, each keeping the lines of its own level.
public struct LogSinks: LogSink {
    private let sinks: [any LogSink]
    private let time: LocalTime

    /// Hands every line to those of `sinks` that keep its level.
    ///
    /// - Parameters:
    ///   - sinks: in the order in which they are told.
    ///   - time: what the lines' times are read from.
    public init(_ sinks: [any LogSink], time: LocalTime) {
        self.sinks = sinks
        self.time = time
    }

    public var level: Logger.Level { sinks.map(\.level).min() ?? .critical }

    public func timestamp() -> String { time.text() }

    public func write(_ line: String, level: Logger.Level) {
        for sink in sinks where sink.level <= level { sink.write(line, level: level) }
    }
}
