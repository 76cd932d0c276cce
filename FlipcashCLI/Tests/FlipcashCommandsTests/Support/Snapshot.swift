import Foundation
import Testing

/// Compares text with a file under `Tests/Snapshots`; with `FLIPCASH_RECORD=1` it writes the file instead.
enum Snapshot {
    static func check(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = folder.appending(path: name)
        if ProcessInfo.processInfo.environment["FLIPCASH_RECORD"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            return
        }
        let expected = try #require(
            try? String(contentsOf: file, encoding: .utf8), "there is no snapshot \(name); run with FLIPCASH_RECORD=1",
            sourceLocation: sourceLocation)
        guard text != expected else { return }
        let (old, new) = (
            expected.split(separator: "\n", omittingEmptySubsequences: false),
            text.split(separator: "\n", omittingEmptySubsequences: false)
        )
        let line =
            zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(old.count, new.count)
        Issue.record(
            """
            \(name) differs from line \(line + 1) on:
            expected: \(line < old.count ? String(old[line]) : "(end)")
            is:       \(line < new.count ? String(new[line]) : "(end)")
            """, sourceLocation: sourceLocation)
    }

    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Snapshots")
}
