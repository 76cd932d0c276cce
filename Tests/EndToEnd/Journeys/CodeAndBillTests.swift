import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Journeys {
    @Suite("Codes, bills, rates and settings")
    struct CodeAndBillTests {
        @Test("A code that is drawn is read back with the same meaning, from a picture and from hexadecimal digits")
        func code_encodeAndDecode_agree() async throws {
            try await CommandLineWorld.visit { world in
                let bill = try await world.run([
                    "bill", "render", "7.25cad", "--png", "bill.png", "--svg", "bill.svg",
                    "--json",
                ]).exits(0).answer()
                #expect(bill["schema"] == "flipcash.code/1")
                #expect(bill["amount"]["value"] == "7.25")
                #expect(bill["files"] == .list(["bill.png", "bill.svg"]))
                let payload = bill["payload"].string
                #expect(payload.count == 40)

                let encoded = try await world.run(["code", "encode", payload, "--png", "code.png", "--json"]).exits(0)
                    .answer()
                #expect(encoded["code"].string.count == 70)
                #expect(encoded["rendezvous"] == bill["rendezvous"])
                for picture in ["bill.png", "code.png"] {
                    let read = try await world.run(["code", "decode", picture, "--json"]).exits(0).answer()
                    #expect(read["payload"].string == payload)
                    #expect(read["kind"] == bill["kind"])
                    #expect(read["amount"] == bill["amount"])
                    #expect(read["rendezvous"] == bill["rendezvous"])
                    #expect(read["file"].string == picture)
                }
                let all = try await world.run(["code", "decode", "--all", "bill.png", "code.png", "--json"]).exits(0)
                    .answer()
                #expect(all["codes"].items.map(\.["payload"].string) == [payload, payload])
                let human = try await world.run(["code", "decode", "bill.png"]).exits(0)
                #expect(human.output.contains(payload) && human.output.contains("7.25"))
                let plain = try await world.run(["code", "encode", payload]).exits(0)
                #expect(plain.output == encoded["code"].string + "\n")
                // Two bills of the same amount are never the same bill.
                let other = try await world.run(["bill", "render", "7.25cad", "--png", "other.png", "--json"])
                    .exits(0).answer()
                #expect(other["payload"] != bill["payload"])
                #expect(!world.hasNode)
            }
        }

        @Test("A bill can be read in every size and colour that is offered")
        func billRender_sizesAndColours_areRead() async throws {
            try await CommandLineWorld.visit { world in
                let looks = [
                    ["--size", "200"], ["--size", "1000"], ["--colors", "mint"], ["--colors", "#102030,#405060"],
                    ["--colors", "hue:0.6"], ["--code-only"],
                ]
                for look in looks {
                    let bill = try await world.run(["bill", "render", "5", "--png", "b.png", "--json"] + look).exits(0)
                        .answer()
                    let read = try await world.run(["code", "decode", "b.png", "--json"]).exits(0).answer()
                    #expect(read["payload"] == bill["payload"], "\(look)")
                }
                let nowhere = try await world.run(["bill", "render", "5"]).exits(64)
                #expect(nowhere.errors.contains("--png"))
            }
        }

        @Test("Rates are listed against the dollar and are fresh")
        func rates_list_haveTheDollarAtOne() async throws {
            try await CommandLineWorld.visit { world in
                let rates = try await world.run(["rates", "--json"]).exits(0).answer()
                #expect(rates["schema"] == "flipcash.rates/1")
                let dollar = try #require(rates["rates"].items.first { $0["currency"] == "usd" })
                #expect(Double(dollar["fx"].string) == 1)
                #expect(rates["rates"].items.count > 50)
                let one = try await world.run(["rates", "cad", "--json"]).exits(0).answer()
                #expect(one["rates"].items.map(\.["currency"]) == ["cad"])
                let human = try await world.run(["rates", "cad", "eur"]).exits(0)
                #expect(human.output.split(separator: "\n").count == 2)
                let unknown = try await world.run(["rates", "zzz", "--json"]).exits(64)
                #expect(
                    try unknown.failure()["message"] == """
                        "zzz" is not a known currency. Use a code such as usd or cad. List all codes with: \
                        flipcash rates
                        """)
                let mistyped = try await world.run(["rates", "cax"]).exits(64)
                #expect(mistyped.errors.contains("Did you mean CAD?"))
            }
        }

        @Test("Rates are watched as lines of JSON; stopping that is not an error")
        func rates_watch_isALineForEach() async throws {
            try await CommandLineWorld.visit { world in
                let watch = try world.start(["rates", "cad", "eur", "--watch", "--json"])
                try await watch.waits(for: "\"eur\"", on: \.output)
                watch.send(SIGINT)
                let events = try await watch.finish().exits(0).answers()
                #expect(events.prefix(2).map(\.["currency"].string) == ["cad", "eur"])
                for event in events {
                    #expect(event["schema"] == "flipcash.event/1")
                    #expect(event["type"] == "rate")
                    #expect(Double(event["fx"].string) ?? 0 > 0)
                }
                let offline = try await world.run(["rates", "--offline"]).exits(64)
                #expect(offline.errors.contains("--offline"))
            }
        }

        @Test("The display currency is a lasting setting that never changes the exact amount")
        func currency_setting_lasts() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person()
                try await ada.fund("20")
                try await ada.run("config", "set", "currency", "cad").exits(0)
                let balance = try await ada.ask("balance")
                #expect(balance["currency"] == "cad")
                #expect(balance["total"]["value"] != "20.00")
                #expect(balance["balances"][0]["usd"] == "20.00")
                #expect(balance["balances"][0]["token"]["quarks"] == "20000000")
                #expect(try await ada.ask("config", "get", "currency")["value"] == "cad")
                // An option overrides the setting.
                #expect(try await ada.ask("balance", "--currency", "usd")["total"]["value"] == "20.00")
                let german = try await ada.run("balance", "--currency", "usd", "--locale", "de_DE").exits(0)
                #expect(german.output.contains("20,00"))
                try await ada.run("config", "unset", "currency").exits(0)
                #expect(try await ada.ask("balance")["currency"] == "usd")
                try await ada.run("config", "set", "currency", "zzz").exits(64)
                #expect(try await ada.ask("balance")["currency"] == "usd")
            }
        }

        @Test("History is filtered, exported, and never loses an entry")
        func history_filters_andCSV() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person()
                for amount in ["1", "2", "3"] { try await ada.fund(amount) }
                try await ada.run("link", "create", "1.25").exits(0)
                let all = try await ada.ask("history")
                #expect(all["schema"] == "flipcash.history/1")
                #expect(all["activities"].items.map(\.["amount"]["value"].string) == ["1.25", "3.00", "2.00", "1.00"])
                #expect(all["activities"][0]["state"] == "pending")
                #expect(all["activities"][0]["cash_link"]["can_cancel"] == true)
                let deposits = try await ada.ask("history", "--kind", "deposited", "--limit", "2")
                #expect(deposits["activities"].items.map(\.["amount"]["value"].string) == ["3.00", "2.00"])
                #expect(try await ada.ask("history", "--state", "pending")["activities"].items.count == 1)
                #expect(try await ada.ask("history", "--since", "2099-01-01")["activities"].items.isEmpty)
                #expect(try await ada.ask("history", "--no-sync", "--offline")["activities"].items.count == 4)
                let lines = try await ada.run("history", "--output", "jsonl").exits(0).answers()
                #expect(lines.map(\.["schema"]) == Array(repeating: "flipcash.activity/1", count: 4))
                try await ada.run("history", "--csv", "history.csv").exits(0)
                let csv = String(decoding: try world.bytes(of: "history.csv"), as: UTF8.self)
                #expect(csv.split(separator: "\r\n").count == 5)
                #expect(csv.contains(",1.25,usd,1250000,"))
                #expect(try await ada.run("history", "--csv", "-").exits(0).output == csv)
                try await ada.run("history", "--csv", "-", "--json").exits(64)
            }
        }

        @Test("A deposit with a reference is booked once")
        func nodeDeposit_sameReference_isBookedOnce() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person()
                let first = try await ada.ask("node", "deposit", "5", "--reference", "wire 1")
                let second = try await ada.ask("node", "deposit", "5", "--reference", "wire 1")
                #expect(first["booked"] == true)
                #expect(second["booked"] == false)
                #expect(first["id"] == second["id"])
                #expect(try await ada.balance() == "5.00")
                try await ada.run("node", "backup", "copy.sqlite").exits(0)
                #expect(
                    String(decoding: try world.bytes(of: "copy.sqlite").prefix(15), as: UTF8.self) == "SQLite format 3")
                try await ada.run("node", "backup", "copy.sqlite").exits(73)
            }
        }

        @Test("The doctor finds a new machine healthy and lists its checks")
        func doctor_freshMachine_isHealthy() async throws {
            try await CommandLineWorld.visit { world in
                let report = try await world.person().ask("doctor")
                #expect(report["healthy"] == true)
                #expect(Set(report["checks"].items.map(\.["name"].string)).isSuperset(of: ["Service", "Keys"]))
                let away = try await world.run(["doctor", "--endpoint", "http://127.0.0.1:1", "--json"]).exits(8)
                #expect(try away.failure()["message"].string.contains("Service"))
            }
        }

        @Test("The demo runs to its end and leaves nothing in the person's own profile")
        func demo_twoPeople_printsBothBalances() async throws {
            try await CommandLineWorld.visit { world in
                let story = try await world.run(["demo", "--json"]).exits(0)
                #expect(story.output.contains("flipcash.demo/1"))
                let human = try await world.run(["demo"]).exits(0)
                for word in ["Ada", "Ben", "$12.50", "$7.50", "balance"] {
                    #expect(human.output.contains(word), "\(word): \(human.output)")
                }
                #expect(!world.exists(world.dataFolder + "/default"))
            }
        }
    }
}
