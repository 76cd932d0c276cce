import Testing

extension Journeys {
    @Suite("A currency of one's own is launched, bought, given, sold and withdrawn")
    struct CurrencyTests {
        /// An owner outside: no account of any node.
        private static let outsider = "5UH3bF8drudRbZzfQZRtzyB3Ncvvj1AT9yMX1JLHoXrX"

        @Test("Two people trade a new currency: balances, histories and the books agree")
        func currency_fromLaunchToWithdrawal_agrees() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("100")
                #expect(try await ben.balance() == "0.00")

                // The first purchase and its fee cost $10 each.
                let launched = try await ada.ask("token", "launch", "--name", "Tea Coin", "--yes")
                #expect(launched["schema"] == "flipcash.launch/1" && launched["state"] == "done")
                let mint = launched["mint"].string
                #expect(try await ada.ask("token", "discover")["tokens"][0]["token"]["mint"].string == mint)

                // The fee of 1 % comes on top.
                let bought = try await ada.ask("buy", "Tea Coin", "10", "--yes")
                #expect(bought["state"] == "finalized" && bought["amount"]["value"] == "10.10")
                #expect(try await Self.quarks(of: "USDF", ada) == "69900000")

                // What was just bought can be sold to the last quark.
                let planned = try await ada.run("sell", "Tea Coin", "max", "--dry-run").exits(0)
                #expect(planned.output.contains("You get") && planned.errors.contains("Nothing was submitted."))

                let bill = try await ada.showBill(
                    of: "5", "--token", "Tea Coin", "--png", "bill.png", "--show", "none")
                let grabbed = try await ben.ask("grab", "--image", "bill.png")
                #expect(grabbed["amount"]["value"] == "5.00" && grabbed["token"]["mint"].string == mint)
                await bill.finish().exits(0)

                // The pool keeps 1 % of a sale.
                let sold = try await ben.ask("sell", "Tea Coin", "max", "--yes")
                #expect(sold["kind"] == "sell" && sold["state"] == "finalized")
                #expect(try await ben.balance() == "4.95")
                #expect(try await Self.quarks(of: "TEACOIN", ben) == nil)

                let left = try await ada.ask("withdraw", "2", Self.outsider, "--token", "Tea Coin", "--yes")
                #expect(left["state"] == "done" && left["fee"]["value"] == "0.50")

                // Ben has sold everything, so all tokens are Ada's or have left with the withdrawal.
                #expect(try await Self.quarks(of: "USDF", ada) == "69900000")
                let held = try #require(UInt64(try await Self.quarks(of: "TEACOIN", ada) ?? ""))
                let withdrawn = try #require(UInt64(left["token"]["quarks"].string))
                let token = try await ada.ask("token", "info", "Tea Coin")
                #expect(UInt64(token["supply_quarks"].string) == held + withdrawn)

                let entries = try await ada.ask("history")["activities"].items
                #expect(
                    entries.map { $0["title"].string }
                        == ["Withdrew", "Gave", "Dollars → Tea Coin", "Dollars → Tea Coin", "Added"])
                #expect(entries.map { $0["state"].string } == [String](repeating: "completed", count: 5))
                #expect(entries[2]["kind"] == "swapped" && entries[2]["amount"]["value"] == "10.10")
                let purchase = entries[2]["swap"]
                #expect(purchase["state"] == "succeeded" && purchase["fee"]["value"] == "0.10")
                #expect(purchase["received"]["value"] == "10.00" && purchase["to"]["mint"].string == mint)
                #expect(entries[3]["swap"]["fee"]["value"] == "10.00", "a launch costs ten dollars on top")
                try await Self.expectSale(of: mint, in: ben)
                #expect(try await ada.ask("swap", "list")["swaps"].items.count == 2)
                #expect(try await ada.ask("node", "check")["balanced"] == true)
            }
        }

        /// The seller's history has the sale, to be found under both currencies, and in the CSV file too.
        private static func expectSale(of mint: String, in ben: CommandLinePerson) async throws {
            let entries = try await ben.ask("history")["activities"].items
            #expect(entries.map { $0["title"].string } == ["Tea Coin → Dollars", "Received"])
            let sale = entries[0]["swap"]
            #expect(sale["from"]["mint"].string == mint && sale["received"]["value"] == "4.95")
            #expect(sale["fee"]["value"] == "0.05" && sale["state"] == "succeeded")
            let dollars = try await ben.ask("history", "--token", "dollars")["activities"].items
            #expect(dollars.count == 1 && dollars[0]["kind"] == "swapped")
            let csv = try await ben.run("history", "--csv", "-").exits(0).output
            let line = csv.split(separator: "\r\n").first { $0.contains(",swapped,") } ?? ""
            #expect(line.contains("Tea Coin → Dollars") && line.hasSuffix(",0.05,succeeded"), "\(csv)")
        }

        @Test("A trade that cannot be made is refused with its reason, and nothing is paid")
        func refusals_payNothing() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("50")
                try await ada.run("buy", "Nothing", "1", "--yes").exits(3)
                try await ada.run("token", "launch", "--name", "My USDF", "--yes").exits(6)
                _ = try await ada.ask("token", "launch", "--name", "Tea Coin", "--yes")
                try await ada.run("token", "launch", "--name", "TEA  COIN", "--yes").exits(6)
                try await ada.run("buy", "Tea Coin", "1000", "--yes").exits(5)
                #expect(try await Self.quarks(of: "USDF", ada) == "30000000")
                #expect(try await ada.ask("node", "check")["balanced"] == true)
            }
        }

        /// The quarks that a person holds of a currency; nil without a balance.
        private static func quarks(of symbol: String, _ person: CommandLinePerson) async throws -> String? {
            try await person.ask("balance")["balances"].items
                .first { $0["token"]["symbol"].string == symbol }.map { $0["token"]["quarks"].string }
        }
    }
}
