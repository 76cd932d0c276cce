public import FlipcashCore
import FlipcashWallet
import Logging

/// Where a process logs: standard error for the person, files for later, memory for error reports (client
/// specification §6.3).
///
/// Creating it opens no file; the files are created with the first lines.
public struct ProcessLogging: Sendable {
    let standardError: StandardErrorLogSink
    /// Nil if the folder for logs is unknown.
    let file: RotatingLogFile?
    let reporting: ErrorReporting?
    /// The folder of the error reports.
    let folder: String?
    /// All sinks together, to bootstrap logging with.
    public let sinks: LogSinks

    /// Prepares a process's log without writing anything.
    ///
    /// - Parameters:
    ///   - variables: the process's environment, which names the log folder.
    ///   - clock: dates the lines.
    public init(variables: [String: String], clock: any WallClock = SystemClock()) {
        let time = LocalTime(clock)
        let standardError = StandardErrorLogSink(time: time)
        let ring = LogRing(time: time)
        self.standardError = standardError
        folder = (try? FolderLayout(environment: ProcessEnvironment(variables)))?.logFolder
        guard let folder else {
            (file, reporting) = (nil, nil)
            sinks = LogSinks([standardError, ring], time: time)
            return
        }
        let files = POSIXLogFolder(path: folder)
        let file = RotatingLogFile(folder: files, time: time) { failure in
            standardError.write("The log files cannot be written: \(failure).", level: .warning)
        }
        self.file = file
        reporting = ErrorReporting(folder: files, ring: ring, clock: clock)
        sinks = LogSinks([standardError, file, ring], time: time)
    }

    /// A logger that writes to these sinks, even if logging was bootstrapped with others.
    func logger(_ label: String) -> Logger {
        Logger(label: label) { RedactingLogHandler(label: $0, sink: sinks) }
    }

    /// Writes a report of an unexpected failure and returns the failure with the report's path; returns any other
    /// failure unchanged.
    func reported(_ failure: CommandFailure, cause: any Error) -> CommandFailure {
        let name = reporting?.capture(
            failure, reason: "a command ended", metadata: ["cause": String(reflecting: type(of: cause))],
            userFacing: true, id: failure.code)
        guard let name, let folder else { return failure }
        return failure.withLog("\(folder)/\(name)")
    }
}

extension CommandFailure: ReportLevelled {
    /// Only an unexpected failure is a bug in this program; any other failure is a valid answer.
    public var reportingLevel: ReportingLevel {
        switch status {
        case .unexpected: .error
        case .network, .declined, .interrupted, .terminated: .suppressed
        case .done, .notFound, .locked, .notPossible, .refused, .rateUnavailable, .conflict, .outcomeUnknown,
            .unusableHere, .reminderDue, .usage, .badInput, .cannotRead, .cannotCreate, .inputOutput, .configuration:
            .info
        }
    }
}
