import Foundation

/// The running server. A thread of its own waits for it: when the test process ends, so does the thread, and the system
/// interrupts the server.
final class ServerProcess: @unchecked Sendable {  // Safe: the lock guards the variable.
    private let log: String
    private let lock = NSLock()
    private var process: Process?
    private let ended = DispatchGroup()

    private static let pollMicroseconds: UInt32 = 10_000
    private static let pollsMax = 6_000

    /// - Parameter log: the file for the server's messages.
    init(log: String) { self.log = log }

    /// Starts the server.
    func start(_ command: PostgreSQLPrograms.Command) throws {
        guard FileManager.default.createFile(atPath: log, contents: nil) else {
            throw ThrowAwayPostgreSQL.Failure(description: "\(log) cannot be created")
        }
        let output = try FileHandle(forWritingTo: URL(filePath: log))
        let started = DispatchSemaphore(value: 0)
        ended.enter()
        Thread { [self] in
            let process = Process(command)
            process.standardOutput = output
            process.standardError = output
            let isStarted = (try? process.run()) != nil
            lock.withLock { self.process = isStarted ? process : nil }
            started.signal()
            if isStarted { process.waitUntilExit() }
            ended.leave()
        }.start()
        started.wait()
    }

    /// Waits until the server accepts connections.
    ///
    /// - Throws: `ThrowAwayPostgreSQL.Failure` with the server's messages when it does not start.
    func waitUntilReady(data: String) throws {
        for _ in 0..<Self.pollsMax {
            let status = (try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8)) ?? ""
            if status.contains("ready") { return }
            guard lock.withLock({ process?.isRunning ?? false }) else { break }
            usleep(Self.pollMicroseconds)
        }
        let messages = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        throw ThrowAwayPostgreSQL.Failure(description: "the server did not start: \(messages)")
    }

    /// Ends all connections, stops the server and waits for its end.
    func stop() {
        let running = lock.withLock { process }
        if let running, running.isRunning { running.interrupt() }
        ended.wait()
    }
}
