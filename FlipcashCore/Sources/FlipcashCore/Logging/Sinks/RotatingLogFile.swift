public import Logging
import Synchronization

/// A sink that writes to three files of at most half a megabyte each (client specification §6.3).
///
/// It opens no file before there is a line to write. Several processes may share the files: before each batch a process
/// checks which file was written last.
public final class RotatingLogFile: LogSink {
    /// The number of files.
    public static let fileCount = 3
    /// The largest size of one file, in bytes.
    public static let fileSizeMax: UInt64 = 500_000
    /// The number of lines that are written at once.
    public static let batchCount = 10

    /// The names of the files.
    public static let names = (0..<fileCount).map { "app-\($0).log" }

    private struct State {
        var level: Logger.Level
        var pending: [String] = []
        /// Whether lines are ignored: after ``stop()`` and after a failure.
        var isStopped = false
    }

    private let folder: any LogFolder
    private let time: LocalTime
    private let onFailure: @Sendable (LogFileFailure) -> Void
    private let state: Mutex<State>

    /// Creates a sink for the files of `folder`.
    ///
    /// - Parameters:
    ///   - folder: the folder of the files.
    ///   - level: the lowest level that is written.
    ///   - time: gives the lines' times.
    ///   - onFailure: called once when the files cannot be written; this process then writes no more lines.
    public init(
        folder: any LogFolder, level: Logger.Level = RotatingLogFile.defaultLevel, time: LocalTime,
        onFailure: @escaping @Sendable (LogFileFailure) -> Void
    ) {
        self.folder = folder
        self.time = time
        self.onFailure = onFailure
        state = Mutex(State(level: level))
    }

    /// All levels in development builds, `info` and above in releases.
    public static var defaultLevel: Logger.Level {
        #if DEBUG
            .debug
        #else
            .info
        #endif
    }

    /// The lowest level that loggers pass on; `critical` after ``stop()``.
    public var level: Logger.Level { state.withLock { $0.level } }

    /// Stops writing in this process, for a process that has its own log.
    public func stop() {
        state.withLock { state in
            state.isStopped = true
            state.pending = []
            state.level = .critical
        }
    }

    /// The current local time, `yyyy-MM-dd HH:mm:ss`.
    public func timestamp() -> String { time.text() }

    /// Buffers the line; every tenth line writes the buffer to the files. Call ``flush()`` before the process ends.
    ///
    /// Ignores the line after ``stop()`` and after the first failure.
    public func write(_ line: String, level: Logger.Level) {
        let failure = state.withLock { state -> LogFileFailure? in
            guard !state.isStopped else { return nil }
            state.pending.append(line)
            return state.pending.count < Self.batchCount ? nil : flush(&state)
        }
        if let failure { onFailure(failure) }
    }

    /// Writes the buffered lines, for example when the process ends.
    public func flush() {
        let failure = state.withLock { flush(&$0) }
        if let failure { onFailure(failure) }
    }

    private func flush(_ state: inout State) -> LogFileFailure? {
        guard !state.pending.isEmpty, !state.isStopped else { return nil }
        defer { state.pending = [] }
        do throws(LogFileFailure) {
            try write(state.pending)
            return nil
        } catch {
            state.isStopped = true
            return error
        }
    }

    /// Appends the lines to the file that was written last; if they do not fit, empties the next file and writes to it.
    private func write(_ lines: [String]) throws(LogFileFailure) {
        var (index, size) = try current()
        var batch: [UInt8] = []
        for line in lines {
            // A line that is longer than a file is cut.
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

    /// Returns the file that was written last, or else the first file, and its size in bytes.
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

    /// Returns the line without line breaks, so that one line never looks like two.
    private static func singleLine(_ line: String) -> String {
        guard line.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return line }
        return String(line.map { $0.isNewline ? " " : $0 })
    }
}
