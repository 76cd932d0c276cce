import FlipcashCore
import FlipcashNode
import FlipcashWallet

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The user's own node, started on demand (payment specification §21.9).
struct LocalNode: Sendable {
    let layout: FolderLayout
    let runtime: RuntimeEnvironment
    /// The environment that a started node gets.
    let variables: [String: String]
    /// The program to start: this one.
    let executable: String

    /// How long a new node may take until it serves.
    static let startLimit = Duration.seconds(5)
    /// How long to wait for another command that starts the node.
    private static let startLockLimit = Duration.seconds(6)
    /// An idle node exits after this time.
    static let idleExit = "15m"

    /// The log file of a node started here.
    var logFile: String { layout.logFolder + "/node.log" }

    /// Makes sure that a node of this build is serving, and returns its address.
    ///
    /// Finds the node through its data folder. A node that was started with another runtime folder, as under `sudo`,
    /// `cron` or `tmux`, is the same node at another socket. A node that was started by hand is left alone, whatever
    /// its build. A node that another build started on demand is restarted.
    ///
    /// - Throws: `CommandFailure`, exit 8: names the node's log if no node can be started, or the socket if it is gone.
    func endpoint() async throws -> ServiceEndpoint {
        if let endpoint = try await servingEndpoint() { return endpoint }
        // Several commands may find no node at once: one starts it, the others wait for that.
        let lock = try await startLock()
        defer { withExtendedLifetime(lock) {} }
        if let endpoint = try await servingEndpoint() { return endpoint }
        let logStart = try POSIXFileSystem().read(logFile)?.count ?? 0
        try await waitUntilServing(start(), logStart: logStart)
        return .unix(path: layout.nodeSocket)
    }

    /// The status of the running node; nil if none runs.
    func status() async throws -> NodeStatus? { try await client.status() }

    private var client: AdminClient {
        AdminClient(path: NodeFolder(layout.nodeFolder).adminSocket, clock: runtime.clock)
    }

    /// The address of the running node; nil if none runs, or if it was stopped here to be restarted.
    private func servingEndpoint() async throws -> ServiceEndpoint? {
        guard let status = try await status() else { return nil }
        let isOutdated = status.startedOnDemand && status.build != BuildIdentity.current.description
        if isOutdated || status.state == "stopping" {
            _ = try await client.stop()
            return nil
        }
        guard status.state == "serving" else { return nil }
        let sockets = status.sockets
        // The system removes a runtime folder when its owner logs out, even while a node still listens there.
        let reachable = sockets.filter { ((try? POSIXFileSystem().permissions($0)) ?? nil) != nil }
        if let socket = reachable.first(where: { $0 == layout.nodeSocket }) ?? reachable.first {
            return .unix(path: socket)
        }
        if status.startedOnDemand {
            _ = try await client.stop()
            return nil
        }
        throw CommandFailure(
            "node_down", .network,
            "Your own node is running, but its socket cannot be reached from here"
                + (sockets.first.map { ": \($0)" } ?? "") + ". Stop it with: flipcash node stop", isRetryable: true,
            log: logFile)
    }

    /// The lock is in the data folder, like the node's own: commands with different runtime folders use the same node.
    private func startLock() async throws -> HeldLock {
        let files = POSIXFileSystem()
        try files.makeFolder(layout.data)
        try files.makeFolder(layout.runtime)
        let path = layout.data + "/node-start.lock"
        guard let lock = try await files.awaitLock(path, within: Self.startLockLimit, clock: runtime.clock)
        else { throw failure("another command has not finished starting it") }
        return lock
    }

    private func start() throws -> pid_t {
        try POSIXFileSystem().makeFolder(layout.logFolder)
        let arguments = [
            executable, "node", "run", "--listen", "unix:\(layout.nodeSocket)", "--idle-exit", Self.idleExit,
        ]
        do {
            return try DetachedProcess.start(
                executable, arguments: arguments, variables: nodeVariables, log: logFile)
        } catch {
            throw failure(error.reason)
        }
    }

    /// The caller's variables without its FLIPCASH_ settings.
    private var nodeVariables: [String: String] {
        variables.filter { !$0.key.hasPrefix("FLIPCASH_") }
    }

    private func waitUntilServing(_ process: pid_t, logStart: Int) async throws {
        // Not `withDeadline`, which cancels a request in flight: its answer counts even after the limit.
        let deadline = runtime.clock.uptime() + Self.startLimit
        while runtime.clock.uptime() < deadline {
            if let status = try? await status(), status.state == "serving" { return }
            if DetachedProcess.hasEnded(process) { throw failure(lastWords(from: logStart)) }
            try await runtime.clock.sleep(for: .milliseconds(10))
        }
        throw failure("it was started but does not answer")
    }

    /// The error that a node logged before it exited.
    private func lastWords(from start: Int) -> String {
        let log = (try? POSIXFileSystem().read(logFile))?.dropFirst(start) ?? []
        let lines = String(decoding: log, as: UTF8.self).split(separator: "\n")
        let mark = "Error: "
        guard let line = lines.last(where: { $0.hasPrefix(mark) }) else { return "it exited at once" }
        var words = DisplayText.sanitized(String(line.dropFirst(mark.count)))
        if words.hasSuffix(".") { words.removeLast() }
        return words
    }

    private func failure(_ reason: String) -> CommandFailure {
        CommandFailure(
            "node_down", .network, "Your own node could not be started: \(reason). See its log: \(logFile)",
            isRetryable: true, log: logFile)
    }
}

extension NodeStatus {
    /// The Unix sockets that the node listens on.
    fileprivate var sockets: [String] {
        addresses.compactMap { address in
            let mark = "unix:"
            return address.hasPrefix(mark) ? String(address.dropFirst(mark.count)) : nil
        }
    }
}
