import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Journeys {
    @Suite("Cash links")
    struct CashLinkTests {
        @Test("A link is made, looked up, collected once, and refused the second time with a reason")
        func link_createInfoReceive_secondClaimExits9() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben, cyd) = (world.person("ada"), world.person("ben"), world.person("cyd"))
                try await ada.fund("20")
                let made = try await ada.run("link", "create", "5").exits(0)
                // Only the link is on standard output, so that it can be piped.
                let url = made.output.trimmingCharacters(in: .newlines)
                #expect(made.output == url + "\n" && url.hasPrefix("https://") && !url.contains(" "))
                #expect(made.errors.contains("flipcash --profile ada link cancel"))
                #expect(try await ada.balance() == "15.00")

                let seen = try await ben.ask("link", "info", url)
                #expect(seen["schema"] == "flipcash.link/1")
                #expect(seen["state"] == "unclaimed")
                #expect(seen["mine"] == false)
                #expect(seen["amount"]["value"] == "5.00")
                #expect(try await ada.ask("link", "info", url)["mine"] == true)
                // Looking it up claims nothing.
                #expect(try await ben.balance() == "0.00")

                let received = try await ben.run("link", "receive", "-", input: url + "\n").exits(0)
                #expect(received.output == "Received $5.00\n")
                #expect(try await ben.balance() == "5.00")

                for late in [ben, cyd, ada] {
                    let again = try await late.run("link", "receive", url).exits(9)
                    #expect(again.output.isEmpty)
                    #expect(again.errors.contains("already been collected"))
                }
                let again = try await cyd.run("link", "receive", url, "--json").exits(9)
                #expect(try again.failure()["code"] == "link_claimed")
                // A collected link asks no question, so no terminal is needed.
                for words in [["--yes"], ["--dry-run"], []] {
                    let cancel = try await ada.run(["link", "cancel", url, "--json"] + words).exits(9)
                    let failure = try cancel.failure()
                    #expect(failure["code"] == "link_claimed")
                    #expect(
                        failure["message"].string
                            == "This cash has already been collected, so the link cannot be cancelled. "
                            + "See the history.")
                }

                #expect(try await ada.ask("link", "list")["links"] == .list([]))
                #expect(try await ada.ask("link", "list", "--all")["links"][0]["state"] == "claimed")
                #expect(try await ben.ask("history")["activities"][0]["sign"] == "+")
                #expect(try await ada.ask("history")["activities"][0]["kind"] == "cash_link")
                #expect(try await ada.ask("node", "check")["balanced"] == true)
            }
        }

        @Test("A cancelled link returns the money, its history says Cancelled, and it can no longer be collected")
        func link_cancel_moneyIsBack() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                let link = try await ada.ask("link", "create", "5")
                #expect(link["schema"] == "flipcash.link/1")
                #expect(link["state"] == "unclaimed")
                #expect(link["mine"] == true)
                let listed = try await ada.ask("link", "list")["links"]
                #expect(listed.items.count == 1)
                #expect(listed[0]["vault"] == link["vault"] && listed[0]["url"] == link["url"])

                let planned = try await ada.ask("link", "cancel", link["vault"].string, "--dry-run")
                #expect(planned["state"] == "unclaimed")
                #expect(try await ada.balance() == "15.00")
                // Without a terminal the command does not ask: cancelling loses no cash.
                let cancelled = try await ada.ask("link", "cancel", link["vault"].string)
                #expect(cancelled["state"] == "cancelled")
                #expect(try await ada.balance() == "20.00")

                let activity = try await ada.ask("history")["activities"][0]
                #expect(activity["title"] == "Cancelled")
                #expect(activity["kind"] == "cash_link")
                #expect(activity["cash_link"]["can_cancel"] == false)
                #expect(try await ada.ask("link", "list")["links"] == .list([]))
                #expect(try await ada.ask("link", "list", "--all")["links"][0]["state"] == "cancelled")

                let twice = try await ada.run("link", "cancel", link["vault"].string).exits(9)
                #expect(twice.errors.contains("already been cancelled"))
                let late = try await ben.run("link", "receive", link["url"].string, "--json").exits(9)
                #expect(try late.failure()["code"] == "link_claimed")
                #expect(try await ben.balance() == "0.00")
                #expect(try await ada.ask("node", "check")["balanced"] == true)
            }
        }

        @Test("Links are listed and cancelled while the history service is down")
        func link_historyDown_isListedAndCancelled() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                let down = ["--core-endpoint", "http://127.0.0.1:9"]
                let kept = try await ada.ask("link", "create", "5")
                let collected = try await ada.ask("link", "create", "3")
                try await ben.run("link", "receive", collected["url"].string).exits(0)

                let list = try await ada.run(["link", "list", "--json"] + down).exits(0)
                #expect(try list.answer()["links"].items.map(\.["url"]) == [kept["url"]])
                #expect(list.errors.contains("made on other machines may be missing"))
                let gone = try await ada.run(["link", "cancel", collected["id"].string, "--yes"] + down).exits(9)
                #expect(gone.errors.contains("already been collected"))
                let back = try await ada.run(["link", "cancel", kept["vault"].string, "--yes"] + down).exits(0)
                #expect(back.output == "$5.00 is back in your wallet.\n")
                #expect(try await ada.balance() == "17.00")
                let states = try await ada.ask("link", "list", "--all")["links"].items.map(\.["state"].string)
                #expect(states.sorted() == ["cancelled", "claimed"])
            }
        }

        @Test("A link with a lost answer is printed with exit 10, and the next command says that it was made")
        func linkCreate_answerLost_handsOverTheLink() async throws {
            try await CommandLineWorld.visit(needsCrashPoints: true) { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                try await ada.run("node", "stop").exits(0)
                // This node crashes after the payment is durable and before it answers.
                let node = try world.start(
                    ["node", "run", "--listen", "unix:\(world.path)/n"],
                    variables: ["FLIPCASH_NODE_CRASH_POINT": "intentCommitted:1"])
                try await node.waits(for: "serves unix:", on: \.output)
                let lost = try await ada.run("link", "create", "5", "--json").exits(10)
                await node.finish().exits(-SIGKILL)
                let pending = try lost.answer()
                #expect(pending["url"].string.hasPrefix("https://") && pending["vault"] != .absent)
                #expect(lost.errors.contains("run: flipcash --profile ada link list"))

                let list = try await ada.run("link", "list", "--json").exits(0)
                #expect(list.errors.contains("Completed since last time: 1 link.\n  $5.00  "))
                let links = try list.answer()["links"].items
                #expect(links.map(\.["url"]) == [pending["url"]])
                #expect(try await ada.balance() == "15.00")
            }
        }

        @Test("One's own link is collected only after a confirmation")
        func linkReceive_ownLink_needsConsent() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let url = try await ada.ask("link", "create", "5")["url"].string
                let unasked = try await ada.run("link", "receive", url).exits(64)
                #expect(unasked.errors.contains("--allow-own"))
                #expect(try await ada.balance() == "15.00")
                try await ada.run("link", "receive", url, "--allow-own").exits(0)
                #expect(try await ada.balance() == "20.00")
            }
        }

        @Test("If two people collect a link at once, exactly one gets the cash")
        func linkReceive_twoAtOnce_oneWins() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                let others = [world.person("ben"), world.person("cyd")]
                try await ada.fund("20")
                for other in others { _ = try await other.balance() }
                let url = try await ada.ask("link", "create", "5")["url"].string
                let claims = try others.map { try $0.start("link", "receive", url, "--json") }
                var results: [CommandResult] = []
                for claim in claims { results.append(await claim.finish()) }
                #expect(results.map(\.status).sorted() == [0, 9])
                for loser in results where loser.status == 9 { #expect(try loser.failure()["code"] == "link_claimed") }
                #expect(try await [others[0].balance(), others[1].balance()].sorted() == ["0.00", "5.00"])
                #expect(try await ada.ask("node", "check")["balanced"] == true)
            }
        }

        @Test("Several links are made at once, one per line, each worth its amount")
        func linkCreate_count_eachIsALine() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                let made = try await ada.run("link", "create", "2", "--count", "3").exits(0)
                let urls = made.output.split(separator: "\n").map(String.init)
                #expect(Set(urls).count == 3)
                #expect(try await ada.balance() == "14.00")
                try await ben.run("link", "receive", urls[2]).exits(0)
                #expect(try await ada.ask("link", "list")["links"].items.count == 2)
                #expect(try await ben.balance() == "2.00")
            }
        }
    }
}
