/// Puts all log files into one that can be handed on (client specification §6.3).
public struct LogExport: Sendable {
    /// How much is copied at once, in bytes.
    public static let chunkSize = 65_536

    private let folder: any LogFolder

    /// Exports the log files of `folder`.
    public init(folder: any LogFolder) { self.folder = folder }

    /// The name of an export made now: `flipcash-logs-yyyy-MM-dd-HHmmss.log`.
    public static func name(_ time: LocalTime) -> String { "flipcash-logs-\(time.stamp()).log" }

    /// Copies every log file, the one changed longest ago first.
    ///
    /// - Parameter write: takes the next piece; what it throws ends the export.
    /// - Throws: `LogExportFailure`, and what `write` throws.
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

    /// The log files, the one changed longest ago first.
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

/// Why logs were not exported.
public enum LogExportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no log file, or all are empty.
    case nothingToExport
    /// A log file could not be read.
    case unreadable(LogFileFailure)

    public var description: String {
        switch self {
        case .nothingToExport: "No log files available to export."
        case .unreadable(let failure): "The logs cannot be exported: \(failure)."
        }
    }
}
