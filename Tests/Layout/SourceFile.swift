import Foundation
import Testing

/// One file of the libraries' sources.
struct SourceFile {
    /// The path from the root of the repository.
    let path: String
    let text: String

    /// Every Swift file of the packages' `Sources`, generated ones included.
    static func all() throws -> [SourceFile] {
        let packages = ["CodeCurves", "FlipcashAPI", "FlipcashCoreAPI", "CodeScanner", "FlipcashCore", "FlipcashCLI"]
        return try packages.flatMap { try all(in: "\($0)/Sources") }
    }

    /// Every Swift file in `folder`, a path from the root of the repository, and in the folders below it.
    static func all(in folder: String) throws -> [SourceFile] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let location = root.appending(path: folder).path
        let paths = try #require(FileManager.default.subpaths(atPath: location)).filter { $0.hasSuffix(".swift") }
        try #require(!paths.isEmpty, "\(folder) has no sources")
        return try paths.map { path in
            SourceFile(
                path: "\(folder)/\(path)", text: try String(contentsOfFile: "\(location)/\(path)", encoding: .utf8))
        }
    }

    /// The modules that the file imports.
    var imports: Set<String> {
        let pattern = #/^ *(?:[@a-z_]+ +)*import +(?:[a-z]+ +)?(\w+)/#.anchorsMatchLineEndings()
        return Set(text.matches(of: pattern).map { String($0.output.1) })
    }
}
