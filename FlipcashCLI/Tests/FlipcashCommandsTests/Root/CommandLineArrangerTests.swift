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

    @Test("The names are those that lead to the command, without the word help")
    func names_groupsAndHelp_leadToCommand() throws {
        let leaf = try CommandLineArranger(["--json", "link", "create", "5"], root: RootCommand.self)
        #expect(leaf.names == ["link", "create"])
        #expect(leaf.command.name == "create")
        let help = try CommandLineArranger(["link", "help", "create"], root: RootCommand.self)
        #expect(help.arguments == ["link", "help", "create"])
        #expect(help.names == ["link"])
    }

    @Test("Arguments after the command are not changed")
    func init_leafReached_keepsRest() throws {
        #expect(try arranged("give", "5", "--json", "balance") == ["give", "5", "--json", "balance"])
    }

    @Test("An option that is not global stays in its place for the parser")
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
        #expect(error?.message == "\"frobnicate\" is not a command of flipcash. See: flipcash --help")
    }

    @Test(
        "Synonyms of a command lead to it",
        arguments: [
            (["version"], ["--version"]),
            (["--json", "login", "--image", "x"], ["account", "login", "--json", "--image", "x"]),
            (["account", "new"], ["account", "create"]), (["Receive", "x.png"], ["grab", "x.png"]),
            (["link", "send", "5"], ["link", "create", "5"]),
        ])
    func init_synonym_isTheCommand(words: [String], expected: [String]) throws {
        #expect(try CommandLineArranger(words, root: RootCommand.self).arguments == expected)
    }

    @Test(
        "A word that may mean several commands is an error that names them", arguments: ["pay", "transfer", "status"])
    func init_severalMeanings_areNamed(word: String) {
        let error = #expect(throws: CommandFailure.self) {
            try CommandLineArranger([word, "5"], root: RootCommand.self)
        }
        #expect(error?.status == .usage)
        #expect(error?.message.hasPrefix("There is no command \"\(word)\".") == true)
        #expect(error?.message.contains("flipcash ") == true)
    }

    @Test("Every synonym leads to an existing command and hides no other")
    func synonyms_all_leadToCommands() throws {
        for group in [[], ["account"], ["link"]] {
            for (word, meaning) in CommandSynonym.all(after: group) {
                guard case .words(let words) = meaning, words != ["--version"] else { continue }
                let command = try CommandLineArranger(group + [word], root: RootCommand.self).command
                #expect(command.name == words.last, "\(group) \(word)")
            }
        }
    }
}
