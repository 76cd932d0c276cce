import FlipcashTestKit
import Foundation
import Testing

extension Journeys {
    @Suite("Money is sent to a person, leaves for an address outside, and comes in")
    struct PaymentTests {
        /// An owner outside: no account of any node.
        static let outsider = "5UH3bF8drudRbZzfQZRtzyB3Ncvvj1AT9yMX1JLHoXrX"
        /// The token account of dollars of ``outsider``.
        static let account = "H1jQMuGKd2hHsrrxAL1km9M769AmY1qNsvVZD7AcGpum"

        /// The address that a person gives to others.
        static func address(of person: CommandLinePerson) async throws -> String {
            try await person.ask("account", "address")["owner"].string
        }

        @Test("Cash is sent to a person whose address one has: balances, histories and limits show it")
        func send_person_arrives() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                #expect(try await ben.balance() == "0.00")
                let to = try await Self.address(of: ben)
                let planned = try await ada.ask("send", "5", to, "--dry-run")
                #expect(planned["state"] == "planned" && planned["to"]["kind"] == "user")
                let sent = try await ada.ask("send", "5", to, "--yes")
                #expect(sent["schema"] == "flipcash.transfer/1" && sent["state"] == "done")
                #expect(sent["amount"]["value"] == "5.00" && sent["to"]["address"].string == to)
                #expect(try await ada.balance() == "15.00")
                #expect(try await ben.balance() == "5.00")
                let (gave, received) = (try await ada.ask("history"), try await ben.ask("history"))
                #expect(gave["activities"][0]["id"] == sent["id"] && gave["activities"][0]["sign"] == "-")
                #expect(received["activities"][0]["title"] == "Received")
                let limits = try await ada.ask("limits", "--refresh")
                #expect(limits["sent"]["value"] == "5.00" && limits["left"]["value"] == "995.00")
                let shown = try await ada.run("send", "1", to, "--yes").exits(0)
                #expect(shown.output.hasPrefix("Sent $1.00 to \(to)\n"))
                #expect(try await ada.ask("node", "check")["balanced"] == true)
            }
        }

        @Test("A payment to an address needs a yes: without a terminal --yes, on it an answer")
        func send_withoutConsent_submitsNothing() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                let to = try await Self.address(of: ben)
                for words in [["send", "5", to], ["withdraw", "5", Self.outsider]] {
                    let refused = try await ada.run(words).exits(64)
                    #expect(refused.errors.hasSuffix("Cannot ask here. Pass --yes instead.\n"))
                    let unasked = try await ada.run(words + ["--no-input"]).exits(64)
                    #expect(unasked.output.isEmpty)
                }
                var terminal = try PseudoTerminal()
                let declined = try ada.start(at: terminal, "withdraw", "5", Self.outsider)
                try await declined.waits(for: "Withdrawals cannot be undone. Continue? [y/N]", on: \.errors)
                #expect(declined.errors.text.contains("4.5"), "what arrives is shown")
                #expect(declined.errors.text.contains(Self.outsider))
                try terminal.type("n\n")
                await declined.finish().exits(2)
                #expect(try await ada.balance() == "20.00")
                terminal = try PseudoTerminal()
                let agreed = try ada.start(at: terminal, "send", "5", to)
                try await agreed.waits(for: "Sent cash cannot be taken back. Continue? [y/N]", on: \.errors)
                try terminal.type("y\n")
                await agreed.finish().exits(0)
                #expect(try await ada.balance() == "15.00")
            }
        }

        @Test("A withdrawal creates the account once, for a fee, and then empties the wallet to its last unit")
        func withdraw_outside_paysTheFeeOnce() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let first = try await ada.ask("withdraw", "5", Self.outsider, "--yes")
                #expect(first["schema"] == "flipcash.withdrawal/1" && first["state"] == "done")
                #expect(first["fee"]["value"] == "0.50" && first["arrives"]["quarks"] == "4500000")
                #expect(first["to"]["account"].string == Self.account && first["to"]["creates_account"] == true)
                let second = try await ada.ask("withdraw", "max", Self.account, "--yes")
                #expect(second["fee"]["value"] == "0.00" && second["arrives"]["quarks"] == "15000000")
                #expect(second["to"]["kind"] == "token_account")
                #expect(try await ada.balance() == "0.00")
                let history = try await ada.ask("history")
                #expect(
                    history["activities"][0]["title"] == "Withdrew" && history["activities"][0]["kind"] == "withdrew")
                // Withdrawals do not count against the limits.
                #expect(try await ada.ask("limits")["sent"]["value"] == "0.00")
                #expect(try await ada.ask("node", "check")["balanced"] == true)
            }
        }

        @Test("A withdrawal to a person of the same node reaches the person's wallet, in each form of the address")
        func withdraw_person_isNeverLost() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                let addresses = try await ben.ask("account", "address")
                #expect(try await ben.balance() == "0.00")
                for (name, fee) in [("owner", "0.00"), ("vault", "0.00")] {
                    let done = try await ada.ask("withdraw", "2", addresses[name].string, "--yes")
                    #expect(done["fee"]["value"].string == fee)
                }
                #expect(try await ben.balance() == "4.00")
                #expect(try await ben.ask("history")["activities"][0]["title"] == "Added")
                // A deposit address owns an account of its own, which costs its creation.
                let last = try await ada.ask("withdraw", "2", addresses["deposit"].string, "--yes")
                #expect(last["fee"]["value"] == "0.50")
                #expect(try await ben.balance() == "5.50")
                #expect(try await ada.ask("node", "check")["balanced"] == true)
            }
        }

        @Test("What cannot be paid is refused with its reason and exit code, and nothing is submitted")
        func refusals_haveTheirCodes() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let own = try await ada.ask("account", "address")
                for name in ["owner", "vault", "deposit"] {
                    let refused = try await ada.run("withdraw", "1", own[name].string, "--yes").exits(65)
                    #expect(refused.errors.contains("your own"))
                }
                try await ada.run("send", "1", own["owner"].string, "--yes").exits(65)
                try await ada.run("send", "1", Self.outsider, "--yes").exits(3)
                try await ada.run("send", "1", "nonsense0", "--yes").exits(65)
                try await ada.run("withdraw", "1", Self.account, "--yes").exits(65)
                try await ada.run("withdraw", "0.50", Self.outsider, "--yes").exits(5)
                try await ada.run("withdraw", "21", Self.outsider, "--yes").exits(5)
                let small = try await ada.run("withdraw", "0.10", Self.outsider, "--yes", "--json").exits(5)
                #expect(small.output.isEmpty && small.errors.contains("\"code\":\"below_minimum\""))
                #expect(try await ada.balance() == "20.00")
            }
        }

        @Test("A deposit is waited for, and printed when the operator has booked it")
        func deposit_wait_printsTheDeposit() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                #expect(try await ada.balance() == "0.00")
                let address = try await ada.ask("deposit")
                #expect(address["schema"] == "flipcash.deposit_address/1")
                #expect(address["address"] == address["owner"])
                let waiting = try ada.start("deposit", "--wait", "--json")
                try await waiting.waits(for: "deposit_address", on: \.output)
                let booked = try await ada.ask(
                    "node", "deposit", "3", "--owner", address["owner"].string, "--reference", "bank-1")
                #expect(booked["booked"] == true)
                let again = try await ada.ask(
                    "node", "deposit", "3", "--owner", address["owner"].string, "--reference", "bank-1")
                #expect(again["booked"] == false && again["id"] == booked["id"])
                #expect(try await ada.balance() == "3.00")
                let lines = try await waiting.finish().exits(0).answers()
                #expect(lines.last?["kind"] == "deposited" && lines.last?["id"] == booked["id"])
            }
        }
    }
}
