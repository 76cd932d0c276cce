import Foundation
import Testing

extension Journeys {
    @Suite("Help, versions and completion")
    struct HelpTests {
        private static let commands = [
            "balance", "give", "grab", "link", "link create", "link receive", "link info", "link list", "link cancel",
            "send", "withdraw", "deposit", "limits", "history", "history list", "history show", "rates", "buy", "sell",
            "convert", "swap", "swap list", "swap show", "swap resume", "token", "token list", "token info",
            "token discover", "token search", "token price", "token chart", "token launch", "token edit", "goals",
            "goals list", "goals add", "goals show", "goals edit", "goals cancel", "goals finish", "goals archive",
            "goals restore", "goals rm", "goals asset", "goals asset add", "goals asset watch", "goals asset sync",
            "goals asset list", "goals asset rm", "goals log", "goals log add", "goals log list", "goals log rm",
            "goals allocate", "goals allocations", "goals contribute", "goals rate", "goals currencies", "goals plan",
            "goals plan show", "goals plan set", "goals plan all", "goals flex", "goals flex factor", "goals flex fit",
            "goals budget", "goals budget show", "goals budget apply", "goals budget health", "goals execute",
            "goals execute status", "goals execute start", "goals execute finish", "goals execute undo", "goals auto",
            "goals auto list", "goals auto add", "goals auto rm", "goals auto run", "goals auto log", "goals forecast",
            "goals history", "goals remind", "goals remind due", "goals remind setup", "goals config",
            "goals config list", "goals config get", "goals config set", "goals calendar", "goals export",
            "goals import", "split", "split balances", "split add", "split list", "split show", "split edit",
            "split rm", "split friends", "split friends list", "split friends add", "split friends rename",
            "split friends nickname", "split friends rm", "split friends merge", "split groups", "split groups list",
            "split groups add", "split groups show", "split groups add-member", "split groups remove-member",
            "split groups leave", "split groups rm", "split groups archive", "split settle", "split payments",
            "split payments list", "split payments void", "split payments confirm", "split payments reverse",
            "split simplify", "split close", "split remind", "split stats", "split invite", "split invites",
            "split invites list", "split invites revoke", "split claim", "split request", "split requests",
            "split requests list", "split requests accept", "split requests decline", "split requests cancel",
            "split sync", "split watch", "split conflicts", "split outbox", "split import", "split export",
            "split account", "split account show", "split account name", "split account clear", "split account delete",
            "account", "account create", "account login", "account list", "account use", "account current",
            "account rename", "account key", "account address", "account logout", "account store", "account passphrase",
            "account hide", "account erase", "profile", "profile list", "bill", "bill render", "code", "code encode",
            "code decode", "node", "node run", "node status", "node stop", "node key", "node faucet", "node deposit",
            "node check", "node backup", "node restore", "node settings", "node clock", "node split-delete", "config",
            "config get", "config set", "config unset", "config list", "config path", "logs", "logs show",
            "logs export", "logs path", "logs clear", "doctor", "demo", "completion",
        ]

        @Test("Every command has help, and no help names a command that does not exist")
        func help_everyCommand_exits0() async throws {
            try await CommandLineWorld.visit { world in
                var named = Set<String>()
                for command in [""] + Self.commands {
                    let words = command.split(separator: " ").map(String.init)
                    let help = try await world.run(words + ["--help"]).exits(0)
                    #expect(help.output.contains("USAGE: flipcash"), "\(command)")
                    #expect(help.errors.isEmpty)
                    for name in Self.subcommands(in: help.output) {
                        named.insert((words + [name]).joined(separator: " "))
                    }
                }
                #expect(named == Set(Self.commands))
                let both = [
                    try await world.run(["help", "link", "create"]), try await world.run(["link", "create", "-h"]),
                ]
                #expect(both[0].exits(0).output == both[1].exits(0).output)
                #expect(!world.hasNode)
            }
        }

        /// The names in the lists of subcommands of a help text.
        private static func subcommands(in help: String) -> [String] {
            var names: [String] = []
            var isInList = false
            for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
                if !line.hasPrefix(" "), line.hasSuffix(":") {
                    isInList = line.hasSuffix("SUBCOMMANDS:")
                } else if isInList, line.hasPrefix("  "), !line.hasPrefix("   ") {
                    let name = line.split(separator: " ")[0].split(separator: ",")[0]
                    // After the list comes a line about the help of its members.
                    if name != "See" { names.append(String(name)) }
                }
            }
            return names
        }

