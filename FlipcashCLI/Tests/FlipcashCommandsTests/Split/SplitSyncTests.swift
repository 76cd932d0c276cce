import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashCommands

@Suite("flipcash split: sending, conflicts, links")
struct SplitSyncTests {
    @Test("Without the service a change is saved, and sent later")
    func offline_change_isQueued() async throws {
        try await SplitStory.tell { story in
            try await story.run("friends", "add", "Ann", "--offline")
            let added = try await story.world.run("split", "add", "10", "Tea", "--with", "Ann", "--offline", "--json")
            #expect(added.status == .done && added.output.contains(#""queued":true"#))
            #expect(added.errors.contains("Saved on this device, not yet sent."))
            #expect(
                try await story.ask("outbox").list("operations").map { $0["kind"] } == ["put_friend", "put_expense"])
            #expect(try await story.run("list", "--offline").contains("not sent"))
            story.server.setReachable(true)
            let sync = try await story.ask("sync")
            #expect(sync["sent"] == "2" && sync["waiting"] == "0")
            #expect(try await story.ask("list").list("expenses").first?.flag("queued") == false)
            #expect(try await story.run("outbox") == "Nothing waits.\n")
            #expect(story.server.world.expenses.count == 1)
        }
    }

    @Test("A node without the service counts as one that does not answer")
    func notOffered_failure_isANetworkFailure() {
        #expect(CommandFailure(describing: ServiceFailure.notOffered).status == .network)
        #expect(CommandFailure(describing: ServiceFailure.unreachable("x")).status == .network)
        #expect(!ServiceFailure.notOffered.isRetryable)
    }

    @Test("A new expense that the service refuses is no longer shown, and its input is kept")
    func refused_add_keepsInput() async throws {
        try await SplitStory.tell { story in
            let group = try await story.ask("groups", "add", "Flat", "Bob")["id"]
            try await story.change(.deleteGroup(EntityID(group)), id: 1)
            let refused = try await story.fail("add", "12", "Tea", "--group", "Flat", "--notes", "green")
            #expect(refused.status == .notFound && refused.message.contains("--from-draft"))
            #expect(try await story.ask("list").list("expenses").isEmpty)
            #expect(try await story.ask("conflicts").list("conflicts").count == 1)
            let corrected = try await story.ask("add", "--from-draft", "--with", "Bob")
            #expect(corrected["description"] == "Tea" && corrected["notes"] == "green")
            #expect(corrected.object("total")["value"] == "12.00" && corrected["context"] == "ad_hoc")
            #expect(try await story.run("conflicts") == "No conflicts.\n")
            #expect(try await story.fail("add", "--from-draft").status == .notFound)
        }
    }

    @Test("Two devices change an amount: the second one is shown both, and decides")
    func edit_conflict_isDecided() async throws {
        try await SplitStory.tell { story in
            try await story.run("groups", "add", "Flat", "Bob")
            let id = try await story.ask("add", "10", "Tea", "--group", "Flat")["id"]
            var stored = try #require(story.server.world.expenses[EntityID(id)])
            stored.total.units = 2000
            stored.payers[0].units = 2000
            for index in stored.splits.indices { stored.splits[index].units = 1000 }
            try await story.change(.putExpense(ExpensePut(stored, baseVersion: 1)), id: 1)
            _ = try await story.world.run("split", "edit", id, "--amount", "30", "--offline")
            let sync = try await story.ask("sync")
            #expect(sync["refused"] == "1")
            let conflict = try #require(try await story.ask("conflicts").list("conflicts").first)
            #expect(conflict.object("mine").object("total")["value"] == "30.00" && conflict["code"] == "conflict")
            #expect(conflict.object("theirs").object("total")["value"] == "20.00")
            try await story.run("conflicts", "--keep", String(conflict["id"].prefix(6)))
            #expect(try await story.ask("show", id).object("total")["value"] == "30.00")
            #expect(try await story.ask("conflicts").list("conflicts").isEmpty)
        }
    }

    @Test("An invitation links a friend, and both see the same expense")
    func claim_invite_linksBoth() async throws {
        try await SplitStory.tell { story in
            let world = story.world
            try await story.run("friends", "add", "Maxi")
            try await story.run("add", "10", "Tea", "--with", "Maxi")
            let invite = try await story.ask("invite", "Maxi")
            #expect(invite["url"].hasPrefix("flipcash://split/claim?token="))
            #expect(try await story.fail("invite", "Maxi").code == "active_invite_exists")
            #expect(try await story.run("invites").contains("open"))

            let made = try await world.run("account", "create", "--label", "Max", "--words-file", world.path("words"))
            #expect(made.status == .done, "\(made.errors)")
            let name = ["TEST_NAME": "Max"]
            _ = try await world.run(["split", "account", "--account", "Max"], variables: name)
            let words = ["split", "claim", invite["url"], "--account", "Max", "--json"]
            let planned = try await world.run(words + ["--dry-run"], variables: name)
            #expect(planned.output.contains(#""state":"planned""#), "\(planned.failure?.message ?? "")")
            let claimed = try await world.run(words, variables: name)
            #expect(claimed.status == .done && claimed.output.contains(#""inviter":"Lea""#), "\(claimed.errors)")
            let again = try await world.run(words, variables: name)
            #expect(again.status == .done || again.status == .conflict)
            let theirs = try await world.run(["split", "balances", "--account", "Max"], variables: name)
            #expect(theirs.output.contains("Lea") && theirs.output.contains("you owe"), "\(theirs.output)")

            let own = try await world.run(["split", "friends", "--account", "1", "--json"])
            #expect(own.output.contains(#""link":"linked""#), "\(own.output)")
            let rename = try await world.run(["split", "friends", "rename", "Max", "Other", "--account", "1"])
            #expect(rename.status == .refused)
            #expect(try await world.run(["split", "claim", "nonsense"]).status == .badInput)
        }
    }

    @Test("A request is sent, listed and declined")
    func request_declined_staysUnlinked() async throws {
        try await SplitStory.tell { story in
            let world = story.world
            let made = try await world.run("account", "create", "--label", "Max", "--words-file", world.path("words"))
            #expect(made.status == .done, "\(made.errors)")
            let shown = try await world.run(["split", "account", "show", "--json", "--account", "Max"])
            let user = try SplitAnswer(shown.output)["user"]
            _ = try await world.run("account", "use", "1")
            try await story.run("friends", "add", "Maxi")
            let sent = try await story.ask("request", user, "Maxi")
            #expect(sent["state"] == "pending")
            #expect(try await story.fail("request", "nonsense!", "Maxi").status == .badInput)
            let received = try await world.run(["split", "requests", "--account", "Max"])
            #expect(received.output.contains("from") && received.output.contains("pending"), "\(received.errors)")
            let declined = try await world.run(["split", "requests", "decline", sent["id"], "--account", "Max"])
            #expect(declined.output == "The request is declined.\n", "\(declined.failure?.message ?? "")")
            #expect(try await story.run("requests").contains("declined"))
        }
    }

    @Test("Links of invitations are read in every form, and other text is refused")
    func inviteLink_forms_areRead() throws {
        let token: [UInt8] = (0..<16).map { UInt8($0 * 17) }
        let link = InviteLink(token: token)
        #expect(link.text == "flipcash://split/claim?token=ABEiM0RVZneImaq7zN3u_w")
        #expect(InviteLink(link.text) == link && InviteLink(" ABEiM0RVZneImaq7zN3u_w ") == link)
        #expect(InviteLink("https://node.example:443/split/claim#ABEiM0RVZneImaq7zN3u_w") == link)
        for text in [
            "", "ABEiM0RVZneImaq7zN3u_x", "ABEi", "https://node.example/split/claim?token=ABEiM0RVZneImaq7zN3u_w",
        ] {
            #expect(InviteLink(text) == nil, "\(text)")
        }
        for length in 0...20 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 73 + 11) }
            #expect(Base64URL.bytes(Base64URL.text(bytes)) == bytes)
        }
    }

    @Test(
        "Periods are read in words",
        arguments: [
            ("month", "monthly", 1), ("2 weeks", "weekly", 2), ("daily", "daily", 1), ("36years", "yearly", 36),
        ])
    func repeatPeriod_words_areRead(text: String, frequency: String, interval: Int) throws {
        let period = try #require(RepeatPeriod(argument: text))
        #expect(period.frequency.rawValue == frequency && period.interval == interval)
        for wrong in ["", "fortnight", "0 days", "37 days", "-1 day"] { #expect(RepeatPeriod(argument: wrong) == nil) }
    }
}
