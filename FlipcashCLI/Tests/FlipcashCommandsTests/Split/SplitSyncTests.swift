import ArgumentParser
import FlipcashCore
import SharedExpensesFixtures
import Testing

@testable import FlipcashCommands
@testable import SharedExpenses

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

    @Test("News has each expense and payment that was added, changed or deleted, once")
    func news_changes_areToldOnce() async throws {
        try await SplitStory.tell { story in
            func overview() async throws -> SplitOverview {
                try await story.world.call().withSplit { try $0.overview() }
            }
            func news(_ before: SplitOverview) async throws -> String {
                let output = CapturedOutput()
                let printer = try story.world.call(output: output).printer
                SplitNews(before: before, after: try await overview()).print(to: printer)
                return output.text
            }
            try await story.run("friends", "add", "Bob")
            var before = try await overview()
            #expect(try await news(before).isEmpty)
            let id = try await story.ask("add", "10", "Tea", "--with", "Bob")["id"]
            #expect(try await news(before).firstMatch(of: /^added: .*Tea.*\n$/) != nil)
            before = try await overview()
            try await story.run("edit", id, "--description", "Cake")
            #expect(try await news(before).firstMatch(of: /^changed: .*Cake.*\n$/) != nil)
            before = try await overview()
            try await story.run("settle", "Bob", "--cash", "--yes")
            #expect(try await news(before).contains("added: $5.00 from Bob, in cash, completed\n"))
            before = try await overview()
            try await story.run("rm", id, "--yes")
            #expect(try await news(before).firstMatch(of: /^deleted: .*Cake.*\n$/) != nil)
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

    @Test("A change whose form the service does not accept is set aside with its reason, and the rest is sent")
    func malformed_change_isSetAside() async throws {
        try await SplitStory.tell { story in
            try await story.run("friends", "add", "Ann", "--offline")
            try await story.run("friends", "add", "Bob", "--offline")
            try await story.run("groups", "add", "Flat", "Bob", "--offline")
            try await story.run("add", "10", "Tea", "--group", "Flat", "--offline")
            try await story.run("friends", "add", "Cleo", "--offline")
            story.server.refuseForm { operation in
                if case .putGroup = operation.change { true } else { false }
            }
            story.server.setReachable(true)
            let sync = try await story.ask("sync")
            // The expense needs the group.
            #expect(sync["sent"] == "3" && sync["refused"] == "2" && sync["waiting"] == "0")
            #expect(story.server.world.friends.values.map(\.name).sorted() == ["Ann", "Bob", "Cleo"])
            #expect(try await story.run("outbox") == "Nothing waits.\n")
            let conflicts = try await story.ask("conflicts").list("conflicts")
            #expect(conflicts.map { $0["code"] } == ["malformed", "group_not_found"])
            #expect(conflicts.map { $0["kind"] } == ["put_group", "put_expense"])
            #expect(conflicts.first?["reason"].contains("does not accept the form of the change.") == true)
            #expect(try await story.run("conflicts").contains("does not accept the form"))
            let ids = conflicts.map { $0["id"] }
            // The service may accept it later: it can be sent again, and is refused again until then.
            try await story.run("conflicts", "--keep", try #require(ids.first))
            #expect(try await story.ask("conflicts").list("conflicts").count == 2)
            try await story.run("conflicts", "--drop", try #require(ids.last))
            let left = try #require(try await story.ask("conflicts").list("conflicts").first)
            #expect(left["code"] == "malformed")
            try await story.run("conflicts", "--drop", left["id"])
            #expect(try await story.run("conflicts") == "No conflicts.\n")
        }
    }

    @Test("The reason of a malformed change names its field when this device's rules know it")
    func malformed_sentence_namesField() {
        let account = TestID.account(1)
        func sentence(_ name: String) -> String {
            let friend = Friend(owner: account, memberID: TestID.member(50), name: name)
            let operation = SplitOperation(
                id: TestID.entity(1), stamp: ClockStamp(milliseconds: 1, counter: 0, actor: "0000000000000001"),
                change: .putFriend(FriendPut(friend)))
            return RefusedOperation(operation: operation, code: .invalid, detail: "malformed").sentence(by: account)
        }
        #expect(sentence("").contains("form of the change: put_friend.friend.name is not valid."))
        #expect(sentence("Ann").contains("form of the change. Drop it"))
    }

    @Test("Input that the service would not accept is refused before anything is saved")
    func unsendable_input_isRefusedAtOnce() async throws {
        try await SplitStory.tell { story in
            try await story.run("friends", "add", "Ann")
            let long = String(repeating: "x", count: 2001)
            let failure = try await story.fail("add", "10", "Tea", "--with", "Ann", "--notes", long)
            #expect(failure.status == .badInput, "\(failure)")
            let dry = try await story.fail("add", "10", "Tea", "--with", "Ann", "--notes", long, "--dry-run")
            #expect(dry.status == .badInput)
            #expect(try await story.run("outbox") == "Nothing waits.\n")
            #expect(try await story.ask("list").list("expenses").isEmpty)
            #expect(throws: (any Error).self) {
                try RootCommand.parseAsRoot(
                    ["split", "settle", "Ann", "--cash", "--note", String(repeating: "x", count: 257)])
            }
        }
    }

    @Test("The name that a person sets is seen by people who are invited, and by linked friends")
    func accountName_set_isSeenByOthers() async throws {
        try await PlayMoneyWorld.visit { world in
            let plain = try await world.run("split", "friends", "add", "Maxi")
            #expect(plain.status == .done)
            let none = try await world.run("split", "account", "name", "--json")
            #expect(none.status == .done && none.output.contains("split_name/1"), "\(none.failure as Any)")
            #expect(try SplitAnswer(none.output)["name"].isEmpty)
            let hint = try await world.run("split", "invite", "Maxi")
            #expect(hint.errors.contains("split account name NAME"))
            #expect(try await world.run("split", "account", "name", " ").failure?.code == "name_length")
            let plan = try await world.run("split", "account", "name", "Ada", "--dry-run")
            #expect(plan.output == "Others would see you as Ada\n")
            let set = try await world.run("split", "account", "name", "Ada Lee")
            #expect(set.output == "Others see you as Ada Lee\n", "\(set.failure as Any)")
            #expect(try await world.run("split", "account", "name").output == "Ada Lee\n")

            let link = String(try #require(hint.output.split(separator: "\n").first))
            _ = try await world.run("account", "create", "--label", "Max", "--words-file", world.path("words"))
            let claimed = try await world.run("split", "claim", link, "--json", "--account", "Max")
            #expect(claimed.status == .done, "\(claimed.errors)")
            #expect(try SplitAnswer(claimed.output)["inviter"] == "Ada Lee")
            _ = try await world.run("split", "account", "name", "Maximilian", "--account", "Max")
            let shown = try await world.run("split", "friends", "--json", "--account", "1")
            let friends = try SplitAnswer(shown.output).list("friends")
            #expect(friends.map { $0["name"] } == ["Maximilian"])
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
            #expect(received.output.contains("Lea"), "\(received.output)")
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
