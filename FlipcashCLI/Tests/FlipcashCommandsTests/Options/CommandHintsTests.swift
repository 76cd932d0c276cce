import ArgumentParser
import FlipcashWallet
import Testing

@testable import FlipcashCommands

@Suite("Commands that messages name")
struct CommandHintsTests {
    private func hints(_ arguments: [String], variables: [String: String] = [:]) throws -> CommandHints {
        CommandHints(
            try CallOptions(
                GlobalOptions.parse(arguments), environment: ProcessEnvironment(variables),
                names: Array(variables.keys)), root: RootCommand.self)
    }

    @Test("A hint names the call's profile and service, chosen by an option or a variable")
    func completed_profileAndEndpoint_named() throws {
        let text = "Take it back with: flipcash link cancel V"
        let expected =
            "Take it back with: flipcash --profile play --endpoint http://127.0.0.1:9 link cancel V"
        #expect(try hints(["--profile", "play", "--endpoint", "http://127.0.0.1:9"]).completed(text) == expected)
        let variables = ["FLIPCASH_PROFILE": "play", "FLIPCASH_ENDPOINT": "http://127.0.0.1:9"]
        #expect(try hints([], variables: variables).completed(text) == expected)
        #expect(try hints([]).completed(text) == text)
    }

    @Test("Every command in a sentence gets the options that matter to it, and no others")
    func completed_severalCommands_eachGetsItsOwn() throws {
        let hints = try hints(["--profile", "p", "--account", "my cash", "--endpoint", "local:"])
        #expect(
            hints.completed("See: flipcash history, and flipcash config get currency")
                == "See: flipcash --profile p --endpoint local: --account 'my cash' history, and "
                + "flipcash --profile p config get currency")
        #expect(
            hints.completed("Run: flipcash account create (or: flipcash account login)")
                == "Run: flipcash --profile p --endpoint local: account create "
                + "(or: flipcash --profile p --endpoint local: account login)")
        #expect(hints.completed("flipcash logs export") == "flipcash logs export")
        #expect(
            hints.completed("flipcash account key --reveal")
                == "flipcash --profile p --endpoint local: --account 'my cash' account key --reveal")
    }

    @Test("A command that names an account keeps it and gets no other")
    func completed_accountNamed_isKept() throws {
        let hints = try hints(["--profile", "p", "--account", "mine", "--key-file", "words"])
        #expect(
            hints.completed("Run: flipcash account key --account X --words-file F, then flipcash balance")
                == "Run: flipcash --profile p account key --account X --words-file F, then "
                + "flipcash --profile p --account mine --key-file words balance")
    }

    @Test("Sentences that name no command are not changed")
    func completed_otherText_stays() throws {
        let hints = try hints(["--profile", "p"])
        for text in ["flipcash user has not paid", "the flipcash ", "flipcash --profile q balance", "no command"] {
            #expect(hints.completed(text) == text)
        }
    }
}
