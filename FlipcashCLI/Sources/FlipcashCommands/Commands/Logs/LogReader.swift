import FlipcashCore

/// Reads the new lines of the log files.
struct LogReader {
    private let folder: any LogFolder
    /// How much of each file has been read.
    private var offsets: [String: UInt64] = [:]
    /// The incomplete last line of each file.
    private var partialLines: [String: [UInt8]] = [:]

    init(folder: any LogFolder) { self.folder = folder }

    /// The new lines of every file, beginning with the file that changed longest ago. An incomplete last line is
    /// returned once it has its line break.
    ///
    /// - Throws: `LogExportFailure.unreadable`.
    mutating func next() throws(LogExportFailure) -> [LogLine] {
        var lines: [LogLine] = []
        for name in try LogExport(folder: folder).files() {
            do throws(LogFileFailure) { try read(name, into: &lines) } catch { throw .unreadable(error) }
        }
        return lines
    }

    private mutating func read(_ name: String, into lines: inout [LogLine]) throws(LogFileFailure) {
        guard let status = try folder.status(name) else { return }
        var offset = offsets[name] ?? 0
        var bytes = partialLines[name] ?? []
        if status.size < offset {
            // The file was emptied by the log rotation.
            offset = 0
            bytes = []
        }
        while true {
            let chunk = try folder.read(name, from: offset, count: LogExport.chunkSize)
            if chunk.isEmpty { break }
            offset += UInt64(chunk.count)
            bytes += chunk
        }
        let end = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        for line in bytes[..<end].split(separator: 0x0A) {
            if let line = LogLine(String(decoding: line, as: UTF8.self)) { lines.append(line) }
        }
        offsets[name] = offset
        partialLines[name] = Array(bytes[end...])
    }
}
