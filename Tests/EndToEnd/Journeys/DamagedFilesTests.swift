import Foundation
import Testing

extension Journeys {
    @Suite("Damaged and exposed files")
    struct DamagedFilesTests {
        @Test("A corrupted database of the node is named in the error and not changed")
        func node_databaseCorrupted_saysSo() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                try await ada.run("node", "stop").exits(0)
                let database = world.nodeFolder + "/node.sqlite"
                for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + suffix) }
                let damaged: [[UInt8]] = [
                    Array("this was a database once".utf8),
                    Array(try world.bytes(of: database).prefix(5_000)),
                    Self.scribbled(over: try world.bytes(of: database)),
                ]
                for bytes in damaged {
                    try world.write(bytes, to: database)
                    let check = try await ada.run("node", "check", "--json")
                    #expect([1, 74].contains(check.status), "\(check.errors)")
                    #expect(
                        try check.failure()["message"].string.contains("database"), "\(check.errors)")
                    for words in [["balance"], ["node", "faucet", "5"], ["link", "create", "1"]] {
                        let result = try await ada.run(words + ["--json"])
                        #expect([8, 74].contains(result.status), "\(result.errors)")
                        let failure = try result.failure()
                        #expect(failure["message"].string.contains("database"), "\(result.errors)")
                    }
                    #expect(try world.bytes(of: database) == bytes)
                }
            }
        }

        /// `database` with its first page kept and everything after it overwritten.
        private static func scribbled(over database: [UInt8]) -> [UInt8] {
            database.prefix(4_096) + database.dropFirst(4_096).map { ~$0 }
        }

        @Test("The wallet's store is disposable: a damaged one is created again")
        func wallet_storeCorrupted_isRebuilt() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let url = try await ada.ask("link", "create", "5")["url"]
                let folder = world.dataFolder + "/ada"
                let stores = world.files(below: folder).filter { $0.hasSuffix(".sqlite") }
                try #require(stores.count == 1)
                try world.write("not a database", to: stores[0])
                for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: stores[0] + suffix) }
                #expect(try await ada.balance() == "15.00")
                // The link's secret is in the journal, not in the store.
                #expect(try await ada.ask("link", "list")["links"][0]["url"] == url)
            }
        }

        @Test("Files with secrets that others can read are refused, with the command that fixes it")
        func secrets_readableByOthers_exits78() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let keys = world.dataFolder + "/ada/keys.json"
                try world.setMode(0o644, of: keys)
                for words in [["balance"], ["give", "5"], ["account", "key", "--words-file", "copy"]] {
                    let refused = try await ada.run(words).exits(78)
                    #expect(refused.errors.contains("chmod 600"))
                    #expect(refused.errors.contains(keys))
                }
                let machine = try await ada.run("balance", "--json").exits(78)
                #expect(try machine.failure()["message"].string.contains("chmod 600"))
                try world.setMode(0o600, of: keys)
                #expect(try await ada.balance() == "20.00")

                try world.write(Self.someWords, to: "words", mode: 0o644)
                for words in [
                    ["account", "login", "--words-file", "words"], ["balance", "--key-file", "words"],
                ] {
                    let refused = try await world.person("ben").run(words).exits(78)
                    #expect(refused.errors.contains("chmod 600"))
                }
            }
        }

        private static let someWords =
            "legal winner thank year wave sausage worth useful legal winner thank yellow\n"

        @Test("A damaged key file is named and never overwritten by a new account")
        func keys_corrupted_exits78() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let keys = world.dataFolder + "/ada/keys.json"
                let whole = try world.bytes(of: keys)
                for bytes in [Array(whole.prefix(whole.count / 2)), Array("[]".utf8), []] {
                    try world.write(bytes, to: keys)
                    let refused = try await ada.run("balance").exits(78)
                    #expect(refused.errors.contains(keys))
                    #expect(try world.bytes(of: keys) == bytes)
                }
                try world.write(whole, to: keys)
                #expect(try await ada.balance() == "20.00")
            }
        }

        @Test("A damaged list of accounts does not make a second account")
        func accounts_corrupted_exits78() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let list = world.dataFolder + "/ada/accounts.json"
                try world.write("{\"version\":1,", to: list)
                let refused = try await ada.run("balance").exits(78)
                #expect(refused.errors.contains(list))
            }
        }

        @Test("Damaged settings are named, and settings of a newer version are not changed")
        func settings_damaged_exits78() async throws {
            try await CommandLineWorld.visit { world in
                try await world.person().run("config", "set", "currency", "cad").exits(0)
                let profile = try await world.person().ask("config", "path")["profile"].string
                try world.write("{", to: profile)
                let refused = try await world.person().run("balance").exits(78)
                #expect(refused.errors.contains(profile))
                #expect(!world.hasNode)
            }
        }
    }
}
