import FlipcashCore
import FlipcashTestKit
import Foundation
import Logging
import Testing

@testable import FlipcashCommands

/// Logs and error reports of a process (client specification §6.3, §6.4, §12.6).
@Suite struct ProcessLoggingTests {
    private struct Surprise: Error {}

    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        try body(folder.file("home"))
    }

    @Test("An unexpected failure writes a report and names it; any other writes none")
    func reported_unexpected_writesAReport() throws {
        try inFolder { root in
            let logging = ProcessLogging(variables: ["HOME": root])
            let refused = CommandFailure("refused", .refused, "No.")
            #expect(logging.reported(refused, cause: Surprise()) == refused)
            #expect(!FileManager.default.fileExists(atPath: root))
            logging.logger("flipcash.test").info("before")
            let failure = logging.reported(
                CommandFailure(describing: Surprise()), cause: Surprise())
            #expect(failure.status == .unexpected)
            let path = try #require(failure.log)
            #expect(path.hasPrefix(root + "/.local/state/flipcash/logs/report-"))
            let report = try String(contentsOfFile: path, encoding: .utf8)
            #expect(report.contains("flipcash.test before") && report.contains("Surprise"))
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test("Without a home folder no files are written, and nothing fails")
    func init_noHome_logsToMemory() {
        let logging = ProcessLogging(variables: [:])
        #expect(logging.file == nil && logging.folder == nil)
        let failure = CommandFailure("generic", .unexpected, "Odd.")
        #expect(logging.reported(failure, cause: failure) == failure)
    }

    @Test("Creating the sinks and logging a few lines opens no file; the end of the process writes them")
    func file_opensLate() throws {
        try inFolder { root in
            let logging = ProcessLogging(variables: ["XDG_STATE_HOME": root + "/s", "HOME": root])
            logging.logger("flipcash.test").info("a", metadata: ["words": "abandon"])
            #expect(!FileManager.default.fileExists(atPath: root))
            logging.file?.flush()
            let text = try String(contentsOfFile: root + "/s/flipcash/logs/app-0.log", encoding: .utf8)
            #expect(text.hasPrefix("[INFO] ") && text.hasSuffix(" flipcash.test a words=[REDACTED]\n"))
        }
    }

    @Test("Log lines are parsed; other lines are ignored")
    func logLine_reads() throws {
        let line = try #require(LogLine("[WARNING] 2026-05-01 10:00:00 flipcash.rates a b k=v"))
        #expect(line.level == "warning" && line.time == "2026-05-01 10:00:00" && line.label == "flipcash.rates")
        #expect(line.message == "a b k=v")
        #expect(line.isAtLeast("info") && line.isAtLeast("warning") && !line.isAtLeast("error"))
        for text in ["", "x", "[INFO] today now label message", "0:00 flipcash.rates a"] {
            #expect(LogLine(text) == nil, "\(text)")
        }
    }

    @Test("Following a log gives each line once, across batches, partial lines and emptied files")
    func logReader_givesNewLines() throws {
        try inFolder { root in
            let folder = POSIXLogFolder(path: root)
            func line(_ text: String) -> String { "[INFO] 2026-05-01 10:00:00 flipcash.test \(text)" }
            var reader = LogReader(folder: folder)
            #expect(try reader.next().isEmpty)
            try folder.append(Array((line("one") + "\n" + line("tw")).utf8), to: "app-0.log")
            #expect(try reader.next().map(\.message) == ["one"])
            try folder.append(Array("o\n".utf8), to: "app-0.log")
            try folder.append(Array((line("three") + "\n").utf8), to: "app-1.log")
            #expect(try reader.next().map(\.message) == ["two", "three"])
            try folder.remove("app-0.log")
            try folder.append(Array((line("four") + "\n").utf8), to: "app-0.log")
            #expect(try reader.next().map(\.message) == ["four"])
            #expect(try reader.next().isEmpty)
        }
    }
}
