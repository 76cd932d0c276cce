import ArgumentParser
import FlipcashCore
import FlipcashNode
import FlipcashWallet
import Logging

/// `flipcash node run`
struct NodeRunCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a node until it is stopped.",
        discussion: """
            Without TLS the node serves only this machine. SIGTERM, SIGINT or flipcash node stop end it. Options \
            override the settings in node.json, which flipcash node settings shows. --database takes no password, \
            because other users can see command lines: put it into libpq's password file, or the whole address into \
            node.json.
            """)

    @Option(
        help: ArgumentHelp(
            "Where to listen: HOST:PORT or unix:PATH (default: the setting listen, or 127.0.0.1:8086).",
            valueName: "address"))
    var listen: ListenArgument?

    @OptionGroup(title: "Node options")
    var node: NodeOptions

    @Option(
        help: ArgumentHelp(
            "PostgreSQL database to use in place of a file, postgres://USER@HOST/NAME.", valueName: "address"))
    var database: String?

    @Option(help: ArgumentHelp("Stop after this long without a call.", valueName: "duration"))
    var idleExit: DurationArgument?

    @Option(
        help: ArgumentHelp("Certificate chain to serve TLS with, a PEM file.", valueName: "file"), completion: .file())
    var tlsCert: String?

    @Option(help: ArgumentHelp("Private key of the certificate, a PEM file.", valueName: "file"), completion: .file())
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "Where to serve metrics and health over HTTP: a loopback HOST:PORT (default: nowhere).",
            valueName: "address"))
    var metrics: ListenArgument?

    @Flag(help: "Restart the node if it crashes.")
    var supervise = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { true }
    var hasOwnLog: Bool { true }

    mutating func validate() throws {
        guard (tlsCert == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-cert and --tls-key must be given together.")
        }
        if let metrics {
            guard case .tcp = metrics.address, metrics.address.isLocal else {
                throw ValidationError("--metrics takes a loopback address, such as 127.0.0.1:9464.")
            }
        }
        if let database { try Self.check(database: database) }
    }

    /// Done here and not by the parser, which would quote a mistaken address with its password.
    private static func check(database: String) throws {
        let url: PostgreSQLURL
        do throws(NodeError) {
            url = try PostgreSQLURL(database)
        } catch .invalidDatabaseAddress {
            throw ValidationError(
                "--database takes the address of a PostgreSQL database, postgres://USER@HOST/NAME. Special characters "
                    + "are percent-encoded.")
        } catch {
            return  // Not a mistake in the call: the start fails with it.
        }
        guard !url.hasPassword else {
            throw ValidationError(
                "Other users can see a password in --database. Put it into ~/.pgpass, or the address into node.json.")
        }
    }

    func run(in call: Invocation) async throws {
        let isSupervised = call.variables[SupervisedProcess.environmentVariable] != nil
        if supervise, !isSupervised { return try await superviseNode(call) }
        let configuration = try configuration(call)
        ProcessMemory.prepareForServing()
        let node = try await Node.start(configuration, environment: call.runtime)
        if isSupervised { SupervisedProcess.watchSupervisor(call.runtime.tasks) { node.requestStop() } }
        try announce(node, configuration, call)
        let manager = isSupervised ? nil : ServiceManager(call.variables)
        manager?.tell(.ready)
        await withTaskCancellationHandler {
            await node.waitUntilStopRequested()
        } onCancel: {
            node.requestStop()
        }
        manager?.tell(.stopping)
        await node.shutDown()
    }

    /// Runs this command line in a process of its own, and restarts it after a crash.
    private func superviseNode(_ call: Invocation) async throws {
        let supervisor = NodeSupervisor(
            executable: call.executable, arguments: CommandLine.arguments, variables: call.variables,
            runtime: call.runtime, log: Logger(label: "flipcash.supervisor"))
        let status: Int32
        do {
            status = try await supervisor.run()
        } catch {
            throw CommandFailure(
                "node_down", .unexpected,
                "The node could not be started: \(error.reason). Correct that and try again.")
        }
        guard status != ExitStatus.done.rawValue else { return }
        throw CommandFailure(
            "node_ended", ExitStatus(rawValue: status) ?? .unexpected,
            "The node exited with code \(status). See its messages above.")
    }

    private func configuration(_ call: Invocation) throws -> NodeConfiguration {
        let layout = try call.layout
        let folder = NodeFolder(node.data.map(WorkingFolder.absolute) ?? layout.nodeFolder)
        let settings = try NodeSettings.load(folder)
        var addresses = listen.map { [$0.address] } ?? settings.listen
        let localSocket = ListenAddress.unix(path: layout.nodeSocket)
        if folder.path == layout.nodeFolder, !addresses.contains(localSocket) { addresses.append(localSocket) }
        try call.files.makeFolder(layout.runtime)
        var configuration = NodeConfiguration(
            storage: .folder(folder), database: try database.map { try PostgreSQLURL($0) },
            listeners: settings.listeners(on: addresses, tls: tls ?? settings.tls), settings: settings,
            idleExit: idleExit?.duration, servesAdminSocket: true, version: Version.text,
            log: Logger(label: "flipcash.node"))
        configuration.metricsAddress = metrics?.address
        #if CRASH_POINTS
            return configuration.killed(at: call.variables[CrashPoints.environmentVariable])
        #else
            return configuration
        #endif
    }

    private var tls: NodeConfiguration.TLSFiles? {
        guard let tlsCert, let tlsKey else { return nil }
        return .init(certificate: WorkingFolder.absolute(tlsCert), key: WorkingFolder.absolute(tlsKey))
    }

    private func announce(_ node: Node, _ configuration: NodeConfiguration, _ call: Invocation) throws {
        let fingerprint = try configuration.listeners.lazy.compactMap(\.tls).first?.fingerprint().description
        let addresses = node.addresses.map(\.description)
        var document = OutputObject(schema: "node")
        document["state"] = .string("serving")
        document["addresses"] = .array(addresses.map(OutputValue.string))
        document["key"] = .string(node.publicKey.base58)
        document["folder"] = .string(node.status.folder)
        document["tls_fingerprint"] = fingerprint.map(OutputValue.string)
        let metrics = node.metricsAddress.map { "http://\($0)/metrics" }
        document["metrics"] = metrics.map(OutputValue.string)
        call.printer.answer(document) { printer in
            printer.line("Node \(node.publicKey.base58)")
            for address in addresses { printer.line("serves \(address)") }
            if let fingerprint { printer.line("certificate \(fingerprint)") }
            if let metrics { printer.line("metrics \(metrics)") }
        }
    }
}

/// An address to listen on.
struct ListenArgument: ExpressibleByArgument, Sendable {
    let address: ListenAddress

    init?(argument: String) {
        guard let address = ListenAddress(argument) else { return nil }
        self.address = address
    }
}
