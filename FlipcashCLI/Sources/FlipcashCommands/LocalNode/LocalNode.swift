import FlipcashCore
import FlipcashNode
import FlipcashWallet

/// This person's own node, started on demand (payment specification §21.9).
struct LocalNode: Sendable {
    let layout: FolderLayout
    let runtime: RuntimeEnvironment
    /// The environment that a started node gets.
    let variables: [String: String]
    /// The program that is started; the running one.
    let executable: String

    /// How long a started node may take until it serves.
    static let startLimit = Duration.seconds(5)
    /// How long an idle node stays.
    static let idleExit = "15m"

    /// The file that a node started here writes its log to.
    var logFile: String { layout.logFolder + "/node.log" }

    /// Makes sure that a node of this build serves, and says where.
    ///
    /// A node that somebody runs by hand is left alone whatever its build; one that an earlier build started on demand
    /// is stopped and started anew.
    ///
    /// - Throws: `CommandFailure` with exit 8 naming the node's log when none can be started.
    func endpoint() async throws -> ServiceEndpoint {
        if try await isServing() { return .unix(path: layout.nodeSocket) }
        // Several commands may find no node at once: one starts it, the others wait for that.
        let lock = try await startLock()
        defer { withExtendedLifetime(lock) {} }
        if try await isServing() { return .unix(path: layout.nodeSocket) }
        try start()
        try await waitUntilServing()
        return .unix(path: layout.nodeSocket)
    }

    /// What the running node says of itself; nil when none runs.
    func status() async throws -> NodeStatus? {
        let client = AdminClient(path: NodeFolder(layout.nodeFolder).adminSocket, clock: runtime.clock)
        do {
            return try await client.send(AdminRequest(.status), within: .seconds(5)).status
        } catch NodeError.notRunning {
            return nil
        }
    }

    private func isServing() async throws -> Bool {
        guard let status = try await status() else { return false }
        if status.startedOnDemand, status.build != BuildIdentity.current.description {
            try await stop()
            return false
        }
        return status.state == "serving" && status.addresses.contains("unix:\(layout.nodeSocket)")
    }

    private func stop() async throws {
        let client = AdminClient(path: NodeFolder(layout.nodeFolder).adminSocket, clock: runtime.clock)
        do { _ = try await client.send(AdminRequest(.stop)) } catch NodeError.notRunning { return }
        for _ in 0..<250 {
            guard try await status() != nil else { return }
            try await runtime.clock.sleep(for: .milliseconds(20))
        }
    }

    private func startLock() async throws -> HeldLock {
        let files = POSIXFileSystem()
        try files.makeFolder(layout.runtime)
        for _ in 0..<300 {
            if let lock = try files.tryLock(layout.runtime + "/node-start.lock") { return lock }
            try await runtime.clock.sleep(for: .milliseconds(20))
        }
        throw failure("another command has been starting it for too long")
    }

    private func start() throws {
        try POSIXFileSystem().makeFolder(layout.logFolder)
        let arguments = [
            executable, "node", "run", "--listen", "unix:\(layout.nodeSocket)", "--idle-exit", Self.idleExit,
        ]
        do {
            try DetachedProcess.start(executable, arguments: arguments, variables: nodeVariables, log: logFile)
        } catch {
            throw failure(error.reason)
        }
    }

    /// The caller's variables without those that concern its own call.
    private var nodeVariables: [String: String] {
        variables.filter { !$0.key.hasPrefix("FLIPCASH_") }
    }

    private func waitUntilServing() async throws {
        let deadline = runtime.clock.now().advanced(by: Self.startLimit)
        while runtime.clock.now() < deadline {
            if let status = try? await status(), status.state == "serving" { return }
            try await runtime.clock.sleep(for: .milliseconds(10))
        }
        throw failure("it was started but does not answer")
    }

    private func failure(_ reason: String) -> CommandFailure {
        CommandFailure(
            "node_down", .network, "Your own node could not be started: \(reason). Its log: \(logFile)",
            isRetryable: true, log: logFile)
    }
}
