public import FlipcashCore
public import GRPCInProcessTransport
import Logging
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A self-hosted backend: the ledger, both APIs and the background workers.
///
/// ```swift
/// let node = try await Node.start(.inMemory())
/// try await withGRPCClient(transport: node.connect()) { client in … }
/// await node.shutDown()
/// ```
///
/// A started node must be shut down: until then its tasks run and its folder is locked.
public final class Node: Sendable {
    /// Identifies the node, verifies its proofs, and is the core mint's virtual machine authority.
    public let publicKey: PublicKey
    /// The addresses the node listens on, with the chosen ports; empty for a node that only its own process uses.
    public let addresses: [ListenAddress]
    /// Where metrics and health are served over HTTP, with the chosen port; nil for nowhere.
    public let metricsAddress: ListenAddress?

    let context: NodeContext
    let proofs: ProofBook
    let health: NodeHealth
    let meter: CallMeter
    let hub: MessageHub
    let mailboxes: Mailboxes
    let copier: MessageCopier

    private let configuration: NodeConfiguration
    private let services: NodeServices
    private let lock: FileLock?
    private let pages: NodePages?
    private let isPrivate: Bool
    private let startedAt: Instant
    private let stopping = Latch()
    private let stopped = Latch()
    private let operators = Gate()
    private let running: Mutex<Running>

    /// The running parts that must be stopped.
    private struct Running {
        var servers: [ServerHandle]
        var workers: [SpawnedTask] = []
        var admin: AdminServer?
        var isEnding = false
    }

    private init(
        parts: NodeParts, services: NodeServices, servers: [ServerHandle], configuration: NodeConfiguration,
        pages: NodePages?
    ) {
        publicKey = parts.context.nodeKey.publicKey
        addresses = servers.compactMap(\.address)
        context = parts.context
        proofs = parts.proofs
        health = parts.health
        meter = parts.meter
        hub = parts.hub
        mailboxes = parts.mailboxes
        copier = parts.copier
        lock = parts.lock
        isPrivate = parts.isPrivate
        startedAt = parts.context.environment.clock.now()
        running = Mutex(Running(servers: servers))
        self.services = services
        self.configuration = configuration
        self.pages = pages
        metricsAddress = pages?.address
    }

    /// Starts a node and returns when it serves calls.
    ///
    /// - Throws: `NodeError`, or `StoreError` when the database cannot be used. Nothing keeps running then.
    public static func start(
        _ configuration: NodeConfiguration, environment: RuntimeEnvironment = .system
    ) async throws -> Node {
        try await environment.tasks.performBlocking { try await start(configuration, in: environment) }
    }

    private static func start(
        _ configuration: NodeConfiguration, in environment: RuntimeEnvironment
    ) async throws -> Node {
        try configuration.checkListeners()
        let health = NodeHealth()
        // First, so that programs that watch the node see that it is starting while it opens its database.
        let pages = try await NodePages.open(configuration, health: health, environment: environment)
        do {
            let parts = try await NodeParts.open(
                configuration, environment: environment, health: health, metrics: pages?.metrics)
            do {
                return try await start(parts, configuration, pages)
            } catch {
                try? parts.context.store.close()
                throw error
            }
        } catch {
            await pages?.close()
            throw error
        }
    }

    private static func start(
        _ parts: NodeParts, _ configuration: NodeConfiguration, _ pages: NodePages?
    ) async throws -> Node {
        try await parts.prepareProofs()
        let services = NodeServices(parts: parts)
        let settings = parts.context.settings
        let transport = NodeTransport.configuration(
            patience: configuration.streamPatience, bounds: settings.bounds, gate: ConnectionGate(settings.bounds),
            metrics: parts.context.metrics)
        var servers: [ServerHandle] = []
        do {
            if !configuration.listeners.isEmpty {
                let threads = ServingThreads()
                let tasks = parts.context.tasksOfCalls(on: threads)
                for listener in configuration.listeners {
                    servers.append(
                        try await .listening(
                            on: listener, socketMode: settings.unixSocketMode, transport: transport, threads: threads,
                            services: services, tasks: tasks))
                }
            }
            let node = Node(
                parts: parts, services: services, servers: servers, configuration: configuration, pages: pages)
            pages?.show(node)
            try await node.startAdmin()
            node.startWorkers()
            node.health.enter(.serving)
            parts.context.log.info(
                "the node serves",
                metadata: [
                    "addresses": "\(node.addresses)", "key": "\(node.publicKey)", "folder": "\(node.folderPath)",
                    "version": "\(configuration.version)",
                ])
            return node
        } catch {
            for server in servers {
                server.stopAccepting()
                server.cancel()
                await server.waitUntilStopped()
            }
            throw error
        }
    }

