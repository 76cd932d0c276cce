import Foundation

/// The shipped executable that runs a node in a folder of its own.
final class NodeUnderTest {
    let executable: String
    let folder: String
    private let process = Process()
    private(set) var port = 0

    /// The node's operator socket.
    var adminSocket: String { folder + "/admin.sock" }
    var databasePath: String { folder + "/node.sqlite" }
    var processID: Int32 { process.processIdentifier }

    /// Starts a node in `folder`, which is made if it is missing, and returns when it says where it listens.
    ///
    /// - Parameter wrapper: a program that runs the node, with its own arguments.
    init(executable: String, folder: String, under wrapper: [String] = []) throws {
        self.executable = executable
        self.folder = folder
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = wrapper + [executable, "node", "run", "--listen", "127.0.0.1:0", "--data", folder]
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("FLIPCASH_") }
        environment["HOME"] = folder + ".home"
        for name in ["CONFIG_HOME", "DATA_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR"] {
            environment["XDG_" + name] = folder + ".home/" + name
        }
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.standardError
        try process.run()
        port = try Self.port(in: output.fileHandleForReading)
    }

    /// Reads the node's output until it says where it listens.
    private static func port(in output: FileHandle) throws -> Int {
        var text = ""
        while true {
            let chunk = output.availableData
            guard !chunk.isEmpty else { throw LoadFailure("the node did not start: \(text)") }
            text += String(decoding: chunk, as: UTF8.self)
            guard let address = text.firstMatch(of: /127\.0\.0\.1:(\d+)/), text.contains("\n") else { continue }
            return Int(address.1) ?? 0
        }
    }

    /// Asks the node to stop and waits for its end, so that the log is in the database.
    func stop() throws {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw LoadFailure("the node ended with \(process.terminationStatus)")
        }
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
}
