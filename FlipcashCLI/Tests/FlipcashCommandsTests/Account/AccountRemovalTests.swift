import ArgumentParser
import Foundation
import Testing

@testable import FlipcashCommands

/// Logging out, hiding accounts and destroying their words.
@Suite struct AccountRemovalTests {
    @Test(
        "Words are destroyed only after the balance and open links are shown and the label is typed",
        arguments: ["erase", "remove"])
    func accountErase_terminal_showsWhatIsLost(name: String) async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            _ = try await world.run("account", "rename", "1", "Savings")
            _ = try await world.run("link", "create", "5")
            let other = try await world.run("account", name, "1", answers: ["savings"])
            #expect(other.status == .declined)
            #expect(other.errors.contains("$15.00") && other.errors.contains("1: $5.00"), "\(other.errors)")
            #expect(other.errors.contains("--words-file"))
            #expect(try await world.balance().contains("$15.00"))
            let dry = try await world.run("account", name, "1", "--dry-run", "--json")
            #expect(
                dry.output.contains(#""value":"15.00""#) && dry.output.contains(#""open_links":[{"#), "\(dry.output)")
            let typed = try await world.run("account", name, "1", "--yes", answers: ["Savings"])
            #expect(typed.status == .done, "\(typed.errors)")
            #expect(try await world.run("balance").status == .locked)
        }
    }

    @Test("A script destroys words with --confirm and the label; --yes or another label is not enough")
    func accountErase_script_needsTheLabel() async throws {
        try await PlayMoneyWorld.visit { world in
            _ = try await world.balance()
            _ = try await world.run("account", "rename", "1", "Savings")
            for options in [[], ["--yes"]] {
                let refused = try await world.run(["account", "erase", "1"] + options)
                #expect(refused.status == .usage)
                #expect(refused.failure?.message.contains("--confirm LABEL") == true)
            }
            // Standard input is not accepted either: scripts fill it with answers.
            let piped = try await world.run(
                "account", "erase", "1", "--yes", person: PreparedInput(lines: ["Savings"], isTerminal: false))
            #expect(piped.status == .usage)
            let other = try await world.run("account", "erase", "1", "--confirm", "Checking")
            #expect(other.status == .declined)
            #expect(try await world.run("balance").status == .done)
            let erased = try await world.run("account", "erase", "1", "--confirm", "Savings")
            #expect(erased.status == .done, "\(erased.errors)")
            #expect(try await world.run("balance").status == .locked)
        }
    }

    @Test("The advice to copy the words names the erased account and its profile")
    func accountErase_adviceToCopy_namesTheSameAccount() async throws {
        try await PlayMoneyWorld.visit { world in
            let address = try await world.run("account", "address", "--json").output
            let elsewhere = try await world.run("account", "address", "--profile", "play", "--json").output
            let owner = try #require(elsewhere.firstMatch(of: /"owner":"([^"]+)"/)?.1)
            #expect(!address.contains(owner))
            let stopped = try await world.run("account", "erase", "1", "--profile", "play", answers: ["no"])
            #expect(stopped.status == .declined)
            let advice =
                "  flipcash --profile play --endpoint embedded: account key --account \(owner) --words-file FILE\n"
            #expect(stopped.errors.contains(advice), "\(stopped.errors)")
        }
    }

    @Test("Erasing also removes the words from a plain file that an earlier key store left behind")
    func accountErase_otherKeyStoreNamed_removesThePlainFile() async throws {
        try await PlayMoneyWorld.visit { world in
            _ = try await world.balance()
            _ = try await world.run("account", "rename", "1", "Savings")
            let keys = world.path(".local/share/flipcash/default/keys.json")
            #expect(FileManager.default.fileExists(atPath: keys))
            #expect(try await world.run("config", "set", "key_store", "vault").status == .done)
            let erased = try await world.run("account", "erase", "1", "--confirm", "Savings")
            #expect(erased.status == .done, "\(erased.errors)")
            #expect(!FileManager.default.fileExists(atPath: keys))
        }
    }

    @Test(
        "Savings goals of an erased account stay, unless a person or a script has them deleted",
        arguments: [(["Savings", "n"], [], true), (["Savings", "y"], [], false), (nil, ["--delete-goals"], false)])
    func accountErase_goals_areAskedAbout(answers: [String]?, options: [String], stays: Bool) async throws {
        try await PlayMoneyWorld.visit { world in
            _ = try await world.balance()
            _ = try await world.run("account", "rename", "1", "Savings")
            #expect(try await world.run("goals", "add", "Trip", "5 usd", "--by", "2099-01-01").status == .done)
            let folder = world.path(".local/share/flipcash/default")
            func hasGoals() throws -> Bool {
                try FileManager.default.contentsOfDirectory(atPath: folder).contains { $0.hasPrefix("goals-") }
            }
            let dry = try await world.run(["account", "erase", "1", "--dry-run"] + options)
            #expect(dry.output.contains("Would \(options.isEmpty ? "keep" : "delete") its savings goal."))
            let consent = answers == nil ? ["--confirm", "Savings"] : []
            let erased = try await world.run(["account", "erase", "1"] + options + consent, answers: answers)
            #expect(erased.status == .done, "\(erased.errors)")
            #expect(answers == nil || erased.errors.contains("Savings goals: 1"), "\(erased.errors)")
            let end = stays ? "Kept its savings goal on this machine." : "Deleted its savings goal."
            #expect(erased.output.contains(end), "\(erased.output)")
            #expect(try hasGoals() == stays)
        }
    }

    @Test("Hiding an account also needs its label, and keeps its words")
    func accountHide_keepsTheWords() async throws {
        try await PlayMoneyWorld.visit { world in
            _ = try await world.balance()
            _ = try await world.run("account", "rename", "1", "Savings")
            #expect(try await world.run("account", "hide", "1", "--yes").status == .usage)
            let hidden = try await world.run("account", "hide", "1", "--confirm", "Savings")
            #expect(hidden.status == .done && hidden.output.contains("Its words are kept"), "\(hidden.errors)")
            #expect(!hidden.output.contains("goal"))
            #expect(try await world.run("account", "list").output.isEmpty)
        }
    }

    @Test("Logging out says how to log in again, and so do commands that then need an account")
    func accountLogout_answerAndNextFailure_sayHowToComeBack() async throws {
        try await PlayMoneyWorld.visit { world in
            _ = try await world.balance()
            let out = try await world.run("account", "logout")
            #expect(out.status == .done && out.output.contains("account use 1"), "\(out.output)\(out.errors)")
            let lacking = try await world.run("balance")
            #expect(lacking.status == .locked)
            #expect(lacking.failure?.message.contains("flipcash account use 1") == true)
            #expect(try await world.run("account", "use", "1").status == .done)
            #expect(try await world.run("balance").status == .done)
        }
    }

    @Test("A label that is a number or belongs to another account is refused before anything is created")
    func accountCreate_badLabel_isRefused() async throws {
        try await PlayMoneyWorld.visit { world in
            _ = try await world.balance()
            _ = try await world.run("account", "rename", "1", "Savings")
            let taken = try await world.run(
                "account", "create", "--label", "Savings", "--words-file", world.path("words"))
            #expect(taken.failure?.code == "bad_label")
            let renamed = try await world.run("account", "rename", "1", "Savings")
            #expect(renamed.status == .done)
            #expect(throws: (any Error).self) { try RootCommand.parseAsRoot(["account", "rename", "1", "2"]) }
            #expect(throws: (any Error).self) { try RootCommand.parseAsRoot(["account", "create", "--label", "7"]) }
            let list = try await world.run("account", "list", "--json").output
            #expect(list.components(separatedBy: #""owner""#).count == 2)
        }
    }
}
