import ArgumentParser
import FlipcashCore
import FlipcashNode
import FlipcashWallet
import Foundation
import Testing

@testable import FlipcashCommands

/// Commands against a node inside this process, typed by a person at a terminal or by a script.
struct PlayMoneyWorld: Sendable {
    private let node: Node
    private let folder: URL
    private let runtime: RuntimeEnvironment

    /// Plays `story` in a new world and leaves nothing behind.
    ///
    /// - Parameter clock: the time of the commands and of the node.
    static func visit<Value: Sendable>(
        clock: any WallClock = SystemClock(), _ story: (PlayMoneyWorld) async throws -> Value
    ) async throws -> Value {
        let system = RuntimeEnvironment.system
        let runtime = RuntimeEnvironment(clock: clock, random: system.random, tasks: system.tasks)
        let folder = FileManager.default.temporaryDirectory.appending(path: "fc-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let node = try await Node.start(
            .embedded(NodeFolder(folder.appending(path: "node").path)), environment: runtime)
        do {
            let value = try await story(PlayMoneyWorld(node: node, folder: folder, runtime: runtime))
            await node.shutDown()
            return value
        } catch {
            await node.shutDown()
            throw error
        }
    }

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
    ///   - answers: what a person types, line after line; nil where nobody is there.
    ///   - person: somebody who types, instead.
    ///   - seesErrors: whether standard error is on the person's terminal.
    ///   - other: where the answer goes, if not into the result.
    func run(
        _ words: String..., answers: [String]? = nil, variables: [String: String] = [:],
        person: (any TextInput)? = nil, seesErrors: Bool = true, on other: (any TextOutput)? = nil
    ) async throws -> Result {
        let input = person ?? PreparedInput(lines: answers ?? [], isTerminal: answers != nil)
        let screen = TerminalSize(columns: 200, rows: 50)
        let captured = CapturedOutput()
        let errors = CapturedOutput(terminal: input.isTerminal && seesErrors ? screen : nil)
        let output = other ?? captured
        let arguments = try CommandLineArranger(words + ["--endpoint", "embedded:"], root: RootCommand.self).arguments
        let command = try #require(try RootCommand.parseAsRoot(arguments) as? any FlipcashCommand)
        let call = try Invocation(
            command.global, variables: ["HOME": folder.path].merging(variables) { $1 },
            console: Console(output: output, errors: errors, input: input), runtime: runtime, executable: "",
            sharedNode: node)
        var failure: CommandFailure?
        do { try await command.run(in: call) } catch { failure = CommandFailure(describing: error) }
        return Result(
            status: failure?.status ?? .done, output: captured.text, errors: errors.text, failure: failure)
    }

    /// Runs `body` with the wallet of the person at home here.
    func withWallet<Value: Sendable>(
        _ body: @Sendable (any WalletAccess) async throws -> Value
    ) async throws -> Value {
        let silent = Console(output: CapturedOutput(), errors: CapturedOutput(), input: PreparedInput())
        let call = try Invocation(
            GlobalOptions.parse(["--endpoint", "embedded:"]), variables: ["HOME": folder.path], console: silent,
            runtime: runtime, executable: "", sharedNode: node)
        return try await call.withWallet(body)
    }

    /// Gives the person at home here play money.
    func fund(quarks: UInt64) async throws {
        let address = try await run("account", "address", "--json").output
        let owner = try #require(address.firstMatch(of: /"owner":"([^"]+)"/)?.1)
        let response = await node.perform(AdminRequest(.faucet, owner: String(owner), quarks: quarks))
        #expect(response.ok, "\(response.error ?? "")")
    }

    /// What the balance says.
    func balance() async throws -> String {
        try await run("balance").output
    }
}
