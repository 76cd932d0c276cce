import ArgumentParser
import FlipcashCore
import FlipcashNode
import FlipcashNodeTestKit
import FlipcashTestKit
import FlipcashWallet
import Foundation
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashCommands

/// Commands against a node inside this process, typed by a person at a terminal or by a script.
struct PlayMoneyWorld: Sendable {
    private let node: Node
    private let folder: TemporaryFolder
    private let runtime: RuntimeEnvironment
    /// The service of shared expenses that replaces the node's.
    private let split: InMemorySharedExpenses?
    /// The variables of every command. Debug builds would use the environment `development`.
    private var home: [String: String] { ["HOME": folder.path, "FLIPCASH_ENVIRONMENT": "production"] }

    /// Runs `story` in a new world and removes everything afterwards.
    ///
    /// - Parameters:
    ///   - clock: the time of the commands and of the node.
    ///   - split: the service of shared expenses that replaces the node's.
    static func visit<Value: Sendable>(
        clock: any WallClock = SystemClock(), split: InMemorySharedExpenses? = nil,
        _ story: (PlayMoneyWorld) async throws -> Value
    ) async throws -> Value {
        let system = RuntimeEnvironment.system
        let runtime = RuntimeEnvironment(clock: clock, random: system.random, tasks: system.tasks)
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.file("node"))
        return try await withNode(.embedded(place), environment: runtime) { node in
            try await story(PlayMoneyWorld(node: node, folder: folder, runtime: runtime, split: split))
        }
    }

    /// The home folder of this world's person.
    var path: String { folder.path }

    /// Performs an operator's command on the node.
    func perform(_ request: AdminRequest) async -> AdminResponse { await node.perform(request) }

    /// What a call printed and how it ended.
    struct Result: Sendable {
        let status: ExitStatus
        let output: String
        let errors: String
        let failure: CommandFailure?
    }

    /// Runs a command.
    ///
    /// - Parameters:
    ///   - answers: what a person types, line by line; nil without a person.
    ///   - person: a person who types, instead.
    ///   - seesErrors: whether standard error is on the person's terminal.
    ///   - other: receives the answer instead of the result.
    func run(
        _ words: String..., answers: [String]? = nil, variables: [String: String] = [:],
        person: (any TextInput)? = nil, seesErrors: Bool = true, on other: (any TextOutput)? = nil
    ) async throws -> Result {
        try await run(
            words, answers: answers, variables: variables, person: person, seesErrors: seesErrors, on: other)
    }

    /// Runs a command whose words are in a list.
    func run(
        _ words: [String], answers: [String]? = nil, variables: [String: String] = [:],
        person: (any TextInput)? = nil, seesErrors: Bool = true, on other: (any TextOutput)? = nil
    ) async throws -> Result {
        let input = person ?? PreparedInput(lines: answers ?? [], isTerminal: answers != nil)
        let screen = TerminalSize(columns: 200, rows: 50)
        let captured = CapturedOutput()
        let errors = CapturedOutput(terminal: input.isTerminal && seesErrors ? screen : nil)
        let failure = try await run(
            words, on: Console(output: other ?? captured, errors: errors, input: input), variables)
        return Result(
            status: failure?.status ?? .done, output: captured.text, errors: errors.text, failure: failure)
    }

    /// Runs a command whose streams are all the same terminal.
    func run(_ words: [String], at terminal: ScriptedTerminal) async throws -> Result {
        defer { terminal.end() }
        let failure = try await run(words, on: Console(output: terminal, errors: terminal, input: terminal), [:])
        return Result(status: failure?.status ?? .done, output: terminal.text, errors: "", failure: failure)
    }

    private func run(
        _ words: [String], on console: Console, _ variables: [String: String]
    ) async throws -> CommandFailure? {
        let arranger = try CommandLineArranger(words + ["--endpoint", "embedded:"], root: RootCommand.self)
        let command = try arranger.parsed()
        let name = variables["TEST_NAME"] ?? "Lea"
        var service: (@Sendable (AccountID) -> any SharedExpensesService)?
        if let split { service = { split.service(for: $0, name: name) } }
        let call = try Invocation(
            command.global, root: RootCommand.self, variables: home.merging(variables) { $1 },
            console: WaitingLine(screen: console.errors, clock: runtime.clock).guarding(console), runtime: runtime,
            executable: "", sharedNode: node, sharedExpenses: service)
        do { try await command.run(in: call) } catch { return CommandFailure(describing: error) }
        return nil
    }

    /// The path of a file in the home folder.
    func path(_ name: String) -> String { folder.file(name) }

    /// Writes a private file.
    func write(_ text: String, to name: String) throws {
        try POSIXFileSystem().replace(path(name), with: Array(text.utf8))
    }

    /// Runs a command line as the executable does, `--timeout` included.
    ///
    /// - Parameters:
    ///   - output: receives the answer.
    ///   - errors: where everything else goes.
    ///   - input: who types; without it no question can be asked.
    ///   - clock: the time of the command, if not that of this world.
    func runTool(
        _ words: String..., output: any TextOutput, errors: any TextOutput, input: any TextInput = PreparedInput(),
        clock: (any WallClock)? = nil
    ) async -> ExitStatus {
        let console = Console(output: output, errors: errors, input: input)
        let runtime = RuntimeEnvironment(
            clock: clock ?? runtime.clock, random: runtime.random, tasks: runtime.tasks)
        return await CommandLineTool(
            environment: home, console: console, runtime: runtime, executable: ""
        ).sharing(node).run(words + ["--endpoint", "embedded:"])
    }

    /// The context of a command without a person and without input.
    ///
    /// - Parameters:
    ///   - clock: the time of the command, if not that of this world.
    ///   - errors: where everything but the answer goes.
    func call(
        clock: (any WallClock)? = nil, output: any TextOutput = CapturedOutput(),
        errors: any TextOutput = CapturedOutput(), _ options: String...
    ) throws -> Invocation {
        try Invocation(
            GlobalOptions.parse(["--endpoint", "embedded:"] + options), root: RootCommand.self, variables: home,
            console: Console(output: output, errors: errors, input: PreparedInput()),
            runtime: RuntimeEnvironment(clock: clock ?? runtime.clock, random: runtime.random, tasks: runtime.tasks),
            executable: "", sharedNode: node)
    }

    /// Runs `body` with the wallet of this world's person.
    func withWallet<Value: Sendable>(
        _ body: @Sendable (any WalletAccess) async throws -> Value
    ) async throws -> Value {
        let silent = Console(output: CapturedOutput(), errors: CapturedOutput(), input: PreparedInput())
        let call = try Invocation(
            GlobalOptions.parse(["--endpoint", "embedded:"]), root: RootCommand.self, variables: home,
            console: silent, runtime: runtime, executable: "", sharedNode: node)
        return try await call.withWallet(body)
    }

    /// Runs `body` with the wallet of this world's person while the history does not answer.
    func withoutHistory<Value: Sendable>(_ body: (SessionWallet) async throws -> Value) async throws -> Value {
        let call = try self.call()
        let settings = try call.settings()
        let (services, closed) = (try await call.openServices(settings), try await call.openServices(settings))
        await closed.close()
        let container = Container(
            settings: settings, endpoint: try call.endpoint(settings), layout: try call.layout, files: call.files,
            environment: runtime, payments: services.payments, core: closed.core, passphrase: call.passphrase,
            keyStores: .ofThisMachine(call.environment))
        let restored = try await SessionAuthenticator(container: container).restore()
        let wallet = SessionWallet(
            session: try #require(restored).session, hosts: try call.linkHosts(), isOffline: false, runtime: runtime)
        let result: Swift.Result<Value, any Error>
        do { result = .success(try await body(wallet)) } catch { result = .failure(error) }
        await services.close()
        return try result.get()
    }

    /// Gives this world's person play money.
    func fund(quarks: UInt64) async throws {
        let address = try await run("account", "address", "--json").output
        let owner = try #require(address.firstMatch(of: /"owner":"([^"]+)"/)?.1)
        let response = await node.perform(AdminRequest(.faucet, owner: String(owner), quarks: quarks))
        #expect(response.ok, "\(response.error ?? "")")
    }

    /// The output of `flipcash balance`.
    func balance() async throws -> String {
        try await run("balance").output
    }
}
