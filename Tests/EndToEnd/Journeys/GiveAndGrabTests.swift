import FlipcashTestKit
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Journeys {
    @Suite("A bill changes hands between two people")
    struct GiveAndGrabTests {
        @Test("One person gives 5 dollars, the other scans the picture: balances and histories show it")
        func giveAndGrab_human_moneyMovesOnce() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                let bill = try await ada.showBill(of: "5", "--png", "bill.png", "--show", "none")
                let grab = try await ben.run("grab", "--image", "bill.png").exits(0)
                #expect(grab.output == "Received $5.00\n")
                let give = await bill.finish().exits(0)
                #expect(give.output.hasSuffix("Gave $5.00\n"))

                #expect(try await ada.balance() == "15.00")
                #expect(try await ben.balance() == "5.00")
                try await Self.expectHistories(ada, ben)
                let check = try await ada.run("node", "check").exits(0)
                #expect(check.output.hasPrefix("The books balance"))
                // The bill is used up: its cash cannot be collected again.
                let again = try await world.person("cyd").run("grab", "--image", "bill.png").exits(9)
                #expect(
                    again.errors.hasSuffix(
                        "Error: Somebody else has taken this cash already. Ask the sender for a new bill.\n"))
                let twice = try await ben.run("grab", "--image", "bill.png").exits(9)
                #expect(twice.errors == "Error: This cash is in your wallet already.\n")
                #expect(try await ada.balance() == "15.00")
                #expect(try await ben.balance() == "5.00")
            }
        }

        @Test("With --json the bill is printed when it can be scanned, and both sides print the same payment")
        func giveAndGrab_json_samePayment() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                let bill = try await ada.showBill(of: "5", "--png", "bill.png", "--show", "none", "--json")
                try await bill.waits(for: "\n", on: \.output)
                let shown = try Answer(parsing: #require(bill.output.text.split(separator: "\n").first))
                #expect(shown["schema"] == "flipcash.bill/1" && shown["state"] == "waiting")
                #expect(shown["amount"]["value"] == "5.00" && shown["files"] == .list(["bill.png"]))
                let received = try await ben.ask("grab", "--payload", shown["payload"].string)
                let gave = try await bill.answer()
                #expect(received["schema"] == "flipcash.received/1")
                #expect(gave["schema"] == "flipcash.transfer/1")
                for (document, sign) in [(gave, Answer.text("-")), (received, "+")] {
                    #expect(document["state"] == "done")
                    #expect(document["sign"] == sign)
                    #expect(document["amount"]["value"] == "5.00")
                    #expect(document["amount"]["currency"] == "usd")
                    #expect(document["token"]["quarks"] == "5000000")
                }
                #expect(!gave["id"].string.isEmpty && gave["id"] == received["id"])
                #expect(gave["files"] == .list(["bill.png"]))
                for person in [ada, ben] {
                    let shown = try await person.ask("history", "show", gave["id"].string)
                    #expect(shown["id"] == gave["id"])
                    #expect(shown["amount"]["value"] == "5.00")
                }
                #expect(try await ada.ask("node", "check")["balanced"] == true)
            }
        }

        @Test("With --output jsonl each state of the bill is a line, in order, and the payment is the last")
        func give_jsonl_oneLinePerState() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                let bill = try ada.start("give", "1.50", "--svg", "bill.svg", "--output", "jsonl")
                try await bill.waits(for: "\"state\":\"waiting\"", on: \.output)
                let first = try #require(bill.output.text.split(separator: "\n").first)
                let payload = try Answer(parsing: first)["payload"]
                let received = try await ben.run("grab", "--payload", payload.string, "--output", "jsonl").exits(0)
                    .answer()
                #expect(received["amount"]["value"] == "1.50")
                let lines = try await bill.finish().exits(0).answers()
                let bills = lines.filter { $0["schema"] == "flipcash.bill/1" }
                #expect(
                    bills.map(\.["state"].string) == ["shown", "waiting", "grab_requested", "transferring"])
                for state in bills {
                    #expect(state["payload"] == payload)
                    #expect(state["amount"]["formatted"] == "$1.50")
                    #expect(state["files"] == .list(["bill.svg"]))
                    #expect(!state["rendezvous"].string.isEmpty)
                }
                #expect(lines.last?["schema"] == "flipcash.transfer/1")
                #expect(lines.last?["id"] == received["id"])
                #expect(lines.count == bills.count + 1)
                #expect(String(decoding: try world.bytes(of: "bill.svg"), as: UTF8.self).contains("<svg"))
            }
        }

        @Test("If two people scan a bill at once, exactly one gets the cash, and the other gets an error")
        func grab_twoAtOnce_oneWins() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let others = [world.person("ben"), world.person("cyd")]
                for other in others { _ = try await other.balance() }
                let bill = try await ada.showBill(of: "4", "--png", "bill.png", "--show", "none")
                let grabs = try others.map { try $0.start("grab", "--image", "bill.png", "--json") }
                var results: [CommandResult] = []
                for grab in grabs { results.append(await grab.finish()) }
                await bill.finish().exits(0)
                #expect(results.filter { $0.status == 0 }.count == 1)
                for loser in results where loser.status != 0 {
                    #expect([3, 9].contains(loser.status), "\(loser.errors)")
                    #expect(try loser.failure()["code"] == "bill_gone")
                }
                #expect(try await ada.balance() == "16.00")
                let total = try await [others[0].balance(), others[1].balance()].sorted()
                #expect(total == ["0.00", "4.00"])
                #expect(try await ada.ask("node", "check")["balanced"] == true)
            }
        }

        @Test("Ctrl-C takes the bill back and leaves the cash in the wallet")
        func give_interrupted_cashStays() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let bill = try await ada.showBill(of: "5", "--png", "bill.png")
                bill.send(SIGINT)
                let result = await bill.finish().exits(2)
                #expect(result.errors.hasSuffix("The bill was taken back. The cash is in your wallet.\n"))
                #expect(!result.errors.contains("Error"))
                #expect(try await ada.balance() == "20.00")
                let late = try await world.person("ben").run("grab", "--image", "bill.png", "--json").exits(3)
                let failure = try late.failure()
                #expect(failure["code"] == "bill_gone")
                #expect(failure["message"].string.contains("its sender has put it away or it has expired"))
                // The same with JSON and with another signal.
                let machine = try await ada.showBill(of: "5", "--show", "none", "--json")
                machine.send(SIGTERM)
                let ended = try await machine.finish().exits(143).failure(afterAtMost: 1)
                #expect(ended["code"] == "cancelled")
                #expect(ended["message"] == "The bill was taken back. The cash is in your wallet.")
                #expect(try await ada.balance() == "20.00")
            }
        }

        @Test("A closed terminal ends a command as cleanly as Ctrl-C, although its signal comes twice")
        func give_hungUp_cashStays() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let bill = try await ada.showBill(of: "5", "--show", "none", "--json")
                bill.send(SIGHUP)
                bill.send(SIGHUP)
                let ended = try await bill.finish().exits(129).failure(afterAtMost: 1)
                #expect(ended["message"] == "The bill was taken back. The cash is in your wallet.")
                #expect(try await ada.balance() == "20.00")
            }
        }

        @Test("A received bill is shown as received even if the history has no entry for it")
        func historyShow_notInTheHistory_isReceived() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                let bill = try await ada.showBill(of: "5", "--png", "bill.png", "--json")
                let id = try await ben.ask("grab", "--image", "bill.png")["id"].string
                await bill.finish().exits(0)
                // The store is disposable, and the service that fills it is down.
                for file in world.files(below: world.dataFolder + "/ben") where file.contains(".sqlite") {
                    try FileManager.default.removeItem(atPath: file)
                }
                let down = ["--core-endpoint", "http://127.0.0.1:9"]
                let received = try await ben.run(["history", "show", id, "--json"] + down).exits(0).answer()
                #expect(received["kind"] == "received" && received["sign"] == "+")
                #expect(received["amount"]["value"] == "5.00" && received["date"] == .absent)
                let shown = try await ben.run(["history", "show", id] + down).exits(0)
                #expect(shown.output.contains("+$5.00") && !shown.output.contains("When"))
                let given = try await ada.run(["history", "show", id, "--json"] + down).exits(0).answer()
                #expect(given["kind"] == "gave" && given["sign"] == "-")
            }
        }

        @Test("A time limit for the whole command takes the bill back and exits 8")
        func give_timeout_cashStays() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let late = try await ada.run("give", "5", "--timeout", "3s", "--show", "none", "--json").exits(8)
                let failure = try late.failure(afterAtMost: 1)
                #expect(failure["code"] == "timeout")
                #expect(failure["message"].string.hasSuffix("The bill was taken back. The cash is in your wallet."))
                #expect(try await ada.balance() == "20.00")
            }
        }

        @Test("A bill that is not scanned in time is taken back with exit 8")
        func give_waitRunsOut_cashStays() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let result = try await ada.run("give", "5", "--wait", "1s", "--show", "none", "--json").exits(8)
                let failure = try result.failure(afterAtMost: 1)
                #expect(failure["code"] == "bill_gone")
                #expect(failure["retryable"] == true)
                #expect(try await ada.balance() == "20.00")
            }
        }

        @Test("A bill that is not scanned in time becomes a link on request, and the link can be collected")
        func give_linkAfter_becomesLink() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                let gave = try await ada.run("give", "5", "--link-after", "1s", "--show", "none", "--json").exits(0)
                let link = try #require(try gave.answers().last)
                #expect(link["schema"] == "flipcash.link/1")
                let received = try await ben.ask("link", "receive", link["url"].string)
                #expect(received["amount"]["value"] == "5.00")
                #expect(try await ada.balance() == "15.00")
                #expect(try await ben.balance() == "5.00")
            }
        }

        @Test("Everything can be given with max, and in another currency")
        func give_maxAndOtherCurrency_areExact() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                let foreign = try await ada.showBill(of: "5.50cad", "--png", "cad.png", "--json")
                let received = try await ben.ask("grab", "--image", "cad.png")
                let gave = try await foreign.answer()
                #expect(received["amount"]["currency"] == "cad")
                #expect(received["amount"]["value"] == "5.50")
                let rest = try await ada.showBill(of: "max", "--png", "max.png", "--json")
                let second = try await ben.ask("grab", "--image", "max.png")
                await rest.finish().exits(0)
                #expect(try await ada.balance() == "0.00")
                #expect(try await ben.balance() == "20.00")
                let quarks = [gave, second].compactMap { Int($0["token"]["quarks"].string) }
                #expect(quarks.reduce(0, +) == 20_000_000)
            }
        }

        @Test("max gives every quark, even in a currency whose display rounds")
        func give_maxInAnotherCurrency_leavesNothing() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada", "--currency", "jpy"), world.person("ben"))
                try await ada.fund("19.99")
                let bill = try await ada.showBill(of: "max", "--png", "max.png", "--json")
                let received = try await ben.ask("grab", "--image", "max.png")
                let gave = try await bill.answer()
                #expect(gave["amount"]["currency"] == "jpy")
                #expect(gave["token"]["quarks"] == "19990000" && received["token"]["quarks"] == "19990000")
                #expect(try await ada.ask("balance")["balances"][0]["token"]["quarks"] == "0")
                #expect(try await ben.ask("node", "check")["balanced"] == true)
                let link = try await ben.ask("link", "create", "max", "--currency", "jpy")
                #expect(link["token"]["quarks"] == "19990000")
                #expect(try await ben.balance() == "0.00")
            }
        }

        @Test("A dry run of giving shows a plan and moves nothing")
        func give_dryRun_movesNothing() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let plan = try await ada.ask("give", "5", "--dry-run", "--png", "bill.png")
                #expect(plan["state"] == "planned")
                #expect(!world.exists("bill.png"))
                #expect(try await ada.balance() == "20.00")
            }
        }

        private static func expectHistories(_ giver: CommandLinePerson, _ receiver: CommandLinePerson) async throws {
            let gave = try await giver.ask("history")["activities"]
            #expect(gave.items.map(\.["kind"].string) == ["gave", "deposited"])
            #expect(gave[0]["title"] == "Gave")
            #expect(gave[0]["sign"] == "-")
            #expect(gave[0]["amount"]["value"] == "5.00")
            #expect(gave[0]["state"] == "completed")
            let received = try await receiver.ask("history")["activities"]
            #expect(received.items.map(\.["kind"].string) == ["received"])
            #expect(received[0]["title"] == "Received")
            #expect(received[0]["sign"] == "+")
            #expect(received[0]["amount"]["value"] == "5.00")
            #expect(received[0]["id"] == gave[0]["id"])
            let table = try await giver.run("history").exits(0)
            #expect(table.output.contains("Gave") && table.output.contains("-$5.00"))
        }
    }
}
