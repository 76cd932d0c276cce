public import Logging
import Synchronization

/// Log files that never grow beyond three times half a megabyte (client specification §6.3).
///
/// Nothing is opened before there is something to write. Several processes may share the files: each looks anew which
/// one was written last.
public final class RotatingLogFile: LogSink {
    /// How many files there are.
    public static let fileCount = 3
    /// The most bytes that one file gets.
    public static let fileSizeMax: UInt64 = 500_000
    /// How many lines are written at once.
    public static let batchCount = 10

    /// The names of the files.
    public static let names = (0..<fileCount).map { "app-\($0).log" }

    private struct State {
        var level: Logger.Level
        var pending: [String] = []
        var hasFailed = false
    }

    private let folder: any LogFolder
    private let time: LocalTime
    private let onFailure: @Sendable (LogFileFailure) -> Void
    private let state: Mutex<State>

    /// Writes to the files of `folder`.
    ///
    /// - Parameters:
    ///   - folder: where the files lie.
    ///   - level: the least level that is kept.
    ///   - time: what the lines' times are read from.
    ///   - onFailure: told once when the files cannot be written; nothing more is written in this run then.
    public init(
        folder: any LogFolder, level: Logger.Level = RotatingLogFile.defaultLevel, time: LocalTime,
        onFailure: @escaping @Sendable (LogFileFailure) -> Void
    ) {
        self.folder = folder
        self.time = time
        self.onFailure = onFailure
        state = Mutex(State(level: level))
    }

    /// Everything in development builds, information and worse in releases.
    public static var defaultLevel: Logger.Level {
        #if DEBUG
            .debug
        #else
            .info
        #endif
    }

    public var level: Logger.Level { state.withLock { $0.level } }

    /// Keeps nothing more in this run, as in a process that has a log of its own.
    public func stop() {
        state.withLock { state in
            state.hasFailed = true
            state.pending = []
            state.level = .critical
        }
    }

    public func timestamp() -> String { time.text() }

    public func write(_ line: String, level: Logger.Level) {
        let failure = state.withLock { state -> LogFileFailure? in
            guard !state.hasFailed else { return nil }
            state.pending.append(line)
            return state.pending.count < Self.batchCount ? nil : flush(&state)
        }
        if let failure { onFailure(failure) }
    }

    /// Writes the lines that still wait, as at the end of a process.
    public func flush() {
        let failure = state.withLock { flush(&$0) }
        if let failure { onFailure(failure) }
    }

    private func flush(_ state: inout State) -> LogFileFailure? {
        guard !state.pending.isEmpty, !state.hasFailed else { return nil }
        defer { state.pending = [] }
        do throws(LogFileFailure) {
            try write(state.pending)
            return nil
        } catch {
            state.hasFailed = true
            return error
        }
    }

    /// Appends the lines to the file that was written last, and goes on to the next one, emptied, where they do not
    /// fit.
    private func write(_ lines: [String]) throws(LogFileFailure) {
        var (index, size) = try current()
        var batch: [UInt8] = []
        for line in lines {
            let bytes = Array(Self.singleLine(line).utf8.prefix(Int(Self.fileSizeMax) - 1)) + [0x0A]
            if size + UInt64(bytes.count) > Self.fileSizeMax {
                if !batch.isEmpty { try folder.append(batch, to: Self.names[index]) }
                batch = []
                index = (index + 1) % Self.fileCount
                try folder.remove(Self.names[index])
                size = 0
            }
            batch += bytes
            size += UInt64(bytes.count)
        }
        if !batch.isEmpty { try folder.append(batch, to: Self.names[index]) }
    }

    private func current() throws(LogFileFailure) -> (index: Int, size: UInt64) {
        var newest: (index: Int, status: LogFileStatus)?
        for (index, name) in Self.names.enumerated() {
            guard let status = try folder.status(name) else { continue }
            if let newest, newest.status.modified > status.modified { continue }
            newest = (index, status)
        }
        guard let newest else { return (0, 0) }
        return (newest.index, newest.status.size)
    }

    /// A line must not be able to look like two.
    private static func singleLine(_ line: String) -> String {
        guard line.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return line }
        return String(line.map { $0.isNewline ? " " : $0 })
    }
}
