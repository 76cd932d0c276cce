import Foundation
import Testing

extension Journeys {
    @Suite("A device is lost while it settles what is owed, and another one with the same words goes on")
    struct LostDeviceTests {
        private struct Story {
            let phone: CommandLinePerson
            let laptop: CommandLinePerson
            /// The payment that the phone began.
            let payment: Answer
        }

        /// The phone owes Bo 15 dollars and makes a link. The laptop has the same words and nothing else.
        private func loseThePhone(in world: CommandLineWorld) async throws -> Story {
            try world.write("correct horse battery staple\n", to: "passphrase")
            let phone = world.person("phone", "--passphrase-file", "passphrase")
            try await phone.run("account", "create", "--words-file", "words", "--skip-word-check").exits(0)
            try await phone.fund("20")
            try await phone.run("split", "friends", "add", "Bo").exits(0)
            try await phone.run("split", "add", "30", "Dinner", "--with", "Bo", "--paid-by", "Bo", "--yes").exits(0)
            let payment = try await phone.ask("split", "settle", "Bo", "--link", "--yes")
            #expect(payment["state"] == "submitted")
            let laptop = world.person("laptop", "--passphrase-file", "passphrase")
            try await laptop.run("account", "login", "--words-file", "words").exits(0)
            return Story(phone: phone, laptop: laptop, payment: payment)
        }

        @Test("The laptop takes the link back, voids the payment and pays again; the phone then learns of it")
        func link_deviceLost_isTakenBackAndVoided() async throws {
            try await CommandLineWorld.visit { world in
                let story = try await loseThePhone(in: world)
                let (laptop, id) = (story.laptop, story.payment["id"].string)
                let balances = try await laptop.ask("split", "balances")
                #expect(balances["payments"].items.map { $0["id"].string } == [id])
                #expect(balances["payments"][0]["state"] == "submitted")
                let again = try await laptop.run("split", "settle", "Bo", "--link", "--yes", "--json").exits(9)
                #expect(try again.failure()["code"] == "payment_under_way")

                let vault = try await laptop.ask("link", "list")["links"][0]["vault"].string
                let open = try await laptop.run("split", "payments", "void", id, "--force", "--yes", "--json").exits(9)
                #expect(try open.failure()["code"] == "link_open")
                let advice = try open.failure()["message"].string
                #expect(advice.contains("link cancel \(vault)"), "\(advice)")
                try await laptop.run("link", "cancel", vault).exits(0)
                let planned = try await laptop.ask("split", "payments", "void", id, "--dry-run")
                #expect(planned["state"] == "planned")
                let voided = try await laptop.ask("split", "payments", "void", id)
                #expect(voided["state"] == "voided" && voided["queued"] == false)
                #expect(try await laptop.balance() == "20.00")
                #expect(try await laptop.ask("split", "payments")["payments"] == .list([]))
                #expect(try await laptop.ask("split", "settle", "Bo", "--link", "--yes")["state"] == "submitted")

                let back = try await story.phone.run("split", "sync").exits(0)
                #expect(back.errors.contains("the link was taken back"), "\(back.errors)")
                #expect(try await story.phone.ask("split", "payments")["payments"].items.count == 1)
                #expect(try await laptop.ask("node", "check")["balanced"] == true)
            }
        }

        @Test("A link that was collected meanwhile is recorded as paid instead of voided")
        func link_deviceLostAndCollected_isRecordedAsPaid() async throws {
            try await CommandLineWorld.visit { world in
                let story = try await loseThePhone(in: world)
                let bo = world.person("bo")
                try await bo.run("grab", story.payment["link"].string, "--yes").exits(0)
                let done = try await story.laptop.ask("split", "payments", "void", story.payment["id"].string, "--yes")
                #expect(done["state"] == "completed" && done["verified"] == true && done["method"] == "cash_link")
                #expect(try await story.laptop.ask("split", "balances")["rows"][0]["net"] == "0.00")
                #expect(try await story.laptop.balance() == "5.00")
                let twice = try await story.laptop.run("split", "settle", "Bo", "--link", "--yes", "--json").exits(9)
                #expect(try twice.failure()["code"] == "nothing_owed")
            }
        }

        @Test("A link that the payee collected with another account counts once the payee says so")
        func link_collectedByOtherAccount_isConfirmedByPayee() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben, spare) = (world.person("ada"), world.person("ben"), world.person("spare"))
                try await ada.fund("20")
                try await ben.run("balance").exits(0)
                try await ada.run("split", "friends", "add", "Ben").exits(0)
                let invite = try await ada.ask("split", "invite", "Ben")
                try await ben.run("split", "claim", invite["url"].string, "--yes").exits(0)
                try await ada.run("split", "groups", "add", "Trip", "Ben").exits(0)
                try await ada.run("split", "add", "30", "Dinner", "--group", "Trip", "--paid-by", "Ben", "--yes")
                    .exits(0)
                let payment = try await ada.ask("split", "settle", "Ben", "--link", "--yes")
                try await spare.run("grab", payment["link"].string, "--yes").exits(0)

                let id = payment["id"].string
                let seen = try await ben.ask("split", "payments")
                #expect(seen["payments"].items.map { $0["id"].string } == [id])
                let foreign = try await ben.run("split", "payments", "void", id, "--yes", "--json").exits(6)
                #expect(try foreign.failure()["code"] == "not_payer")
                let unproved = try await ada.run("split", "payments", "void", id, "--yes", "--json").exits(9)
                #expect(try unproved.failure()["code"] == "collected_by_another")
                let confirmed = try await ben.ask("split", "payments", "confirm", id, "--yes")
                #expect(confirmed["state"] == "completed" && confirmed["verified"] == true)
                #expect(try await ada.ask("split", "balances", "Ben")["rows"][0]["net"] == "0.00")
                #expect(try await ada.ask("node", "check")["balanced"] == true)
            }
        }
    }
}