    /// Opens a connection from inside the process.
    ///
    /// Each client needs its own connection. Once the node has begun to stop, calls over a new connection fail.
    public func connect() -> InProcessTransport.Client {
        let transport = InProcessTransport()
        let server = ServerHandle(transport.server, services: services, tasks: context.environment.tasks)
        let isStopping = running.withLock { running in
            if !running.isEnding { running.servers.append(server) }
            return running.isEnding
        }
        if isStopping { server.stopAccepting() }
        return transport.client
    }

    /// Waits until the node should stop: after an operator's command, ``requestStop()``, or the idle time.
    public func waitUntilStopRequested() async { await stopping.wait() }

    /// Makes ``waitUntilStopRequested()`` return.
    public func requestStop() { stopping.open() }

    /// Ends all calls, writes everything to the disk and releases the folder. Idempotent.
    ///
    /// Runs to the end even if the calling task is cancelled.
    public func shutDown() async {
        stopping.open()
        let ending = running.withLock { running -> Running? in
            guard !running.isEnding else { return nil }
            defer { running = Running(servers: [], isEnding: true) }
            return running
        }
        guard let ending else { return await stopped.wait() }
        await context.environment.tasks.spawn { await self.end(ending) }.wait()
    }

    private func end(_ ending: Running) async {
        health.enter(.stopping)
        operators.close()
        ending.admin?.cancelRequests()
        await stop(ending.servers)
        for worker in ending.workers { worker.cancel() }
        for worker in ending.workers { await worker.wait() }
        await copier.copyChanges()
        await operators.waitUntilEmpty()
        await context.committer.finish()
        do {
            try context.store.close()
        } catch {
            context.log.error("the database could not be closed", metadata: ["reason": "\(error)"])
        }
        await pages?.close()
        // In this order, a client that finds no socket finds the folder free.
        unlinkAdminSocket()
        lock?.release()
        await ending.admin?.close()
        context.log.info("the node has stopped", metadata: ["folder": "\(folderPath)"])
        stopped.open()
    }

    /// Gives running calls time to end, then cancels the rest; does not wait for calls that ignore the cancellation.
    private func stop(_ servers: [ServerHandle]) async {
        for server in servers { server.stopAccepting() }
        if await !haveStopped(servers) {
            for server in servers { server.cancel() }
            if await !haveStopped(servers) { context.log.error("calls do not end; leaving them behind") }
        }
        for case .unix(let path)? in servers.map(\.address) { PrivateFile.remove(path) }
    }

    /// Whether all of `servers` stop within the limit.
    private func haveStopped(_ servers: [ServerHandle]) async -> Bool {
        do {
            try await context.environment.clock.withDeadline(Self.drainLimit) {
                for server in servers { await server.waitUntilStopped() }
            }
            return true
        } catch {
            return false
        }
    }

    private func unlinkAdminSocket() {
        guard configuration.servesAdminSocket, case .folder(let folder) = configuration.storage else { return }
        PrivateFile.remove(folder.adminSocket)
    }

    /// The time that running calls have to finish, and then again after they are cancelled.
    ///
    /// Longer than a client may take for its signatures, so that an intent that the node has accepted is finished.
    static let drainLimit = SubmitIntentTiming.standard.message * 2
}

extension NodeContext {
    /// Where calls over sockets run: on the threads that read their messages, unless their reads wait for the server of
    /// a database, which would keep other calls from running.
    fileprivate func tasksOfCalls(on threads: ServingThreads) -> any TaskSpawner {
        store.isEmbedded ? environment.tasks.withExecutor(threads) : environment.tasks
    }
}

