import ArgumentParser
import FlipcashWallet
import Testing

@testable import FlipcashCommands

@Suite("Help of commands and topics")
struct HelpTests {
    private func run(_ arguments: [String]) async -> String {
        let output = CapturedOutput()
        let tool = CommandLineTool(
            environment: ["HOME": "/nonexistent"],
            console: Console(output: output, errors: CapturedOutput(), input: PreparedInput()))
        #expect(await tool.run(arguments) == .done)
        return output.text
    }

    @Test("The help of give fits a screen of 24 lines and shows its own options")
    func run_giveHelp_fitsOneScreen() async {
        let help = await run(["give", "--help"])
        // One line is left for the prompt of the shell.
        #expect(help.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count <= 23, "\(help)")
        #expect(help.contains("--link-after") && help.contains("--token"))
        #expect(!help.contains("--tls-fingerprint"))
        #expect(help.contains(HelpText.pointer))
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("Options that stand alone are shown even when the common ones are left out")
    func condensed_ownFlags_areKept() async {
        let help = await run(["account", "list", "--help"])
        #expect(help.contains("--balances"))
        #expect(!help.contains("--tls-fingerprint"))
        #expect(!help.contains("--version"))
    }

    @Test("A group's help names its commands and is not shortened")
    func condensed_group_isUnchanged() {
        let help = RootCommand.helpMessage(for: LinkCommand.self, columns: 80)
        #expect(HelpText.condensed(help) == help)
    }

    @Test("A command's own options are on the first screen of 24 lines, before its groups of options")
    func condensed_ownOptions_comeFirst() {
        func visit(_ command: any ParsableCommand.Type) {
            let help = HelpText.condensed(RootCommand.helpMessage(for: command, includeHidden: false, columns: 100))
            let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
            if command.configuration.subcommands.isEmpty, let start = lines.firstIndex(of: "OPTIONS:") {
                let end = lines[start...].firstIndex(of: "") ?? lines.count
                // An expense has more options than a screen has lines: who shares it, how, who paid, and when.
                let isExpense = command == SplitAddCommand.self || command == SplitEditCommand.self
                #expect(end <= (isExpense ? 48 : 24), "\(command)")
                #expect(!lines[..<start].contains { $0.hasSuffix(" OPTIONS:") }, "\(command)")
            }
            command.configuration.subcommands.forEach(visit)
        }
        visit(RootCommand.self)
    }

    @Test("help options lists every option that all commands take")
    func run_helpOptions_listsAll() async {
        let help = await run(["help", "options"])
        for name in GlobalOptionNames.valued.union(GlobalOptionNames.flags) where name != "-vv" {
            #expect(help.contains(name), "\(name)")
        }
        #expect(help.contains("--help"))
    }

    @Test("help exit-codes names every exit code")
    func run_helpExitCodes_listsAll() async {
        let help = await run(["help", "exit-codes"])
        let first = Set(help.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) })
        for status in ExitStatus.allCases { #expect(first.contains(String(status.rawValue)), "\(status)") }
    }

    @Test("help environment names every variable, and each one is known")
    func run_helpEnvironment_listsAll() async throws {
        let help = await run(["help", "environment"])
        for variable in CallVariable.allCases {
            #expect(help.contains(variable.rawValue))
        }
        let names = CallVariable.allCases.map(\.rawValue) + ["FLIPCASH_NO_SUCH"]
        let global = try GlobalOptions.parse([])
        let options = try CallOptions(global, environment: ProcessEnvironment([:]), names: names)
        #expect(options.remarks.count == 1)
    }

    @Test("Every topic has a text that fits 80 columns", arguments: HelpTopic.allCases)
    func run_topic_fitsTheScreen(topic: HelpTopic) async {
        let help = await run(["help", topic.rawValue])
        for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test("help with a command's name shows the help of the command")
    func run_helpCommand_isItsHelp() async {
        #expect(await run(["help", "give"]).contains("USAGE: flipcash give"))
    }

    @Test(
        "Help on a word that is neither a command nor a topic is an error that names the topics",
        arguments: [["help", "optoins"], ["help", "options", "more"], ["help", "nosuch"]])
    func run_helpUnknown_isUsageError(arguments: [String]) async {
        let errors = CapturedOutput()
        let tool = CommandLineTool(
            environment: ["HOME": "/nonexistent"],
            console: Console(output: CapturedOutput(), errors: errors, input: PreparedInput()))
        #expect(await tool.run(arguments) == .usage)
        #expect(errors.text.contains("options"), "\(errors.text)")
    }
}
