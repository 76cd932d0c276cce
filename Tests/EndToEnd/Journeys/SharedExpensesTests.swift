import Foundation
import Testing

extension Journeys {
    @Suite("Sharing expenses")
    struct SharedExpensesTests {
        @Test("A dinner is split with friends who have no account, with and without the service")
        func split_dinner_isShared() async throws {
            try await CommandLineWorld.visit { world in
                let lea = world.person()
                // The first command of all makes the account.
                let first = try await lea.run("split", "friends", "add", "Ann").exits(0)
                #expect(first.output == "Added Ann\n" && first.errors.contains("flipcash account key --reveal"))
                try await lea.run("split", "friends", "add", "Bob", "--offline").exits(0)
                let dinner = try await lea.ask("split", "add", "30", "Dinner", "--with", "Ann", "Bob")
                #expect(dinner["schema"] == "flipcash.split_expense/1")
                #expect(dinner["splits"].items.map { $0["amount"]["value"] } == ["10.00", "10.00", "10.00"])
                let offline = try await lea.ask("split", "add", "6", "Taxi", "--with", "Ann", "--offline")
                #expect(offline["queued"] == true)

                let balances = try await lea.ask("split")
                #expect(balances["rows"].items.map { $0["name"] } == ["Ann", "Bob"])
                #expect(balances["rows"].items.map { $0["net"] } == ["13.00", "10.00"])
                #expect(balances["total"]["usd"] == "23.00")
                let human = try await lea.run("split").exits(0)
                #expect(human.output.contains("owes you") && human.output.contains("In total you are owed $23.00."))

                let unknown = try await lea.run("split", "show", "0000").exits(3)
                #expect(unknown.output.isEmpty)
                try await lea.run("split", "rm", offline["id"].string, "--yes").exits(0)
                #expect(try await lea.ask("split")["total"]["usd"] == "20.00")
            }
        }
    }
}