// MARK: Operator

extension Node {
    /// Performs an operator's command as the operator socket would.
    public func perform(_ request: AdminRequest) async -> AdminResponse { await reply(to: request).response }

    private func startAdmin() async throws {
        guard configuration.servesAdminSocket, case .folder(let folder) = configuration.storage else { return }
        try SocketPath.check(folder.adminSocket)
        let admin = try await AdminServer(
            path: folder.adminSocket, tasks: context.environment.tasks
        ) { [weak self] request in
            await self?.reply(to: request) ?? AdminReply(.refusal("the node is stopping"))
        }
        running.withLock { $0.admin = admin }
    }

    private func reply(to request: AdminRequest) async -> AdminReply {
        var response = AdminResponse()
        switch request.command {
        case .status:
            response.status = status
        case .stop:
            return AdminReply(response) { [stopping] in stopping.open() }
        case .key, .deposit, .faucet, .check, .backup, .settings, .clock, .splitDelete:
            let administration = NodeAdministration(
                context: context, isFaucetOpen: isFaucetOpen, settings: settingsInUse)
            response =
                await threads(for: request.command).performBlocking {
                    await operators.pass { await administration.perform(request) }
                } ?? .refusal("the node is stopping")
        }
        return AdminReply(response)
    }

    /// Where a command may block. One that takes minutes has a thread of its own: the threads that all tasks share are as
    /// many as the processors, and the workers would wait for it, or the request to stop.
    private func threads(for command: AdminRequest.Command) -> any TaskSpawner {
        let tasks = context.environment.tasks
        return command.growsWithDatabase ? tasks.withOwnThread(named: "flipcash.admin") : tasks
    }

    /// The settings with the addresses and the certificate of this run, which options of the command may have replaced.
    private var settingsInUse: [SettingEntry] {
        var settings = context.settings
        if !configuration.listeners.isEmpty {
            settings.listen = configuration.listeners.map(\.address)
            let tls = configuration.listeners.lazy.compactMap(\.tls).first
            (settings.tlsCertificate, settings.tlsKey) = (tls?.certificate, tls?.key)
        }
        if let database = configuration.database { settings.database = database }
        return settings.entries(isPrivate: isPrivate)
    }

    private var isFaucetOpen: Bool { context.settings.faucet ?? isPrivate }

    /// The node's status.
    public var status: NodeStatus {
        let calls = meter.current
        return NodeStatus(
            addresses: addresses.map(\.description), version: configuration.version,
            build: BuildIdentity.current.description, key: publicKey.base58, folder: folderPath,
            rateSource: context.settings.rates.description, ratesObservedAt: proofs.ratesObservedAt?.seconds,
            processID: getpid(), startedAt: startedAt.seconds, state: health.state.rawValue, faucet: isFaucetOpen,
            startedOnDemand: configuration.idleExit != nil, secondsAheadOfClock: secondsAheadOfClock,
            counters: NodeStatus.Counters(
                callsStarted: calls.started, callsFailed: calls.failed, activeCalls: calls.active,
                openMessageStreams: hub.count, openDataStreams: proofs.hub.count))
    }

    /// Read from memory, because the status must work while the disk is slow. The first round of the gift-card worker
    /// has read the recorded time from the database.
    private var secondsAheadOfClock: Int64? {
        let ahead = context.ledger.ledgerClock.time().ahead
        return ahead > FutureTimes.tolerance ? ahead.components.seconds : nil
    }

    private var folderPath: String {
        switch configuration.storage {
        case .folder(let folder): folder.path
        case .memory: ""
        }
    }
}

// MARK: Workers

extension Node {
    private func startWorkers() {
        var workers = NodeWorkers(context: context, proofs: proofs, mailboxes: mailboxes, copier: copier).start()
        if let limit = configuration.idleExit {
            workers.append(
                context.environment.tasks.spawn { [meter, stopping, operators, clock = context.environment.clock] in
                    try? await clock.sleep(whileLeft: { operators.isInUse ? limit : limit - meter.idleTime })
                    stopping.open()
                })
        }
        running.withLock { $0.workers = workers }
    }
}
