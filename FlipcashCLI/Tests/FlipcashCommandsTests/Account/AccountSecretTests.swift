import FlipcashWallet
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@testable import FlipcashCommands

/// Where the words of an account may be shown.
@Suite struct AccountSecretTests {
    /// A program that writes lines to standard input.
    private func program(_ lines: String...) -> PreparedInput { PreparedInput(lines: lines, isTerminal: false) }

    /// The words of this world's account.
    private func words(_ world: PlayMoneyWorld) async throws -> String {
        let answer = try await world.run("account", "key", "--reveal", "--json", person: program("show")).output
        return String(try #require(answer.firstMatch(of: /"words":"([^"]+)"/)?.1))
    }

    @Test(
        "Secrets are printed to a private file, but not to one that others can read",
        arguments: ["--reveal", "--link"], [false, true])
    func accountKey_openFile_isRefused(option: String, atTerminal: Bool) async throws {
        try await PlayMoneyWorld.visit { world in
            _ = try await world.balance()
            for (mode, isPrivate) in [(0o644, false), (0o640, false), (0o606, false), (0o600, true)] {
                let path = world.path("answer-\(mode)")
                let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
                try #require(descriptor >= 0)
                defer { close(descriptor) }
                try #require(fchmod(descriptor, mode_t(mode)) == 0)
                let result = try await world.run(
                    "account", "key", option, "--json",
                    person: PreparedInput(lines: ["show"], isTerminal: atTerminal),
                    on: DescriptorOutput(descriptor: descriptor))
                #expect(result.status == (isPrivate ? .done : .cannotCreate), "\(String(mode, radix: 8))")
                #expect(try Data(contentsOf: URL(filePath: path)).isEmpty != isPrivate)
                if !isPrivate {
                    #expect(result.failure?.code == "output_not_private")
                    #expect(result.failure?.message.contains("--words-file") == true)
                }
            }
        }
    }

    /// The sequences that enter and leave a terminal's second screen.
    private static let screen = (enter: "\u{1B}[?1049h", leave: "\u{1B}[?1049l")

    @Test("The screen is cleared before three words are asked for; stopping there keeps the words and says so")
    func accountCreate_stoppedAtTheCheck_keepsTheWords() async throws {
        try await PlayMoneyWorld.visit { world in
            // Creates the account without asking, so that no passphrase is asked for later.
            _ = try await world.balance()
            // The person presses Return and then ends the input.
            let stopped = try await world.run(
                "account", "create", "--words-file", world.path("words"),
                person: SlowPerson { $0 == 1 ? "" : nil })
            #expect(stopped.status == .declined)
            let message = try #require(stopped.failure?.message)
            #expect(message.contains("its words are stored") && message.contains("flipcash account create"))
            #expect(!message.contains("Nothing was done") && !stopped.errors.contains("Nothing was done"))
            let kept = try String(contentsOfFile: world.path("words"), encoding: .utf8)
            let first = try #require(kept.split(separator: " ").first)
            let shown = try #require(stopped.errors.range(of: Self.screen.enter))
            let gone = try #require(stopped.errors.range(of: Self.screen.leave))
            let asked = try #require(stopped.errors.range(of: "Word "))
            #expect(stopped.errors[shown.upperBound..<gone.lowerBound].contains(" 1 \(first)"))
            #expect(gone.upperBound <= asked.lowerBound)
            #expect(!stopped.errors[gone.upperBound...].contains(first + " "))
            #expect(try await world.run("account", "list").output.split(separator: "\n").count == 1)

            // A file with other content is refused before anything is done.
            try world.write("other words", to: "other")
            let refused = try await world.run(
                "account", "create", "--words-file", world.path("other"), "--skip-word-check")
            #expect(refused.failure?.code == "file_exists")
            // The same command continues where it was stopped.
            let made = try await world.run(
                "account", "create", "--words-file", world.path("words"), "--skip-word-check")
            #expect(made.status == .done, "\(made.errors)")
            #expect(try await words(world) + "\n" == kept)
        }
    }

    @Test("The backup picture of a stopped attempt does not block the next attempt")
    func accountCreate_backupImageOfAnEarlierAttempt_isAccepted() async throws {
        try await PlayMoneyWorld.visit { world in
            _ = try await world.balance()
            let create = ["account", "create", "--backup-image", world.path("key.png")]
            let stopped = try await world.run(create, person: SlowPerson { _ in nil })
            #expect(stopped.status == .declined)
            let made = try await world.run(create)
            #expect(made.status == .done, "\(made.errors)")
        }
    }

    @Test("A login link is read from a file, standard input or a prompt; on the command line it causes a warning")
    func accountLogin_link_isReadPrivately() async throws {
        try await PlayMoneyWorld.visit { world in
            _ = try await world.balance()
            let key = try await world.run("account", "key", "--link", "--json", person: program("show")).output
            let link = String(try #require(key.firstMatch(of: /"link":"([^"]+)"/)?.1))
            try world.write(link + "\n", to: "link")
            let attempts = [
                try await world.run("account", "login", "--link", link),
                try await world.run("account", "login", "--link", "-", person: program(link)),
                try await world.run("account", "login", "--link-file", world.path("link")),
                try await world.run("account", "login", "--link", "-", answers: [link]),
                try await world.run("account", "login", answers: [link]),
            ]
            for (index, attempt) in attempts.enumerated() {
                #expect(attempt.status == .done, "\(index): \(attempt.errors)")
                #expect(attempt.errors.contains("command line") == (index == 0), "\(index): \(attempt.errors)")
                #expect(!attempt.errors.contains(link) && !attempt.output.contains(link))
            }
        }
    }

    /// A person who types without echo.
    private struct UnseenTyping: TextInput {
        let secret: String
        let isTerminal = true

        func readLine() -> String? { nil }
        func readSecretLine() -> String? { secret }
    }

    @Test("On a terminal --link - asks for the login link without showing it")
    func accountLogin_dashAtATerminal_asksUnseen() async throws {
        try await PlayMoneyWorld.visit { world in
            _ = try await world.balance()
            let key = try await world.run("account", "key", "--link", "--json", person: program("show")).output
            let link = String(try #require(key.firstMatch(of: /"link":"([^"]+)"/)?.1))
            let login = try await world.run("account", "login", "--link", "-", person: UnseenTyping(secret: link))
            #expect(login.status == .done, "\(login.errors)")
        }
    }

    @Test("The default label of an account contains none of its words")
    func firstUse_label_holdsNoWords() async throws {
        try await PlayMoneyWorld.visit { world in
            _ = try await world.balance()
            let account = try await world.run("account", "current", "--json").output
            let owner = try #require(account.firstMatch(of: /"owner":"([^"]+)"/)?.1)
            #expect(account.contains(#""label":"Account \#(owner.prefix(4))""#), "\(account)")
        }
    }

    /// Creates an account whose words are in a vault with the passphrase in the file `first`.
    private func makeVault(_ world: PlayMoneyWorld) async throws {
        try world.write("correct horse\n", to: "first")
        let made = try await world.run(
            "account", "create", "--words-file", world.path("words"), "--skip-word-check", "--passphrase-file",
            world.path("first"))
        #expect(made.status == .done, "\(made.errors)")
        #expect(FileManager.default.fileExists(atPath: world.path(".local/share/flipcash/default/vault.json")))
    }

    @Test("The stored balance is shown without opening the vault")
    func balanceOffline_vault_asksNothing() async throws {
        try await PlayMoneyWorld.visit { world in
            try await makeVault(world)
            #expect(try await world.run("balance", "--passphrase-file", world.path("first")).status == .done)
            // There is no terminal to ask on.
            let offline = try await world.run("balance", "--offline")
            #expect(offline.status == .done, "\(offline.errors)")
        }
    }

    @Test("The addresses of an account are shown without opening the vault")
    func accountAddress_vault_asksNothing() async throws {
        try await PlayMoneyWorld.visit { world in
            try await makeVault(world)
            let address = try await world.run("account", "address")
            #expect(address.status == .done && address.output.contains("Deposit"), "\(address.errors)")
        }
    }

    @Test("The vault's passphrase is changed by its own command")
    func accountPassphrase_vault_opensWithTheNewOneOnly() async throws {
        try await PlayMoneyWorld.visit { world in
            try await makeVault(world)
            try world.write("battery staple\n", to: "second")
            let changed = try await world.run(
                "account", "passphrase", "--passphrase-file", world.path("first"), "--new-passphrase-file",
                world.path("second"))
            #expect(changed.status == .done, "\(changed.errors)")
            #expect(try await world.run("balance", "--passphrase-file", world.path("first")).status == .locked)
            #expect(try await world.run("balance", "--passphrase-file", world.path("second")).status == .done)
        }
    }

    @Test("Commands without secrets ask for no passphrase; it can be changed, and words move in and out of the vault")
    func accountStore_vault_asksOnlyWhereNeeded() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            #expect(try await world.balance().contains("$20.00"))
            let before = try await words(world)
            let address = try await world.run("account", "address").output
            #expect(try await world.run("account", "store").output == "plain\n")
            try world.write("correct horse\n", to: "first")
            try world.write("battery staple\n", to: "second")
            let moved = try await world.run("account", "store", "vault", "--passphrase-file", world.path("first"))
            #expect(moved.status == .done, "\(moved.errors)")
            #expect(!FileManager.default.fileExists(atPath: world.path(".local/share/flipcash/default/keys.json")))

            // There is no terminal to ask on, so commands that need the passphrase fail.
            #expect(try await world.run("balance").status == .locked)
            #expect(try await world.run("account", "address").output == address)
            #expect(try await world.run("account", "address", "--token", "dollars").output == address)
            let offline = try await world.run("balance", "--offline")
            #expect(offline.status == .done && offline.output.contains("$20.00"), "\(offline.errors)")

            let changed = try await world.run(
                "account", "passphrase", "--passphrase-file", world.path("first"), "--new-passphrase-file",
                world.path("second"))
            #expect(changed.status == .done, "\(changed.errors)")
            #expect(try await world.run("balance", "--passphrase-file", world.path("first")).status == .locked)
            #expect(try await world.run("balance", "--passphrase-file", world.path("second")).status == .done)

            // Words leave the encrypted file only with consent.
            let unasked = try await world.run("account", "store", "plain", "--passphrase-file", world.path("second"))
            #expect(unasked.status == .usage)
            let back = try await world.run(
                "account", "store", "plain", "--passphrase-file", world.path("second"), "--yes")
            #expect(back.status == .done, "\(back.errors)")
            #expect(try await words(world) == before)
        }
    }
}
