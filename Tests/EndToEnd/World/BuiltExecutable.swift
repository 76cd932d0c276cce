import Foundation

/// The flipcash that was built together with the tests.
enum BuiltExecutable {
    /// Why there is none.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    static func url() throws -> URL {
        let candidates = [
            Bundle.main.bundleURL.appending(path: "flipcash"),
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "flipcash"),
        ]
        guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            throw Missing(description: "no flipcash beside the tests: \(candidates.map(\.path))")
        }
        return found
    }
}
