/// Combines all log files into one file for sharing (client specification §6.3).
public struct LogExport: Sendable {
    /// The number of bytes that are copied at once.
    public static let chunkSize = 65_536

    private let folder: any LogFolder

    /// Creates an export of the log files of `folder`.
    public init(folder: any LogFolder) { self.folder = folder }

    /// Returns the name of an export made now: `flipcash-logs-yyyy-MM-dd-HHmmss.log`.
    public static func name(_ time: LocalTime) -> String { "flipcash-logs-\(time.stamp()).log" }

    /// Copies every log file, starting with the one changed longest ago.
    ///
    /// - Parameter write: receives each piece; an error that it throws ends the export.
    /// - Throws: `LogExportFailure`, and the errors of `write`.
    public func copy(to write: ([UInt8]) throws -> Void) throws {
        let names = try files()
        guard !names.isEmpty else { throw LogExportFailure.nothingToExport }
        for name in names {
            var offset: UInt64 = 0
            while true {
                let chunk: [UInt8]
                do { chunk = try folder.read(name, from: offset, count: Self.chunkSize) } catch {
                    throw LogExportFailure.unreadable(error)
                }
                if chunk.isEmpty { break }
                try write(chunk)
                offset += UInt64(chunk.count)
            }
        }
    }

    /// Returns the log files, starting with the one changed longest ago.
    ///
    /// - Throws: `LogExportFailure.unreadable`.
    public func files() throws(LogExportFailure) -> [String] {
        do throws(LogFileFailure) {
            var found: [(name: String, modified: Instant)] = []
            for name in RotatingLogFile.names {
                if let status = try folder.status(name), status.size > 0 { found.append((name, status.modified)) }
            }
            return found.sorted { ($0.modified, $0.name) < ($1.modified, $1.name) }.map(\.name)
        } catch {
            throw .unreadable(error)
        }
    }
}

/// Errors from exporting logs.
public enum LogExportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// No log file exists, or all are empty.
    case nothingToExport
    /// A log file could not be read.
    case unreadable(LogFileFailure)

    /// What is wrong, as a whole sentence.
    public var description: String {
        switch self {
        case .nothingToExport: "No log files available to export."
        case .unreadable(let failure): "The logs cannot be exported: \(failure)."
        }
    }
}
