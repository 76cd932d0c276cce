import Testing

@testable import FlipcashCommands

/// Secrets in the wrong place on the command line are never repeated.
@Suite struct MistypedWordTests {
    private static let secret = "4y7bh9TAFaamQPxGNT86e2"
    private static let link = "https://send.flipcash.com/c/#/e=4y7bh9TAFaamQPxGNT86e2"

    private func errors(_ arguments: [String]) async -> String {
        let (output, errors) = (CapturedOutput(), CapturedOutput())
        let tool = CommandLineTool(
            environment: ["HOME": "/nonexistent"],
            console: Console(output: output, errors: errors, input: PreparedInput()))
        let status = await tool.run(arguments)
        #expect(status == .usage)
        return output.text + errors.text
    }

    @Test(
        "A link or its secret in place of a command, as an option's value or at the end is not repeated",
        arguments: [
            ["link", link], ["link", secret], [link], [secret], ["balance", link], ["balance", secret],
            ["balance", "--lnk=\(link)"], ["give", "5", "--wait", link], ["give", "5", "--wait=\(secret)"],
            ["link", "create", "5", "--count", link],
        ])
    func run_secretInTheWrongPlace_isNotRepeated(arguments: [String]) async {
        for arguments in [arguments, ["--json"] + arguments] {
            let text = await errors(arguments)
            #expect(!text.isEmpty && !text.contains(Self.secret), "\(text)")
        }
    }

    @Test("Twelve words after a command are not repeated")
    func run_wordsOfAnAccount_areNotRepeated() async {
        let words = ["pill", "tomorrow", "foster", "begin", "walnut", "borrow", "virtual", "kick", "shift", "mutual"]
        let text = await errors(["balance"] + words)
        #expect(words.allSatisfy { !text.contains($0) }, "\(text)")
    }

    @Test("Ordinary mistakes are repeated", arguments: ["blance", "--foo", "50.00cad"])
    func mayBeSecret_ordinaryWords_areNot(word: String) {
        #expect(!MistypedWord.mayBeSecret(word))
    }
}
