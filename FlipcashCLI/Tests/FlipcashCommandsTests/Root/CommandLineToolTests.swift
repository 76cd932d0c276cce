import ArgumentParser
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashCommands

@Suite struct CommandLineToolTests {
    private func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) async -> (status: ExitStatus, output: String, errors: String) {
        let output = CapturedOutput()
        let errors = CapturedOutput()
        let tool = CommandLineTool(
            environment: ["HOME": "/nonexistent"].merging(environment) { $1 },
            console: Console(output: output, errors: errors, input: PreparedInput()))
        let status = await tool.run(arguments)
        return (status, output.text, errors.text)
    }

    @Test("The version and help go to standard output with exit 0")
    func run_versionAndHelp_succeed() async {
        let version = await run(["--version"])
        #expect(version.status == .done)
        #expect(version.output == Version.text + "\n")
        let help = await run(["--json", "give", "--help"])
        #expect(help.status == .done)
        #expect(help.output.contains("USAGE: flipcash give"))
        let bare = await run([])
        #expect(bare.status == .done)
        #expect(bare.output.contains("CASH SUBCOMMANDS"))
    }

    @Test("A wrong command line exits 64; with --json the error is an object and standard output is empty")
    func run_usageError_isJSONWhenAsked() async {
        let human = await run(["give"])
        #expect(human.status == .usage)
        #expect(human.errors.hasPrefix("Error: Missing expected argument '<amount>'"))
        let json = await run(["--json", "give"])
        #expect(json.status == .usage)
        #expect(json.output.isEmpty)
        #expect(json.errors.hasPrefix(#"{"schema":"flipcash.error/1","error":{"code":"usage","message":"Missing"#))
        let variable = await run(["give"], environment: ["FLIPCASH_OUTPUT": "jsonl"])
        #expect(variable.errors.hasPrefix("{"))
    }

    @Test(
        "Options that exclude each other are refused",
        arguments: [
            ["balance", "--json", "-o", "human"], ["balance", "-q", "-v"],
            ["balance", "--key-file", "x", "--key-stdin"],
            ["grab", "--image", "a", "--payload", "00"], ["give", "5", "--no-link", "--link-after", "5s"],
            ["node", "run", "--tls-cert", "x"],
        ])
    func run_contradiction_isUsageError(arguments: [String]) async {
        let result = await run(arguments)
        #expect(result.status == .usage, "\(result.errors)")
    }

    @Test(
        "A database's address that is wrong or contains a password is refused and not quoted",
        arguments: [
            "postgres://anna:secret@db/node", "postgres://db/node?password=secret", "postgres://anna:a@secret@db/node",
            "/var/lib/secret",
        ])
    func run_databaseWithPassword_isUsageError(address: String) async {
        let result = await run(["node", "run", "--database", address])
        #expect(result.status == .usage)
        #expect(result.errors.contains("--database"))
        #expect(!result.errors.contains("secret") && !result.output.contains("secret"))
    }

    @Test(
        "A negative number is reported as such, not as a missing argument",
        arguments: [["give", "-5"], ["link", "create", "-0.50cad"], ["history", "--limit", "-5"], ["give", "-.5"]])
    func run_negativeNumber_isNamed(arguments: [String]) async throws {
        let result = await run(arguments)
        #expect(result.status == .usage)
        let number = try #require(arguments.last)
        #expect(result.errors.hasPrefix("Error: \"\(number)\" is negative."), "\(result.errors)")
        // After --, the command itself reads it.
        let literal = await run(arguments.dropLast() + ["--", number])
        #expect(!literal.errors.contains("is negative"), "\(literal.errors)")
    }

    @Test(
        "With --offline a command that needs the service is refused before anything else",
        arguments: [
            ["give", "5"], ["grab", "--payload", "00"], ["link", "create", "5"], ["link", "receive", "x"],
            ["link", "info", "x"], ["link", "cancel", "x"], ["rates"], ["account", "create"], ["account", "login"],
        ])
    func run_offline_isRefused(arguments: [String]) async {
        let result = await run(arguments + ["--offline"])
        #expect(result.status == .usage)
        #expect(result.errors.contains("cannot run with --offline"), "\(result.errors)")
    }

    @Test(
        "Variables with invalid values are named",
        arguments: [
            ("FLIPCASH_OUTPUT", "xml"), ("FLIPCASH_YES", "perhaps"), ("FLIPCASH_TIMEOUT", "soon"),
            ("FLIPCASH_LOG_LEVEL", "loud"), ("FLIPCASH_COLOR", "green"), ("FLIPCASH_NO_INPUT", "2"),
        ])
    func run_badVariable_isNamed(name: String, value: String) async {
        let result = await run(["config", "path"], environment: [name: value])
        #expect(result.status == .usage)
        #expect(result.errors.contains(name))
    }

    @Test("An option overrides its variable")
    func run_optionAndVariable_optionWins() async {
        let result = await run(["config", "path", "--output", "jsonl"], environment: ["FLIPCASH_OUTPUT": "human"])
        #expect(result.output.hasPrefix("{"))
    }

    @Test("Unknown FLIPCASH_ variables are mentioned only with -v")
    func run_unknownVariable_isMentionedVerbosely() async {
        let environment = ["FLIPCASH_PROFLE": "x"]
        #expect(await run(["config", "path", "-v"], environment: environment).errors.contains("FLIPCASH_PROFLE"))
        #expect(await run(["config", "path"], environment: environment).errors.isEmpty)
    }

    @Test("Encoding and decoding a payload give the same description")
    func run_codeEncodeDecode_agree() async throws {
        let folder = try TemporaryFolder()
        let payload = "018e404b4c000000000001020304050607080910"
        let encoded = await run(["code", "encode", payload])
        #expect(encoded.output == "ab32b0985405d234217d293b930200" + payload + "\n")
        let picture = folder.file("code.png")
        let written = await run(["code", "encode", payload, "--png", picture, "--size", "200"])
        #expect(written.status == .done, "\(written.errors)")
        let decoded = await run(["code", "decode", picture, "--json"])
        #expect(decoded.status == .done, "\(decoded.errors)")
        #expect(decoded.output.contains(#""kind":"multi_mint_cash","amount":{"currency":"usd","value":"5.00""#))
        #expect(decoded.output.contains(#""rendezvous":"4MCktjBfWbuV3PaCwP21NWLdmxjJKUx5hqxBNg3muvw6""#))
    }

    @Test("A picture that cannot be created exits 73")
    func run_unwritablePicture_exits73() async {
        let result = await run(["code", "encode", "0102", "--svg", "/nonexistent/x.svg"])
        #expect(result.status == .cannotCreate)
    }

    @Test("The modes of --show are listed, and the web page is refused")
    func run_unknownShowMode_saysWhatThereIs() async {
        let web = await run(["give", "5", "--show", "web"])
        #expect(web.status == .usage)
        #expect(web.errors.contains("does not exist yet. Use --png FILE or --svg FILE."), "\(web.errors)")
        let other = await run(["grab", "--payload", "00", "--pass-on", "--show", "loud"])
        #expect(other.status == .usage)
        #expect(other.errors.contains("Use auto, graphics, blocks or none."), "\(other.errors)")
    }

    @Test("Completion scripts exist for three shells and name the commands", arguments: ["bash", "zsh", "fish"])
    func run_completion_printsScript(shell: String) async {
        let result = await run(["completion", shell])
        #expect(result.status == .done)
        #expect(result.output.contains("faucet"))
    }

    /// The help of `command` and of all commands below it.
    private func helpOfEveryCommand(from command: any ParsableCommand.Type) -> [String] {
        let help = RootCommand.helpMessage(for: command, includeHidden: false, columns: 100)
        return [HelpText.condensed(help)]
            + command.configuration.subcommands.flatMap { helpOfEveryCommand(from: $0) }
    }

    @Test("The help of every command matches the snapshot")
    func help_everyCommand_matchesSnapshot() throws {
        let text = helpOfEveryCommand(from: RootCommand.self).map { $0 + "\n\n=====\n\n" }.joined()
        try Snapshot.check(text, "help.txt")
    }

    @Test("The examples in the help of every command fit a terminal of 80 columns")
    func help_examples_fitTheTerminal() {
        for help in helpOfEveryCommand(from: RootCommand.self) {
            for line in help.split(separator: "\n") where line.hasPrefix("  flipcash ") {
                #expect(line.count <= 80, "\(line)")
            }
        }
    }

    @Test("The names of the global options match the declared options")
    func globalOptionNames_list_agreesWithDeclaration() {
        let help = GlobalOptions.helpMessage(columns: 200)
        for name in GlobalOptionNames.valued.union(GlobalOptionNames.flags) where name != "-vv" {
            #expect(help.contains(name), "\(name)")
        }
        let declared = help.split(whereSeparator: { " ,/\n".contains($0) }).filter { $0.hasPrefix("--") }
        for name in Set(declared.map(String.init)) where !["--help"].contains(name) {
            let isListed = GlobalOptionNames.valued.contains(name) || GlobalOptionNames.flags.contains(name)
            #expect(isListed || help.contains("\(name) json"), "\(name) is not listed")
        }
    }
}
