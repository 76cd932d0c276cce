import Foundation
import Testing

extension Journeys {
    @Suite("First use, with nothing configured")
    struct FirstUseTests {
        @Test("A newcomer's first three commands show nothing, get play money, and show it")
        func balance_nothingConfigured_makesAccountAndTakesFaucet() async throws {
            try await CommandLineWorld.visit { world in
                let newcomer = world.person()
                let first = try await newcomer.run("balance").exits(0)
                #expect(first.output == "Dollars  $0.00\n")
                #expect(first.errors.contains("flipcash account key --reveal"))
                #expect(first.errors.contains("flipcash node faucet 20"))

                let faucet = try await newcomer.run("node", "faucet", "20").exits(0)
                #expect(faucet.output == "+$20.00, balance $20.00\n")
                #expect(faucet.errors.isEmpty)

                let second = try await newcomer.run("balance").exits(0)
                #expect(second.output == "Dollars  $20.00\n")
                #expect(second.errors.isEmpty)
            }
        }

        @Test("With --json the same commands print the specified fields, all on standard output")
        func balance_json_hasSpecifiedShape() async throws {
            try await CommandLineWorld.visit { world in
                let newcomer = world.person()
                let deposit = try await newcomer.ask("node", "faucet", "20")
                #expect(deposit["schema"] == "flipcash.deposit/1")
                #expect(deposit["amount"]["value"] == "20.00")
                #expect(deposit["booked"] == true)

                let balance = try await newcomer.ask("balance")
                #expect(balance["schema"] == "flipcash.balance/1")
                #expect(balance["currency"] == "usd")
                #expect(
                    balance["total"] == .object(["currency": "usd", "value": "20.00", "formatted": "$20.00"]))
                #expect(balance["stale"] == false)
                #expect(balance["as_of"].string.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
                #expect(balance["balances"].items.count == 1)
                let row = balance["balances"][0]
                #expect(row["token"]["quarks"] == "20000000")
                #expect(row["token"]["value"] == "20")
                #expect(row["token"]["decimals"] == 6)
                #expect(row["usd"] == "20.00")
                #expect(row["spendable"] == true)
            }
        }

        @Test("The words are stored in a private file and are in no output and no log")
        func firstUse_words_areNowhereButInTheKeyFile() async throws {
            try await CommandLineWorld.visit { world in
                let newcomer = world.person(nil, "-vv")
                let printed = [
                    try await newcomer.run("balance"), try await newcomer.run("node", "faucet", "5"),
                    try await newcomer.run("link", "create", "1", "--json"), try await newcomer.run("account", "key"),
                    try await newcomer.run("doctor"),
                ]
                let keys = world.dataFolder + "/default/keys.json"
                #expect(try world.mode(of: keys) == 0o600)
                #expect(try world.mode(of: world.dataFolder + "/default") == 0o700)
                let stored = try Answer(parsing: String(decoding: world.bytes(of: keys), as: UTF8.self))
                let words = stored["accounts"][0]["words"].string
                try #require(words.split(separator: " ").count == 12)
                for result in printed {
                    result.exits(0)
                    #expect(!result.output.contains(words) && !result.errors.contains(words))
                }
                for file in world.files(below: world.path) where file != keys {
                    let content = FileManager.default.contents(atPath: file) ?? Data()
                    #expect(content.range(of: Data(words.utf8)) == nil, "the words are in \(file)")
                }
            }
        }

        @Test("Two first commands at the same time use one account and one node")
        func firstUse_twoCommandsAtOnce_oneAccount() async throws {
            try await CommandLineWorld.visit { world in
                let newcomer = world.person()
                let running = [
                    try newcomer.start("balance", "--json"), try newcomer.start("balance", "--json"),
                    try newcomer.start("account", "address", "--json"),
                ]
                for command in running {
                    let answer = try await command.finish().exits(0).answer()
                    #expect(!answer.names.isEmpty)
                }
                let accounts = try await newcomer.ask("account", "list")
                #expect(accounts["accounts"].items.count == 1)
                #expect(accounts["accounts"][0]["current"] == true)
            }
        }

        @Test("A node started on demand says so, stops on request, and restarts with its books")
        func node_statusStopAndAgain_keepsTheBooks() async throws {
            try await CommandLineWorld.visit { world in
                let newcomer = world.person()
                try await newcomer.run("node", "status").exits(3)
                #expect(!world.hasNode)
                try await newcomer.fund("7.25")
                let status = try await newcomer.ask("node", "status")
                #expect(status["state"] == "serving")
                #expect(status["started_on_demand"] == true)
                let key = try await newcomer.ask("node", "key")["key"]
                #expect(key == status["key"])
                #expect(try world.mode(of: world.nodeFolder) == 0o700)
                #expect(try world.mode(of: world.nodeFolder + "/node.key") == 0o600)

                try await newcomer.run("node", "stop").exits(0)
                try await newcomer.run("node", "status").exits(3)
                // Without a running node the books are read from the file.
                #expect(try await newcomer.ask("node", "check")["balanced"] == true)
                #expect(try await newcomer.balance() == "7.25")
                #expect(try await newcomer.ask("node", "key")["key"] == key)
            }
        }

        @Test("Without the network the stored balance is shown and marked as stale")
        func balance_offline_showsStoredBalance() async throws {
            try await CommandLineWorld.visit { world in
                let newcomer = world.person()
                try await newcomer.fund("3")
                #expect(try await newcomer.balance() == "3.00")
                #expect(try await newcomer.ask("history")["activities"].items.count == 1)
                try await newcomer.run("node", "stop").exits(0)
                let stored = try await newcomer.ask("balance", "--offline")
                #expect(stored["total"]["value"] == "3.00")
                #expect(stored["stale"] == true)
                #expect(try await newcomer.ask("history", "--offline")["activities"].items.count == 1)
                for words in [["give", "1"], ["link", "create", "1"], ["rates"], ["link", "info", "x"]] {
                    let refused = try await newcomer.run(words + ["--offline"]).exits(64)
                    #expect(refused.errors.contains("--offline"))
                }
                try await newcomer.run("node", "status").exits(3)
            }
        }
    }
}