        @Test("The program without a command shows its help; the version is one line")
        func version_anywhere_isOneLine() async throws {
            try await CommandLineWorld.visit { world in
                let version = try await world.run(["--version"]).exits(0)
                #expect(version.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
                let bare = try await world.run([]).exits(0)
                #expect(bare.output.contains("flipcash balance"))
                for group in ["link", "account", "node", "bill", "code", "config"] {
                    let help = try await world.run([group]).exits(0)
                    #expect(help.output.contains("USAGE: flipcash \(group)"))
                }
            }
        }

        @Test("Each shell gets a completion script that it can read", arguments: ["bash", "zsh", "fish"])
        func completion_shell_isItsScript(shell: String) async throws {
            try await CommandLineWorld.visit { world in
                let script = try await world.run(["completion", shell]).exits(0)
                for word in ["balance", "grab", "image", "faucet"] { #expect(script.output.contains(word)) }
                guard shell == "bash" else { return }
                try world.write(script.output, to: "completion.bash")
                let reader = Process()
                reader.executableURL = URL(filePath: "/bin/bash")
                reader.arguments = ["-n", world.path(of: "completion.bash")]
                try reader.run()
                reader.waitUntilExit()
                #expect(reader.terminationStatus == 0)
            }
        }

        @Test("A shell completes accounts, tokens and currencies from what is stored, without any node")
        func completion_names_comeFromTheStore() async throws {
            try await CommandLineWorld.visit { world in
                func complete(_ words: String, _ argument: String, _ line: String...) async throws -> [String] {
                    let request =
                        ["---completion"] + words.split(separator: " ").map(String.init) + ["--", argument]
                        + [String(line.count), "0", "flipcash"] + line + [""]
                    let result = try await world.run(request, variables: ["SAP_SHELL": "bash"]).exits(0)
                    return result.output.split(separator: "\n").map(String.init)
                }
                #expect(try await complete("account use", "positional@0", "account", "use") == [])
                #expect(try await complete("balance", "--token", "balance", "--token") == ["dollars"])
                #expect(!world.hasNode)
                let ada = world.person("ada")
                try await ada.fund("20")
                try await ada.run("account", "rename", "1", "Savings").exits(0)
                try await ada.run("node", "stop").exits(0)
                let names = try await complete("account use", "positional@0", "account", "use", "--profile", "ada")
                #expect(names == ["Savings", "1"])
                #expect(try await complete("account use", "positional@0", "account", "use") == [])
                try await world.run(["--profile", "shop", "config", "set", "currency", "cad"]).exits(0)
                let profiles = try await complete("balance", "--profile", "balance", "--profile")
                #expect(profiles == ["ada", "default", "flipcash", "shop", "test"])
                let codes = try await complete("rates", "positional@0", "rates")
                #expect(codes.contains("cad") && codes.count > 100)
                try await ada.run("node", "status").exits(3)
            }
        }

        @Test("Global options mean the same before and after the command, and as variables")
        func globalOptions_anywhere_meanTheSame() async throws {
            try await CommandLineWorld.visit { world in
                let wanted = "{\"accounts\":[],\"schema\":\"flipcash.accounts/1\"}"
                let expected = try Answer(parsing: wanted)
                for words in [
                    ["--json", "account", "list"], ["account", "--json", "list"], ["account", "list", "--json"],
                    ["account", "list", "-o", "json"], ["--output=json", "account", "list"],
                ] {
                    #expect(try await world.run(words).exits(0).answer() == expected, "\(words)")
                }
                let variable = try await world.run(["account", "list"], variables: ["FLIPCASH_OUTPUT": "json"])
                #expect(try variable.exits(0).answer() == expected)
                let bad = try await world.run(["account", "list"], variables: ["FLIPCASH_OUTPUT": "xml"]).exits(64)
                #expect(bad.errors.contains("FLIPCASH_OUTPUT"))
                let unknown = try await world.run(
                    ["account", "list", "-v"], variables: ["FLIPCASH_PROFIL": "x"]
                ).exits(0)
                #expect(unknown.errors.contains("FLIPCASH_PROFIL"))
                try await world.run(["account", "list", "--json", "-o", "human"]).exits(64)
            }
        }
    }
}
