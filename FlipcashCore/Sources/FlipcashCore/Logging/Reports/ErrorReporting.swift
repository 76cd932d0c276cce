#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes error reports to the log folder (client specification §6.4).
///
/// Call it for every error; it decides itself whether the error is reported.
public struct ErrorReporting: Sendable {
    /// The number of reports that are kept; older ones are deleted.
    public static let reportCountMax = 20

    private static let prefix = "report-"

    /// Whether a file of the log folder is a report, judged by its name.
    public static func isReport(_ name: String) -> Bool { name.hasPrefix(prefix) && name.hasSuffix(".json") }

    private let folder: any LogFolder
    private let ring: LogRing
    private let clock: any WallClock

    /// Creates a reporter that writes to `folder`.
    ///
    /// - Parameters:
    ///   - folder: the folder for the reports, one file each.
    ///   - ring: the log lines that reports include.
    ///   - clock: gives the reports' dates.
    public init(folder: any LogFolder, ring: LogRing, clock: any WallClock) {
        self.folder = folder
        self.ring = ring
        self.clock = clock
    }

    /// Reports an error if its level requires a report.
    ///
    /// - Parameters:
    ///   - error: the caught error.
    ///   - reason: what the program was doing, a constant text.
    ///   - file: the calling file.
    ///   - function: the calling function.
    /// - Returns: the name of the written report.
    @discardableResult
    public func captureError(
        _ error: any Error, reason: String? = nil, file: String = #fileID, function: String = #function
    ) -> String? {
        capture(error, reason: reason, file: file, function: function)
    }

    /// Reports an error if its level requires a report.
    ///
    /// - Parameters:
    ///   - error: the caught error.
    ///   - reason: what the program was doing, a constant text.
    ///   - metadata: further data, redacted like that of a log line.
    ///   - userFacing: whether the user saw the error; this raises a suppressed error to `info`, never higher.
    ///   - id: distinguishes errors of one function.
    ///   - file: the calling file.
    ///   - function: the calling function.
    /// - Returns: the name of the written report; nil when no report was required or writing failed.
    @discardableResult
    public func capture(
        _ error: any Error, reason: String? = nil, metadata: [String: String] = [:], userFacing: Bool = false,
        id: String? = nil, file: String = #fileID, function: String = #function
    ) -> String? {
        guard Self.level(of: error, userFacing: userFacing) == .error else { return nil }
        let place = "\(file):\(function)" + (id.map { ":\($0)" } ?? "")
        let group = Hexadecimal.encode(Hash(sha256: place.utf8).bytes.prefix(8))
        let report = ErrorReport(
            at: TimestampText.rfc3339(clock.now()), level: "error", group: group,
            type: String(reflecting: type(of: error)),
            message: TextRedactor().redact(String(describing: error)), reason: reason, metadata: redacted(metadata),
            log: ring.lines)
        return try? write(report)
    }

    /// The reporting level of an error: its own, or `error` for errors without one. Time-outs and lost networks are
    /// never reported as `error`.
    public static func level(of error: any Error, userFacing: Bool) -> ReportingLevel {
        let level: ReportingLevel =
            switch error {
            case let error as any ReportLevelled: error.reportingLevel
            case is CancellationError: .info
            default: .error
            }
        return level == .suppressed && userFacing ? .info : level
    }

    private func redacted(_ metadata: [String: String]) -> [String: String] {
        var redacted: [String: String] = [:]
        for (key, value) in metadata {
            let hidden = SensitiveKeyRedactor().redact(value, forKey: key)
            redacted[key] = PatternRedactor().redact(hidden)
        }
        return redacted
    }

    private func write(_ report: ErrorReport) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let bytes = [UInt8](try encoder.encode(report)) + [0x0A]
        let base = "\(Self.prefix)\(LocalTime(clock).stamp())-\(report.group.prefix(8))"
        var name = base + ".json"
        var number = 2
        while try folder.status(name) != nil {
            name = "\(base)-\(number).json"
            number += 1
        }
        try folder.append(bytes, to: name)
        // The names begin with the time, so their order is the order of the reports.
        let reports = try folder.names().filter(Self.isReport)
        for old in reports.dropLast(Self.reportCountMax) { try folder.remove(old) }
        return name
    }
}
