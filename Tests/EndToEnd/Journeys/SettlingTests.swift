import Foundation
import Testing

extension Journeys {
    @Suite("Two people with accounts and one without share a trip, and settle it with money")
    struct SettlingTests {
        /// Sums of one person in the balances: what the person sees, by the other's name and the currency.
        private func net(_ person: CommandLinePerson, with name: String, in currency: String) async throws -> String {
            let answer = try await person.ask("split", "balances", name, "--currency", currency)
            return answer["rows"].items.isEmpty ? "0" : answer["rows"][0]["net"].string
        }

        @Test("A trip in two currencies, one person offline, is simplified, paid and closed, and the books agree")
        func trip_settledWithMoney_booksAgree() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben, cleo) = (world.person("ada"), world.person("ben"), world.person("cleo"))
                try await ada.fund("200")
                try await ben.fund("100")
                // Ada and Ben link; Cleo has no account. Ben sees the name that Ada has set.
                try await ada.run("split", "account", "name", "Ada").exits(0)
                try await ada.run("split", "friends", "add", "Ben").exits(0)
                try await ada.run("split", "friends", "add", "Cleo").exits(0)
                let invite = try await ada.ask("split", "invite", "Ben")
                try await ben.run("split", "claim", invite["url"].string, "--yes").exits(0)
                try await ben.run("split", "sync").exits(0)
                try await ada.run("split", "groups", "add", "Trip", "Ben", "Cleo").exits(0)
                try await ben.run("split", "sync").exits(0)

                try await ada.run("split", "add", "90", "Hotel", "--group", "Trip", "--yes").exits(0)
                // Ben is offline, and Ada adds at the same time.
                let queued = try await ben.ask(
                    "split", "add", "60 eur", "Train", "--group", "Trip", "--paid-by", "me", "--yes", "--offline")
                #expect(queued["queued"] == true)
                try await ada.run(
                    "split", "add", "33 eur", "Dinner", "--group", "Trip", "--paid-by", "Cleo", "--yes",
                    "--item", "Pizza=10:me,Ben", "Wine=20:Cleo"
                ).exits(0)
                try await ben.run("split", "sync").exits(0)
                try await ada.run("split", "sync").exits(0)
                let list = try await ben.ask("split", "list", "--group", "Trip")
                #expect(list["expenses"].items.count == 3)

                // Hotel: Ben and Cleo owe Ada 30 dollars. Train: Ada and Cleo owe Ben 20 euros. Dinner of 33: Ada and
                // Ben bear 5.50 each, Cleo 22.
                let simplified = try await ada.ask("split", "simplify", "Trip")
                #expect(simplified["transfers"].items.count == 4)
                #expect(try await net(ben, with: "Ada", in: "usd") == "-30.00")

                // Ada saves a tenth of what she gets back.
                try await ada.run("goals", "add", "Sea", "600 usd", "--by", "2099-03-01").exits(0)
                try await ada.run("goals", "auto", "add", "Sea", "10%", "--every", "arrival").exits(0)
                // Ben pays his dollars directly.
                let paid = try await ben.ask(
                    "split", "settle", "Ada", "--group", "Trip", "--currency", "usd", "--pay", "--yes")
                #expect(paid["state"] == "completed" && paid["verified"] == true && paid["method"] == "direct")
                #expect(try await ben.balance() == "70.00")
                #expect(try await ada.balance() == "230.00")
                #expect(try await net(ada, with: "Ben", in: "usd") == "0.00")

                // Ada pays Cleo by a link, which Cleo collects with a new wallet.
                let link = try await ada.ask(
                    "split", "settle", "Cleo", "5.50 eur", "--group", "Trip", "--link", "--yes")
                #expect(link["state"] == "submitted" && link["method"] == "cash_link")
                try await cleo.run("grab", link["link"].string, "--yes").exits(0)
                let noticed = try await ada.run("split", "sync").exits(0)
                #expect(noticed.errors.contains("the link was collected"))

                // Cleo gives Ada 30 dollars in cash. The rest is paid as simplified.
                try await ada.run("split", "settle", "Cleo", "30 usd", "--group", "Trip", "--cash", "--yes").exits(0)
                let rest = try await ada.ask("split", "simplify", "Trip", "--pay", "--yes")
                #expect(rest["payments"].items.allSatisfy { $0["state"] == "completed" })
                for transfer in try await ben.ask("split", "simplify", "Trip")["transfers"].items {
                    // What is left is between Ben and Cleo, who have no wallets in common: it is recorded.
                    try await ben.run(
                        "split", "settle", "Cleo", transfer["amount"]["value"].string + " eur", "--group", "Trip",
                        "--cash", "--yes"
                    ).exits(0)
                }
                try await ada.run("split", "close", "Trip", "--yes").exits(0)
                try await ben.run("split", "sync").exits(0)

                // Books, splits and balances agree.
                for person in [ada, ben] {
                    let answer = try await person.ask("split", "balances", "--group", "Trip")
                    #expect(answer["rows"].items.allSatisfy { $0["net"] == "0.00" && $0["open"] == 0 })
                }
                let saved = try await ada.ask("goals", "auto", "run", "--sync")
                #expect(saved["runs"].items.count == 1 && saved["runs"][0]["amount"] == "3.000000")
                #expect(try await ada.ask("node", "check")["balanced"] == true)
                #expect(try await ada.run("split", "stats", "--by", "person").exits(0).output.contains("█"))
            }
        }
    }
}
