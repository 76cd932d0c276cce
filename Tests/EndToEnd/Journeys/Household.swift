import Foundation
import Testing

/// People who share a machine: folders of their own, a local node started on demand, and the real executable.
///
/// Everything is removed and stopped at the end. The folder's path is short, since a socket's path holds at most 107
/// bytes.
final class Household: Sendable {
    /// What a call printed and how it ended.
    struct Result: Sendable {
        let status: Int32
        let output: String
        let errors: String

        /// The object on standard output.
        var json: [String: Any] { Self.object(output) }

        /// The error object on standard error.
        var error: [String: Any] { Self.object(errors)["error"] as? [String: Any] ?? [:] }

        private static func object(_ text: String) -> [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
        }
    }

    let path: String
    private let executable: URL

    init() throws {
        var template = Array("/tmp/fcXXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw NodeProcess.Failure(description: "no temporary folder") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        executable = try CrashFolder.executable()
    }

    deinit {
        _ = try? run("node", "stop")
        try? FileManager.default.removeItem(atPath: path)
    }

    /// A file in the household's folder.
    func file(_ name: String) -> String { path + "/" + name }

    /// Runs a command to its end.
    @discardableResult
    func run(_ arguments: String..., input: String? = nil, environment: [String: String] = [:]) throws -> Result {
        try start(arguments, input: input, environment: environment).finish()
    }

    /// Runs a command and expects success.
    @discardableResult
    func succeed(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> Result {
        let result = try start(arguments).finish()
        #expect(
            result.status == 0, "flipcash \(arguments.joined(separator: " ")): \(result.errors)",
            sourceLocation: sourceLocation)
        return result
    }

    /// Starts a command that goes on for a while.
    func start(_ arguments: [String], input: String? = nil, environment: [String: String] = [:]) throws -> Running {
        try Running(
            executable: executable, arguments: arguments, input: input,
            environment: variables.merging(environment) { $1 })
    }

    private var variables: [String: String] {
        var variables = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("FLIPCASH_") && !$0.key.hasPrefix("XDG_")
        }
        variables["HOME"] = path
        variables["XDG_RUNTIME_DIR"] = path + "/r"
        return variables
    }

    /// A command that has been started.
    final class Running: @unchecked Sendable {
        // Safe: started and waited for by the one test that owns it; Foundation's own state is locked inside.
        private let process = Process()
        private let outputFile: URL
        private let errorFile: URL

        fileprivate init(
            executable: URL, arguments: [String], input: String?, environment: [String: String]
        ) throws {
            let folder = URL(filePath: environment["HOME"] ?? "/tmp")
            let name = UUID().uuidString
            outputFile = folder.appending(path: name + ".out")
            errorFile = folder.appending(path: name + ".err")
            process.executableURL = executable
            process.arguments = arguments
            process.environment = environment
            for file in [outputFile, errorFile] { try Data().write(to: file) }
            // Files, not pipes: the local node that a command starts would keep a pipe open.
            process.standardOutput = try FileHandle(forWritingTo: outputFile)
            process.standardError = try FileHandle(forWritingTo: errorFile)
            if let input {
                let inputFile = folder.appending(path: name + ".in")
                try Data(input.utf8).write(to: inputFile)
                process.standardInput = try FileHandle(forReadingFrom: inputFile)
            } else {
                process.standardInput = FileHandle.nullDevice
            }
            try process.run()
        }

        /// What it has printed so far.
        var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }

        /// Asks it to stop, as Ctrl-C does.
        func interrupt() { kill(process.processIdentifier, SIGINT) }

        /// Waits until `condition` holds or the command has ended.
        func wait(until condition: () -> Bool) {
            while process.isRunning, !condition() { usleep(20_000) }
        }

        /// Waits for its end.
        func finish() -> Result {
            process.waitUntilExit()
            let result = Result(
                status: process.terminationStatus, output: output,
                errors: (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "")
            try? FileManager.default.removeItem(at: outputFile)
            try? FileManager.default.removeItem(at: errorFile)
            return result
        }
    }
}

extension [String: Any] {
    /// The text at a path of names.
    func text(_ names: String...) -> String? {
        var value: Any? = self
        for name in names { value = (value as? [String: Any])?[name] }
        return value as? String
    }
}
