import Foundation

/// The flipcash command that the tests start: the one built with them, or the one that `FLIPCASH_EXECUTABLE` names,
/// such as the shipped one.
enum BuiltExecutable {
    /// No executable file was found.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    static func url() throws -> URL {
        if let path = ProcessInfo.processInfo.environment["FLIPCASH_EXECUTABLE"] {
            guard FileManager.default.isExecutableFile(atPath: path) else {
                throw Missing(description: "FLIPCASH_EXECUTABLE names no executable file: \(path)")
            }
            return URL(filePath: path)
        }
        return try besideTests()
    }

    /// The command that was built together with the tests, and so with crash points.
    static func besideTests() throws -> URL {
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
