import Foundation
import Testing

@testable import FlipcashNode

/// `docs/operating.md` says what operators see. These tests compare it with the code.
@Suite("The page for operators")
struct OperatingDocumentTests {
    private static let root = {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root
    }()

    private func lines(of path: String) throws -> [Substring] {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8).split(separator: "\n")
    }

    @Test("It has every metric with its kind, labels and meaning, and no other")
    func metrics_table_isComplete() throws {
        let rows = try lines(of: "docs/operating.md").filter { row in
            ["| `flipcash_node_", "| `grpc_server_", "| `process_"].contains { row.hasPrefix($0) }
        }
        let expected = NodeMetric.allCases.map { metric in
            let labels = metric.labels.map { "`\($0)` " }.joined(separator: ", ").replacing("` ,", with: "`,")
            return "| `\(metric.rawValue)` | \(metric.kind.name) | \(labels)| \(metric.help) |"
        }
        #expect(rows.map(String.init) == expected)
    }

    @Test("Alerts use metrics that exist")
    func alerts_names_exist() throws {
        let names = Set(NodeMetric.allCases.map(\.rawValue))
        let used = try lines(of: "docs/operating.md").flatMap { line in
            line.matches(of: /(?:flipcash_node|grpc_server|process)_[a-z_]+/).map { String($0.output) }
        }
        #expect(used.count > names.count)
        for name in used {
            #expect(names.contains(name) || names.contains(name.replacing(/_bucket$/, with: "")), "\(name)")
        }
    }

    @Test("It says what to do about each invariant that node check reports, and about no other")
    func check_invariants_areExplained() throws {
        let folder = Self.root.appending(path: "FlipcashCLI/Sources/FlipcashNode/Store/Audit")
        var reported: Set<String> = []
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let code = try String(contentsOf: file, encoding: .utf8)
            for match in code.matches(of: /\.add\(\s*"([A-Za-z0-9]+)"/) { reported.insert(String(match.output.1)) }
        }
        let explained = try lines(of: "docs/operating.md").compactMap { row in
            row.firstMatch(of: /^\| `([IV][0-9]+|file)` \|/).map { String($0.output.1) }
        }
        #expect(reported.count > 5)
        #expect(Set(explained) == reported && explained.count == reported.count, "\(explained) \(reported)")
    }
}
