import FlipcashTestKit
import Foundation
import Logging
import Synchronization
import Testing

@testable import FlipcashCore

/// Ring, rotating files and export (client specification §6.3).
@Suite struct LogFileTests {
    private let folder = MemoryLogFolder()
    private let time = LocalTime(TestClock.ofLogLines())

    private func file(
        _ folder: (any LogFolder)? = nil, onFailure: @escaping @Sendable (LogFileFailure) -> Void = { _ in }
    ) -> RotatingLogFile {
        RotatingLogFile(folder: folder ?? self.folder, level: .info, time: time, onFailure: onFailure)
    }

    @Test("The ring keeps the last hundred lines in order", arguments: [0, 1, 99, 100, 101, 250])
    func ring_keepsTheLast(count: Int) {
        let ring = LogRing(time: time)
        for number in 0..<count { ring.write("line \(number)", level: .info) }
        #expect(ring.lines == (max(0, count - 100)..<count).map { "line \($0)" })
    }

    @Test("No file is created before the first line, and lines are written ten at a time and at the end")
    func write_isBatched() {
        let file = file()
        #expect(folder.operations.isEmpty)
        for number in 0..<9 { file.write("line \(number)", level: .info) }
        #expect(folder.operations.isEmpty)
        file.write("line 9", level: .info)
        #expect(folder.text("app-0.log") == (0..<10).map { "line \($0)\n" }.joined())
        file.write("last", level: .info)
        file.flush()
        file.flush()
        #expect(folder.text("app-0.log")?.hasSuffix("line 9\nlast\n") == true)
        #expect(folder.operations.filter { $0.hasPrefix("append") }.count == 2)
    }

    @Test("A line that does not fit goes to the next file, which is emptied first; there are three files")
    func write_full_rotates() {
        let file = file()
        let line = String(repeating: "x", count: 99_999)
        for number in 0..<17 {
            file.write("\(number % 10)" + line.dropFirst(), level: .info)
            file.flush()
        }
        // Five lines of 100,000 bytes fill a file exactly.
        #expect(folder.text("app-0.log")?.utf8.count == 200_000)
        #expect(folder.text("app-0.log")?.first == "5")
        #expect(folder.text("app-1.log")?.utf8.count == 500_000)
        #expect(folder.text("app-1.log")?.first == "5")
        #expect(folder.text("app-2.log")?.first == "0")
        #expect((try? folder.names()) == ["app-0.log", "app-1.log", "app-2.log"])
    }

    @Test("Another process continues where the last one ended, also within one batch that crosses a file's end")
    func write_otherProcess_continues() {
        let first = file()
        first.write(String(repeating: "a", count: 499_989), level: .info)
        first.flush()
        let second = file()
        for _ in 0..<10 { second.write("0123", level: .info) }
        #expect(folder.text("app-0.log")?.utf8.count == 500_000)
        #expect(folder.text("app-1.log") == String(repeating: "0123\n", count: 8))
    }

    @Test("A line longer than a file is cut, and a line break within a line is replaced")
    func write_oddLines_stayOne() {
        let file = file()
        file.write(String(repeating: "y", count: 700_000), level: .info)
        file.flush()
        #expect(folder.text("app-0.log")?.utf8.count == 500_000)
        file.write("one\n[ERROR] two\r\nthree", level: .info)
        file.flush()
        #expect(folder.text("app-1.log") == "one [ERROR] two three\n")
    }

    @Test("A failed write stops the files for this run and is reported once")
    func write_fails_stops() {
        let counter = Counter()
        let file = file(onFailure: { _ in counter.count() })
        folder.fails = true
        for number in 0..<40 { file.write("line \(number)", level: .info) }
        folder.fails = false
        file.write("later", level: .info)
        file.flush()
        #expect(counter.value == 1)
        #expect(folder.text("app-0.log") == nil)
    }

    private final class Counter: Sendable {
        private let stored = Mutex(0)

        var value: Int { stored.withLock { $0 } }

        func count() { stored.withLock { $0 += 1 } }
    }

    @Test("Every sink writes the lines of its own level")
    func sinks_filterByLevel() {
        let loud = LogRing(level: .debug, time: time)
        let quiet = LogRing(level: .warning, time: time)
        let sinks = LogSinks([loud, quiet], time: time)
        #expect(sinks.level == .debug)
        let logger = Logger(label: "flipcash.test") { RedactingLogHandler(label: $0, sink: sinks) }
        logger.trace("nothing")
        logger.info("a", metadata: ["secretWords": "abandon"])
        logger.error("b")
        #expect(loud.lines.count == 2 && quiet.lines.count == 1)
        #expect(loud.lines.first?.hasSuffix(" flipcash.test a secretWords=[REDACTED]") == true)
    }

    @Test("An export contains all files completely, the one changed longest ago first")
    func export_concatenates() throws {
        try folder.append(Array("second\n".utf8), to: "app-2.log")
        try folder.append(Array(repeating: 0x7A, count: 150_000), to: "app-0.log")
        try folder.append(Array("first?\n".utf8), to: "app-1.log")
        try folder.append(Array("no log\n".utf8), to: "other.txt")
        var pieces: [[UInt8]] = []
        try LogExport(folder: folder).copy { pieces.append($0) }
        #expect(pieces.map(\.count) == [7, 65_536, 65_536, 18_928, 7])
        let text = String(decoding: pieces.joined(), as: UTF8.self)
        #expect(text.hasPrefix("second\nz") && text.hasSuffix("zfirst?\n"))
        let failure = #expect(throws: LogExportFailure.self) { try LogExport(folder: MemoryLogFolder()).copy { _ in } }
        #expect(failure?.description == "No log files available to export.")
    }

    @Test("An export is named after the local time")
    func exportName_isTheTime() {
        let name = LogExport.name(time)
        #expect(name.wholeMatch(of: /flipcash-logs-\d{4}-\d\d-\d\d-\d{6}\.log/) != nil)
    }

    @Test("On a real file system: folder 0700, files 0600, links are not followed")
    func posix_permissions() throws {
        let root = try TemporaryFolder()
        let folder = POSIXLogFolder(path: root.file("state/logs"))
        #expect(try folder.names().isEmpty && folder.status("app-0.log") == nil)
        let file = file(folder)
        file.write("hello", level: .info)
        file.flush()
        let mode = { (path: String) in
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(folder.path) == 0o700)
        #expect(try mode(folder.path + "/app-0.log") == 0o600)
        #expect(try folder.read("app-0.log", from: 0, count: 100) == Array("hello\n".utf8))
        #expect(try folder.status("app-0.log")?.size == 6)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/app-1.log", withDestinationPath: folder.path + "/app-0.log")
        #expect(throws: LogFileFailure.self) { try folder.append([1], to: "app-1.log") }
        try folder.remove("app-0.log")
        try folder.remove("app-0.log")
        #expect(try folder.names() == ["app-1.log"])
    }
}
