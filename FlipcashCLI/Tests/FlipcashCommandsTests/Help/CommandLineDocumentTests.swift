import Foundation
import Testing

@testable import FlipcashCommands

/// `docs/command-line.md` says what the code does.
@Suite("The document about the command line")
struct CommandLineDocumentTests {
    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func document() throws -> String {
        let file = Self.package.deletingLastPathComponent().appending(path: "docs/command-line.md")
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test("Every exit code has a row")
    func exitCodes_all_haveTheirRow() throws {
        let document = try document()
        for status in ExitStatus.allCases {
            #expect(document.contains("| \(status.rawValue) | \(status.meaning) |\n"), "\(status)")
        }
    }

    @Test("Every environment variable has a row")
    func variables_all_haveTheirRow() throws {
        let document = try document()
        for variable in CallVariable.allCases {
            #expect(document.contains("| `\(variable.rawValue)` | \(variable.meaning) |\n"), "\(variable)")
        }
    }

    @Test("Every JSON schema that a command prints is described")
    func schemas_all_areDescribed() throws {
        let document = try document()
        let sources = Self.package.appending(path: "Sources/FlipcashCommands")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var schemas: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            schemas.formUnion(text.matches(of: /schema: "([a-z_]+)"/).map { String($0.1) })
        }
        #expect(schemas.count > 20)
        // These are described with their lists: a line of a list, and an event.
        for schema in schemas.subtracting(["rate", "event"]) {
            #expect(document.contains("`\(schema)/1`"), "\(schema)")
        }
    }
}
