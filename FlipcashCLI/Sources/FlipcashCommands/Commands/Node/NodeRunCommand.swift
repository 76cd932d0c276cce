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
            Without TLS only this machine is served. A node on the default folder also serves the socket that \
            commands use with the endpoint local:.
            """)

    @Option(
        help: ArgumentHelp("Where to listen: HOST:PORT or unix:PATH (default: 127.0.0.1:8086).", valueName: "address"))
    var listen: ListenArgument?

    @OptionGroup(title: "Node options")
    var node: NodeOptions

    @Option(help: ArgumentHelp("Stop after this long without a call.", valueName: "duration"))
    var idleExit: DurationArgument?

    @Option(
        help: ArgumentHelp("Certificate chain to serve TLS with, a PEM file.", valueName: "file"), completion: .file())
    var tlsCert: String?

    @Option(help: ArgumentHelp("Private key of the certificate, a PEM file.", valueName: "file"), completion: .file())
    var tlsKey: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { true }
    var hasOwnLog: Bool { true }

    mutating func validate() throws {
        guard (tlsCert == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-cert and --tls-key go together.")
        }
    }

    func run(in call: Invocation) async throws {
        let node = try await Node.start(configuration(call), environment: call.runtime)
        announce(node, call)
        await withTaskCancellationHandler {
            await node.waitUntilStopRequested()
        } onCancel: {
            node.requestStop()
        }
        await node.shutDown()
    }

    private func configuration(_ call: Invocation) throws -> NodeConfiguration {
        let layout = try call.layout
        let folder = NodeFolder(node.data.map(WorkingFolder.absolute) ?? layout.nodeFolder)
        var tls: NodeConfiguration.TLSFiles?
        if let tlsCert, let tlsKey { tls = .init(certificate: tlsCert, key: tlsKey) }
        var listeners = [NodeConfiguration.Listener(listen?.address ?? .standard, tls: tls)]
        let localSocket = ListenAddress.unix(path: layout.nodeSocket)
        if folder.path == layout.nodeFolder, listeners[0].address != localSocket {
            listeners.append(.init(localSocket))
        }
        try call.files.makeFolder(layout.runtime)
        return NodeConfiguration(
            storage: .folder(folder), listeners: listeners, idleExit: idleExit?.duration, servesAdminSocket: true,
            version: Version.text, crashPoints: crashPoints(call), log: Logger(label: "flipcash.node"))
    }

    /// Where the node kills itself, which only crash tests ask for.
    private func crashPoints(_ call: Invocation) -> any CrashPoints {
        let armed = call.variables[KillingCrashPoints.environmentVariable].flatMap(KillingCrashPoints.init)
        return armed ?? NoCrashPoints()
    }

    private func announce(_ node: Node, _ call: Invocation) {
        let addresses = node.addresses.map(\.description)
        var document = OutputObject(schema: "node")
        document["state"] = .string("serving")
        document["addresses"] = .array(addresses.map(OutputValue.string))
        document["key"] = .string(node.publicKey.base58)
        document["folder"] = .string(node.status.folder)
        call.printer.answer(document) { printer in
            printer.line("Node \(node.publicKey.base58)")
            for address in addresses { printer.line("serves \(address)") }
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
