import FlipcashCore
import FlipcashWallet
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Journeys {
    @Suite("Several bills, repeated scans, and cash that is passed on")
    struct GrabOptionsTests {
        @Test("--all collects every bill; one that is gone is reported and does not stop the others")
        func grab_all_collectsEach() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                try await world.person().run("bill", "render", "7", "--png", "dead.png").exits(0)
                let one = try await ada.showBill(of: "1", "--png", "one.png", "--json")
                let two = try await ada.showBill(of: "2", "--png", "two.png", "--json")
                let some = try await ben.run("grab", "--all", "--image", "one.png", "dead.png", "--json").exits(3)
                let failure = try some.failure()
                #expect(failure["code"] == "bill_gone")
                #expect(failure["message"].string.hasPrefix("1 of 2 could not be collected."))
                #expect(failure["details"]["received"].items.map(\.["amount"]["value"].string) == ["1.00"])
                let rest = try await ben.run("grab", "--all", "--image", "two.png", "two.png", "--json").exits(0)
                    .answer()
                #expect(rest["schema"] == "flipcash.grabbed/1")
                #expect(rest["received"].items.map(\.["amount"]["value"].string) == ["2.00"])
                for bill in [one, two] { await bill.finish().exits(0) }
                #expect(try await ben.balance() == "3.00")
                #expect(try await ada.balance() == "17.00")
            }
        }

        @Test("Ctrl-C during --all says what was collected before")
        func grab_allInterrupted_saysWhatCame() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                _ = try await ben.balance()
                let one = try await ada.showBill(of: "1", "--png", "one.png", "--json")
                let two = try await ada.showBill(of: "2", "--png", "two.png", "--json")
                // This giver shows a bill and never pays.
                two.send(SIGSTOP)
                let grab = try ben.start("grab", "--all", "--image", "one.png", "two.png")
                try await grab.waits(for: "Received $1.00", on: \.output)
                grab.send(SIGINT)
                let ended = await grab.finish().exits(2)
                #expect(ended.errors.contains("Stopped. 1 of 2 collected: $1.00."))
                #expect(!ended.errors.contains("Nothing was submitted"))
                two.send(SIGCONT)
                two.send(SIGINT)
                await one.finish().exits(0)
                await two.finish().exits(2)
                #expect(try await ben.balance() == "1.00")
            }
        }

        @Test("With --confirm a code counts only if it was read in that many pictures")
        func grab_confirm_countsPictures() async throws {
            try await CommandLineWorld.visit { world in
                for name in ["a", "b"] {
                    try await world.run(["bill", "render", "5", "--png", "\(name).png"]).exits(0)
                }
                let dry = ["grab", "--dry-run", "--json"]
                let once = try await world.run(dry + ["--image", "a.png", "b.png", "a.png", "--confirm", "2"]).exits(0)
                let whole = try await world.run(["code", "decode", "a.png", "--json"]).exits(0)
                #expect(try once.answer()["payload"] == whole.answer()["payload"])
                let never = try await world.run(dry + ["--image", "a.png", "b.png", "--confirm", "2"]).exits(65)
                #expect(try never.failure()["code"] == "no_code")
                let impossible = try await world.run(dry + ["--image", "a.png", "--confirm", "2"]).exits(64)
                #expect(try impossible.failure()["message"].string.contains("at least 2 pictures"))
                let both = try await world.run(dry + ["--image", "a.png", "b.png", "--all"]).exits(0)
                #expect(try both.answer()["codes"].items.count == 2)
                #expect(!world.hasNode)
            }
        }

        @Test("Received cash is passed on as a new bill: give and grab in a chain")
        func grab_passOn_isALiveBill() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben, cyd) = (world.person("ada"), world.person("ben"), world.person("cyd"))
                try await ada.fund("20")
                let bill = try await ada.showBill(of: "5.50cad", "--png", "first.png", "--json")
                let chain = try ben.start(
                    "grab", "--image", "first.png", "--pass-on", "--png", "second.png", "--output", "jsonl")
                try await chain.waits(for: "\"state\":\"waiting\"", on: \.output)
                let given = try await bill.answer()
                let received = try await cyd.ask("grab", "--image", "second.png")
                #expect(received["amount"] == given["amount"])
                #expect(received["token"]["quarks"] == given["token"]["quarks"])
                #expect(received["id"] != given["id"])
                let lines = try await chain.finish().exits(0).answers()
                #expect(lines.first?["schema"] == "flipcash.received/1" && lines.first?["id"] == given["id"])
                #expect(lines.last?["schema"] == "flipcash.transfer/1" && lines.last?["id"] == received["id"])
                #expect(try await ben.balance() == "0.00")
                #expect(try await ada.ask("node", "check")["balanced"] == true)

                // The last bill is not collected: its cash stays with its holder, and that is not an error.
                let last = try await cyd.showBill(of: "1", "--png", "third.png", "--json")
                let passing = try await ben.run(
                    "grab", "--image", "third.png", "--pass-on", "--wait", "1s", "--show", "none", "--json"
                ).exits(0).answers()
                let kept = try #require(passing.last)
                #expect(passing.count <= 2, "the received cash, and the bill if it was shown")
                await last.finish().exits(0)
                #expect(kept["amount"]["value"] == "1.00" && kept["passed_on"] == .absent)
                #expect(try await ben.balance() == "1.00")
            }
        }

        @Test("A grab that was killed after its request is completed once by the next grab")
        func grab_killedAfterAsking_isReceivedByTheNext() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                _ = try await ben.balance()
                let bill = try await ada.showBill(of: "5", "--png", "bill.png", "--show", "none")
                // Another command of the giver moves money, so the payment has to wait.
                let owner = try await ada.ask("account", "address")["owner"].string
                let folder = ProfileFolder(path: world.dataFolder + "/ada")
                var lock: HeldLock? = try POSIXFileSystem().lock(folder.writerLock(PublicKey(base58: owner)))
                // As if the power failed after the giver got the request.
                let grab = try ben.start("grab", "--image", "bill.png")
                try await bill.waits(for: "Somebody scanned it", on: \.errors)
                grab.send(SIGKILL)
                await grab.finish().exits(-SIGKILL)
                withExtendedLifetime(lock) {}
                lock = nil
                await bill.finish().exits(0)
                // It belongs to the earlier grab, so it is not passed on.
                let next = try await ben.run("grab", "--image", "bill.png", "--pass-on").exits(0)
                #expect(next.output == "Received $5.00\n")
                #expect(next.errors.contains("It is kept; pass it on with: flipcash --profile ben give"))
                let again = try await ben.run("grab", "--image", "bill.png").exits(9)
                #expect(again.errors == "Error: This cash is in your wallet already.\n")
                #expect(try await ben.balance() == "5.00")
                #expect(try await ada.ask("node", "check")["balanced"] == true)
            }
        }
    }
}
