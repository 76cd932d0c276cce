import FlipcashTestKit
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Journeys {
    @Suite("Accounts: created, listed, moved by their words, chosen, kept secret")
    struct AccountTests {
        @Test("An account is the same account on another machine that has its words")
        func account_createAndLoginElsewhere_isTheSame() async throws {
            try await CommandLineWorld.visit { world in
                try world.write("correct horse battery staple\n", to: "passphrase")
                let ada = world.person("ada", "--passphrase-file", "passphrase")
                let made = try await ada.ask(
                    "account", "create", "--words-file", "words", "--skip-word-check", "--label", "Savings")
                #expect(made["schema"] == "flipcash.account/1")
                #expect(made["label"] == "Savings")
                #expect(made["current"] == true)
                #expect(try world.mode(of: "words") == 0o600)
                let words = String(decoding: try world.bytes(of: "words"), as: UTF8.self)
                #expect(words.split(whereSeparator: \.isWhitespace).count == 12)
                try await ada.fund("20")

                let elsewhere = world.person("laptop", "--passphrase-file", "passphrase")
                let login = try await elsewhere.ask("account", "login", "--words-file", "words")
                #expect(login["owner"] == made["owner"])
                #expect(login["user_id"] == made["user_id"])
                #expect(try await elsewhere.balance() == "20.00")
                #expect(try await elsewhere.ask("history")["activities"][0]["kind"] == "deposited")

                // The words are in a vault in both places.
                for profile in ["ada", "laptop"] {
                    let vault = world.dataFolder + "/\(profile)/vault.json"
                    #expect(try world.mode(of: vault) == 0o600)
                    #expect(!world.exists(world.dataFolder + "/\(profile)/keys.json"))
                }
                let locked = try await world.person("ada").run("balance", "--json").exits(4)
                #expect(try locked.failure()["message"].string.contains("--passphrase-file"))
                try world.write("incorrect horse\n", to: "wrong")
                let wrong = try await world.person("ada", "--passphrase-file", "wrong").run("balance", "--json")
                    .exits(4)
                #expect(try wrong.failure()["code"] == "wrong_passphrase")
                // Listing accounts and reading names needs no passphrase.
                #expect(try await world.person("ada").ask("account", "list")["accounts"].items.count == 1)
            }
        }

        @Test("After a failed registration, the same command continues with the same words and the same file")
        func accountCreate_registrationFailed_isRepeatable() async throws {
            try await CommandLineWorld.visit { world in
                try world.write("correct horse battery staple\n", to: "passphrase")
                let ada = world.person("ada", "--passphrase-file", "passphrase")
                let create = ["account", "create", "--words-file", "words", "--skip-word-check"]
                // A reserved port: nothing on a test machine listens there.
                let failed = try await ada.run(create + ["--core-endpoint", "http://127.0.0.1:1"]).exits(8)
                #expect(failed.errors.contains("its words are stored"), "\(failed.errors)")
                let words = try world.bytes(of: "words")
                try await ada.run(create).exits(0)
                #expect(try world.bytes(of: "words") == words)
                // The words in the file are those of the created account.
                let elsewhere = world.person("laptop", "--passphrase-file", "passphrase")
                let login = try await elsewhere.ask("account", "login", "--words-file", "words")
                #expect(try await ada.ask("account", "current")["owner"] == login["owner"])
            }
        }

        @Test("One of several accounts is current, chosen by number, label or owner, permanently or for one call")
        func account_several_areChosen() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person()
                try await ada.fund("20")
                let second = try await ada.ask(
                    "account", "create", "--words-file", "words", "--skip-word-check", "--label", "Second")
                let list = try await ada.ask("account", "list")["accounts"]
                #expect(list.items.count == 2)
                #expect(list.items.map(\.["current"]) == [false, true])
                #expect(try await ada.balance() == "0.00")
                #expect(try await ada.ask("balance", "--account", "1")["total"]["value"] == "20.00")

                try await ada.run("account", "use", "1").exits(0)
                #expect(try await ada.balance() == "20.00")
                try await ada.run("account", "use", String(second["owner"].string.prefix(6))).exits(0)
                #expect(try await ada.ask("account", "current")["owner"] == second["owner"])
                try await ada.run("account", "rename", "Second", "Holidays").exits(0)
                try await ada.run("account", "use", "1").exits(0)
                try await ada.run("account", "use", "Holidays").exits(0)
                let table = try await ada.run("account", "list").exits(0)
                #expect(table.output.split(separator: "\n").count == 2)
                #expect(table.output.contains("Holidays") && table.output.contains(second["owner"].string))

                // One account pays the other, although both belong to one person.
                let url = try await ada.ask("link", "create", "2", "--account", "1")["url"].string
                try await ada.run("link", "receive", url).exits(0)
                #expect(try await ada.balance() == "2.00")

                try await ada.run("account", "logout").exits(0)
                let out = try await ada.run("balance", "--json").exits(4)
                let loggedOut = try out.failure()
                #expect(loggedOut["code"] == "not_logged_in")
                #expect(loggedOut["message"].string.contains("flipcash account use 2"))
                try await ada.run("account", "use", "1").exits(0)
                #expect(try await ada.balance() == "18.00")

                // The profile's settings may name the account; the option overrides them.
                let set = try await ada.ask("config", "set", "account", "Holidays")
                #expect(set["value"] == second["owner"])
                #expect(try await ada.balance() == "2.00")
                #expect(try await ada.ask("balance", "--account", "1")["total"]["value"] == "18.00")
                let use = try await ada.run("account", "use", "1").exits(0)
                #expect(use.errors.contains("flipcash config unset account"))
                #expect(try await ada.balance() == "2.00")
                #expect(try await ada.ask("account", "list")["accounts"].items.map(\.["current"]) == [false, true])
                let logout = try await ada.run("account", "logout").exits(78)
                #expect(logout.errors.contains("flipcash config unset account"))
                try await ada.run("account", "rename", "Holidays", "Elsewhere").exits(0)
                #expect(try await ada.balance() == "2.00")
                let unknown = try await ada.run("config", "set", "account", "unknown", "--json").exits(4)
                #expect(try unknown.failure()["code"] == "unknown_account")
                try await ada.run("config", "unset", "account").exits(0)
                #expect(try await ada.balance() == "18.00")
            }
        }

        @Test("The words of an account are destroyed only with its label, and a copy of them brings it back")
        func account_removeAndLogin_comesBack() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person()
                try await ada.fund("20")
                try await ada.run("account", "key", "--words-file", "words").exits(0)
                #expect(try world.mode(of: "words") == 0o600)
                try await ada.run("account", "rename", "1", "Savings").exits(0)
                for words in [[], ["--yes"]] {
                    let unasked = try await ada.run(["account", "erase", "1"] + words).exits(64)
                    #expect(unasked.errors.contains("--confirm LABEL"))
                }
                #expect(try await ada.balance() == "20.00")
                try await ada.run("account", "erase", "1", "--confirm", "Savings").exits(0)
                #expect(try await ada.ask("account", "list")["accounts"] == .list([]))
                // A profile that had an account gets no other one without being asked.
                try await ada.run("balance").exits(4)
                try await ada.run("account", "login", "--words-file", "words").exits(0)
                #expect(try await ada.balance() == "20.00")
            }
        }

        @Test("An account is hidden by typing its label, and its words bring it back")
        func account_delete_needsItsLabel() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person()
                try await ada.fund("20")
                try await ada.run("account", "key", "--words-file", "words").exits(0)
                try await ada.run("account", "rename", "1", "Savings").exits(0)
                for words in [[], ["--yes"]] {
                    let unasked = try await ada.run(["account", "hide", "1"] + words).exits(64)
                    #expect(unasked.errors.contains("standard input"))
                }
                try await ada.run("account", "hide", "1", input: "savings\n").exits(2)
                #expect(try await ada.ask("account", "list")["accounts"].items.count == 1)
                try await ada.run("account", "delete", "1", input: "Savings\n").exits(0)
                #expect(try await ada.ask("account", "list")["accounts"] == .list([]))
                let stores = world.files(below: world.dataFolder + "/default").filter { $0.hasSuffix(".sqlite") }
                #expect(stores.isEmpty)
                try await ada.run("balance").exits(4)
                try await ada.run("account", "login", "--words-file", "words").exits(0)
                #expect(try await ada.ask("account", "list")["accounts"][0]["label"] == "Savings")
                #expect(try await ada.balance() == "20.00")
            }
        }

        @Test("The list shows the balance of each account and which accounts the service does not know")
        func accountList_checkAndBalances_askTheService() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person()
                // Starts the node, which has no accounts yet.
                try await ada.run("rates").exits(0)
                try await ada.run("node", "backup", "empty.sqlite").exits(0)
                try await ada.fund("20")
                try await ada.run("account", "create", "--words-file", "words", "--skip-word-check").exits(0)
                let plain = try await ada.ask("account", "list")["accounts"]
                #expect(plain[0]["balance"] == .absent && plain[0]["found"] == .absent)
                let asked = try await ada.ask("account", "list", "--check", "--balances")["accounts"]
                #expect(asked.items.map(\.["balance"]["value"].string) == ["20.00", "0.00"])
                #expect(asked.items.map(\.["found"]) == [true, true])
                let table = try await ada.run("account", "list", "--balances").exits(0)
                #expect(table.output.contains("$20.00"))
                let dollars = try await ada.ask("account", "address", "--token", "dollars")
                #expect(try await ada.ask("account", "address") == dollars)

                // The same node with its earlier state knows neither account.
                try await ada.run("node", "stop").exits(0)
                for name in ["node.key", "node.sqlite", "node.sqlite-wal", "node.sqlite-shm"] {
                    try? FileManager.default.removeItem(atPath: world.nodeFolder + "/" + name)
                }
                try await ada.run("node", "restore", "empty.sqlite").exits(0)
                let unknown = try await ada.ask("account", "list", "--check", "--balances")["accounts"]
                #expect(unknown.items.map(\.["found"]) == [false, false])
                #expect(unknown[0]["balance"] == .absent)
                #expect(try await ada.run("account", "list", "--check").exits(0).output.contains("Not Found"))
            }
        }

        @Test("The words are not shown without the typed confirmation, even with --yes")
        func accountKey_unconfirmed_isRefused() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person()
                _ = try await ada.balance()
                let revealed = try await ada.run("account", "key", "--reveal", "--json", input: "show\n").exits(0)
                let words = try revealed.answer()["words"].string
                try #require(words.split(separator: " ").count == 12)
                let hidden = try await ada.run("account", "key").exits(0)
                #expect(hidden.output.contains("--reveal"))
                for refusal in [
                    try await ada.run("account", "key", "--reveal"),
                    try await ada.run("account", "key", "--reveal", "--yes"),
                    try await ada.run("account", "key", "--link", "--yes"),
                    try await ada.run("account", "key", "--reveal", input: "show\n"),
                    try await ada.run("account", "key", "--reveal", "--json"),
                    try await ada.run("account", "key", "--reveal", "--json", input: "yes\n"),
                    try await ada.run("account", "key", "--reveal", "--json", "--yes", input: "y\n"),
                    try await ada.run("account", "key", "--reveal", "--json", "--no-input", input: "show\n"),
                    try await ada.run("account", "key", "--link", "--json"),
                ] {
                    refusal.exits(64)
                    #expect(refusal.output.isEmpty)
                }
                // A refused reveal writes no file either.
                try await ada.run("account", "key", "--reveal", "--words-file", "copy").exits(64)
                #expect(!world.exists("copy"))
                for result in [hidden, try await ada.run("account", "key", "--json")] {
                    #expect(!result.output.contains(words) && !result.errors.contains(words))
                }
            }
        }

        @Test("Words can be used for one call without being stored")
        func keyFile_oneCall_storesNothing() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                try await ada.run("account", "key", "--words-file", "words").exits(0)
                let words = String(decoding: try world.bytes(of: "words"), as: UTF8.self)
                let guest = world.person("guest")
                #expect(try await guest.ask("balance", "--key-file", "words")["total"]["value"] == "20.00")
                let piped = try await guest.run("balance", "--key-stdin", "--json", input: words).exits(0)
                #expect(try piped.answer()["total"]["value"] == "20.00")
                for file in world.files(below: world.dataFolder + "/guest") {
                    #expect(!file.hasSuffix("keys.json") && !file.hasSuffix("vault.json"), "\(file)")
                }
                #expect(try await guest.ask("account", "list")["accounts"] == .list([]))
            }
        }

        @Test("A login link made for another device logs in there")
        func loginLink_otherProfile_logsIn() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let key = try await ada.run("account", "key", "--link", "--json", input: "show\n").exits(0).answer()
                #expect(key["words"] == .absent)
                try world.write("correct horse battery staple\n", to: "passphrase")
                let phone = world.person("phone", "--passphrase-file", "passphrase")
                let login = try await phone.run("account", "login", "--link", "-", input: key["link"].string + "\n")
                    .exits(0)
                #expect(login.output.contains(key["owner"].string))
                #expect(try await phone.balance() == "20.00")
            }
        }

        @Test("Another node in place of the known one is refused until the person accepts it")
        func node_changed_exits78() async throws {
            try await CommandLineWorld.visit { world in
                try world.write("correct horse battery staple\n", to: "passphrase")
                let ada = world.person("ada", "--passphrase-file", "passphrase")
                try await ada.run("account", "create", "--words-file", "words", "--skip-word-check").exits(0)
                let other = try world.start(
                    ["node", "run", "--data", world.path + "/other", "--listen", "127.0.0.1:0", "--json"])
                try await other.waits(for: "\n", on: \.output)
                let address = try Answer(parsing: other.output.text)["addresses"][0].string
                let there = world.person(
                    "ada", "--passphrase-file", "passphrase", "--endpoint", "http://\(address)")
                let refused = try await there.run("balance", "--json").exits(78)
                #expect(try refused.failure()["code"] == "node_changed")
                #expect(
                    try await world.person().run("rates", "--endpoint", "http://\(address)").exits(0).output.count > 0)
                other.send(SIGTERM)
                _ = await other.finish()
            }
        }
    }
}
