import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashCommands

@Suite("flipcash goals: accounts by hand, exports and the file itself")
struct GoalsFilesTests {
    private func visit(_ story: (PlayMoneyWorld) async throws -> Void) async throws {
        try await PlayMoneyWorld.visit { world in
            _ = try await world.run("balance")
            #expect(try await world.run("goals", "add", "Trip", "1000 usd", "--by", "2099-03-01").status == .done)
            #expect(try await world.run("goals", "asset", "add", "Trip", "usd", "--label", "jar").status == .done)
            #expect(try await world.run("goals", "log", "jar", "100").status == .done)
            try await story(world)
        }
    }

    @Test("Transactions are listed and deleted; an asset is deleted with them, and the goal stays")
    func log_listAndDelete_followTheBooks() async throws {
        try await visit { world in
            let spent = try await world.run("goals", "log", "jar", "20", "--withdraw", "--note", "fee", "--json")
            let id = try #require(spent.output.firstMatch(of: /"id":"([0-9a-f-]{36})"/)?.1)
            let list = try await world.run("goals", "log", "list", "jar").output
            #expect(list.contains("-20.00 USD") && list.contains("100.00 USD") && list.contains("fee"), "\(list)")
            let promised = try await world.run("goals", "allocations", "jar", "--json").output
            #expect(promised.contains(#""amount":"80.00""#), "\(promised)")
            let late = try await world.run("goals", "log", "jar", "5", "--date", "2099-01-01")
            #expect(late.status == .badInput && late.failure?.code == "date_in_future")
            #expect(try await world.run("goals", "log", "rm", String(id)).status == .done)
            #expect(try await world.run("goals", "log", "rm", String(id)).failure?.code == "transaction_not_found")
            #expect(try await world.run("goals", "asset", "list", "--json").output.contains(#""balance":"100.00""#))
            #expect(try await world.run("goals", "asset", "rm", "jar").status == .usage)
            let deleted = try await world.run("goals", "asset", "rm", "jar", "--yes")
            #expect(deleted.output == "Deleted jar, with 1 asset, 1 transaction, 1 allocation\n")
            #expect(try await world.run("goals", "asset", "rm", "jar", "--yes").failure?.code == "asset_not_found")
            #expect(try await world.run("goals", "list", "--json").output.contains(#""total":"0.00""#))
        }
    }

    @Test("An exported folder is read again; amounts of other programs may have a comma")
    func export_folder_isRead() async throws {
        try await visit { world in
            let exported = try await world.run("goals", "export", world.path(""))
            #expect(exported.output.hasPrefix("Exported 1 goal to "), "\(exported.errors)")
            let names = try FileManager.default.contentsOfDirectory(atPath: world.path(""))
            let folder = try #require(names.first { $0.hasPrefix("flipcash-goals-") })
            let again = try await world.run("goals", "import", world.path(folder))
            #expect(again.output == "Everything is here already.\n", "\(again.errors)")

            try FileManager.default.createDirectory(
                atPath: world.path("other"), withIntermediateDirectories: true)
            try world.write(
                "id,name,currency,targetAmount,deadline,colour\nb,Boat,eur,\"1.234,50\",2099-01-01,red\n",
                to: "other/goals.csv")
            try world.write("id,currency\n", to: "other/assets.csv")
            try world.write("eventType,eventId,timestamp,amount,assetId\n", to: "other/value_changes.csv")
            let strict = try await world.run("goals", "import", world.path("other"))
            #expect(strict.status == .badInput && strict.failure?.code == "import_invalid")
            #expect(strict.failure?.message.contains("row 2, column targetAmount") == true)
            let comma = try await world.run("goals", "import", world.path("other"), "--decimal", ",")
            #expect(comma.output == "Imported 1 goal, 0 assets, 0 transactions\n", "\(comma.errors)")
            #expect(comma.errors.contains("Ignored a column: goals.csv: colour"), "\(comma.errors)")
            #expect(try await world.run("goals", "show", "Boat", "--json").output.contains(#""target":"1234.50""#))
        }
    }

    @Test("Currencies are found by symbol or name, and dollars are worth a dollar")
    func currencies_search_finds() async throws {
        try await visit { world in
            let found = try await world.run("goals", "currencies", "btc", "--json").output
            #expect(
                found.contains(#""symbol":"BTC","name":"Bitcoin","kind":"crypto""#) && found.contains(#""total":1"#))
            let all = try await world.run("goals", "currencies", "--json").output
            #expect(all.contains(#""next":2"#), "\(all)")
            let rate = try await world.run("goals", "rate", "usd", "usdf", "--json").output
            #expect(rate.contains(#""rate":"1","source":"peg","stale":false"#), "\(rate)")
        }
    }

    @Test("A file of a newer program is refused with its own exit code, and stays as it is")
    func list_newerFile_isRefused() async throws {
        try await visit { world in
            let folder = world.path(".local/share/flipcash/default")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            let name = try #require(names.first { $0.hasPrefix("goals-") && $0.hasSuffix(".sqlite") })
            let file = URL(filePath: "\(folder)/\(name)")
            // SQLite keeps the version in the bytes 60 to 63 of the file.
            var bytes = try [UInt8](Data(contentsOf: file))
            bytes[63] = 99
            try Data(bytes).write(to: file)
            let refused = try await world.run("goals", "list")
            #expect(refused.status == .configuration && refused.failure?.code == "goals_newer", "\(refused.errors)")
            #expect(try [UInt8](Data(contentsOf: file)) == bytes)
        }
    }
}
