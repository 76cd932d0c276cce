import FlipcashTestKit
import Foundation
import Synchronization
import Testing

/// The executable that was built with the tests running a node, in a folder of the test's own. The shipped executable
/// has no crash points.
final class NodeProcess: Sendable {
    /// Why no node could be started.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct Handle: @unchecked Sendable {
        // Safe: started and waited for by the one test that owns it; Foundation's own state is locked inside.
        let process: Process
    }

    private let handle: Handle

    /// Starts a node in `folder` and returns once it serves; nil if it ended before that.
    ///
    /// - Parameter crash: where it is to kill itself, such as `unitReleased:2`.
    init?(folder: CrashFolder, crash: String? = nil) throws {
        let process = Process()
        process.executableURL = try BuiltExecutable.besideTests()
        process.arguments = ["node", "run", "--listen", "unix:\(folder.socket)", "--data", folder.data]
        var environment = folder.environment
        environment["FLIPCASH_NODE_CRASH_POINT"] = crash
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        handle = Handle(process: process)
        guard Self.announcesItself(output.fileHandleForReading) else {
            process.waitUntilExit()
            guard crash != nil else { throw Failure(description: "the node did not start") }
            return nil
        }
    }

    /// Reads the node's output until it says that it serves; false if it ends before.
    private static func announcesItself(_ output: FileHandle) -> Bool {
        var text = Data()
        while !String(decoding: text, as: UTF8.self).contains("serves unix:") {
            let chunk = output.availableData
            if chunk.isEmpty { return false }
            text.append(chunk)
        }
        return true
    }

    /// Whether the process has ended.
    var hasEnded: Bool { !handle.process.isRunning }

    /// Kills the process and waits for its end.
    func kill() {
        Foundation.kill(handle.process.processIdentifier, SIGKILL)
        handle.process.waitUntilExit()
    }

    /// Waits until the node ends; true if a signal killed it.
    func waitUntilKilled() -> Bool {
        handle.process.waitUntilExit()
        return handle.process.terminationReason == .uncaughtSignal
    }

    deinit {
        if handle.process.isRunning { Foundation.kill(handle.process.processIdentifier, SIGKILL) }
    }
}

/// The folder of a node that is killed and started again.
struct CrashFolder: Sendable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var path: String { folder.path }
    var socket: String { path + "/n.sock" }
    var data: String { path + "/node" }

    /// No data of the person who runs the tests is read or written.
    var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("FLIPCASH_") }
        environment["HOME"] = path
        for name in ["CONFIG_HOME", "DATA_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR"] {
            environment["XDG_" + name] = path + "/x"
        }
        return environment
    }

    /// Runs an operator's command against the node of this folder and returns what it printed.
    func operatorCommand(_ words: String...) throws -> String {
        let process = Process()
        process.executableURL = try BuiltExecutable.besideTests()
        process.arguments = ["node"] + words + ["--data", data]
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw NodeProcess.Failure(description: "node \(words.joined(separator: " ")): \(text)")
        }
        return text
    }
}
