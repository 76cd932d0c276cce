import Foundation

/// Programs that the tests run, and paths of the repository.
enum Toolchain {
    /// The folder of this package.
    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The generator built together with the tests.
    ///
    /// Test bundles and programs are built into the same folder. The bundle's path is among the process arguments, or
    /// is the running program.
    static let generator: URL? = {
        let arguments = CommandLine.arguments + [Bundle.main.bundlePath, "/proc/self/exe"]
        for argument in arguments {
            var folder = URL(filePath: argument).resolvingSymlinksInPath()
            while folder.path.count > 1 {
                folder.deleteLastPathComponent()
                let program = folder.appending(path: "protoc-gen-flipcash-swift")
                if FileManager.default.isExecutableFile(atPath: program.path) { return program }
            }
        }
        return nil
    }()

    /// The output and exit status of a program.
    struct Outcome {
        let status: Int32
        let output: Data
        let errors: String
    }

    /// Runs a program found on the path and waits for it.
    static func run(
        _ arguments: [String], in folder: URL, environment: [String: String] = [:], input: Data = Data()
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let scratch = try TemporaryFolder()
        let files = ["in", "out", "err"].map { scratch.url.appending(path: $0) }
        try input.write(to: files[0])
        for file in files[1...] { try Data().write(to: file) }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: try Data(contentsOf: files[1]),
            errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
    }
}

/// A temporary folder, removed when this object is released.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "flipcash-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
