import Testing

@testable import FlipcashCommands

@Suite struct CommandLineArrangerTests {
    private func arranged(_ arguments: String...) throws -> [String] {
        try CommandLineArranger(arguments, root: RootCommand.self).arguments
    }

    @Test("Global options in front of the command move behind it")
    func init_optionsFirst_moveBehindNames() throws {
        #expect(try arranged("--json", "balance") == ["balance", "--json"])
        #expect(
            try arranged("--profile", "bob", "link", "-o", "json", "create", "5")
                == ["link", "create", "--profile", "bob", "-o", "json", "5"])
        #expect(try arranged("--profile=bob", "balance", "-v") == ["balance", "--profile=bob", "-v"])
    }

    @Test("What follows the command is left alone")
    func init_leafReached_keepsRest() throws {
        #expect(try arranged("give", "5", "--json", "balance") == ["give", "5", "--json", "balance"])
    }

    @Test("An option that is not global stays where it is, for the parser to judge")
    func init_otherOption_stays() throws {
        #expect(try arranged("--version") == ["--version"])
        #expect(try arranged("--json", "--help") == ["--help"], "a group knows no options but its help")
        #expect(try arranged("--nonsense", "balance") == ["--nonsense", "balance"])
    }

    @Test(
        "A mistyped command is a usage error that names the nearest one",
        arguments: [
            (["blance"], "balance"), (["gvie"], "give"), (["link", "creat"], "create"),
            (["--json", "histroy"], "history"),
        ])
    func init_typo_suggestsNearest(arguments: [String], suggestion: String) {
        let error = #expect(throws: CommandFailure.self) {
            try CommandLineArranger(arguments, root: RootCommand.self)
        }
        #expect(error?.status == .usage)
        #expect(error?.message.contains("Did you mean \"\(suggestion)\"?") == true)
    }

    @Test("A word far from every command gets no suggestion")
    func init_unknownWord_hasNoSuggestion() {
        let error = #expect(throws: CommandFailure.self) {
            try CommandLineArranger(["frobnicate"], root: RootCommand.self)
        }
        #expect(error?.message == "\"frobnicate\" is no command of flipcash. See: flipcash --help")
    }
}
