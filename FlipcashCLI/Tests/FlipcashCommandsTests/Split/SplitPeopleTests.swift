import SharedExpenses
import Testing

@testable import FlipcashCommands

@Suite("flipcash split: friends and groups")
struct SplitPeopleTests {
    @Test("Friends are renamed, get nicknames, are merged and deleted")
    func friends_changes_areShown() async throws {
        try await SplitStory.tell { story in
            let ann = try await story.ask("friends", "add", "Ann", "--nickname", "Annie")["id"]
            try await story.run("friends", "add", "Anna")
            #expect(try await story.run("friends", "rename", "Ann", "Ann Lee") == "Renamed: Ann Lee\n")
            #expect(try await story.run("friends", "nickname", "Ann Lee", "Annie") == "Changed: Annie (Ann Lee)\n")
            #expect(try await story.ask("friends", "nickname", "annie")["name"] == "Ann Lee")
            try await story.run("add", "10", "Tea", "--with", "Anna")
            #expect(try await story.fail("friends", "merge", "Anna", "Ann Lee").status == .usage)
            let merged = try await story.run("friends", "merge", "Anna", "Ann Lee", "--yes")
            #expect(merged == "Merged Anna into Ann Lee\n")
            #expect(try await story.ask("balances").list("rows").map { $0["name"] } == ["Ann Lee"])
            #expect(try await story.ask("friends").list("friends").map { $0["id"] } == [ann])
            let asked = try await story.world.run(["split", "friends", "rm", "Ann Lee"], answers: ["n"])
            #expect(asked.status == .declined && asked.errors.contains("1 expense will be deleted"))
            #expect(try await story.run("friends", "rm", "Ann Lee", "--yes") == "Deleted Ann Lee\n")
            #expect(try await story.ask("friends").list("friends").isEmpty)
            #expect(try await story.fail("friends", "rm", "me", "--yes").status == .notFound)
            #expect(try await story.fail("friends", "add", "me").status == .badInput)
            #expect(try await story.fail("friends", "add", " ").code == "name_length")
        }
    }

    @Test("A group is made, changed, archived and deleted; open balances protect it")
    func groups_changes_areShown() async throws {
        try await SplitStory.tell { story in
            let added = try await story.ask("groups", "add", "Trip", "Ann", "Bob", "--currency", "eur")
            #expect(added.list("members").map { $0["name"] } == ["me", "Ann", "Bob"])
            #expect(added["currency"] == "eur" && added["role"] == "owner")
            #expect(try await story.ask("friends").list("friends").map { $0["name"] } == ["Ann", "Bob"])
            let more = try await story.run("groups", "add-member", "Trip", "Carl")
            #expect(more == "Changed the group Trip: me, Ann, Bob, Carl\n")
            #expect(try await story.fail("groups", "add-member", "trip", "Carl").status == .conflict)
            try await story.run("add", "12", "Taxi", "--group", "Trip")
            #expect(try await story.run("groups", "show", "Trip").contains("€9.00"))
            let open = try await story.fail("groups", "remove-member", "Trip", "Carl", "--yes")
            #expect(open.code == "outstanding_balance" && open.status == .conflict)
            #expect(try await story.fail("groups", "rm", "Trip", "--yes").status == .conflict)
            let plan = try await story.world.run("split", "groups", "rm", "Trip", "--force", "--dry-run")
            #expect(plan.output == "Would delete Trip\n", "\(plan.failure?.message ?? "")")
            try await story.run("groups", "remove-member", "Trip", "Carl", "--force", "--yes")
            #expect(try await story.ask("groups", "show", "Trip").list("members").count == 3)
            try await story.run("groups", "archive", "Trip")
            #expect(try await story.ask("groups").list("groups").isEmpty)
            #expect(try await story.ask("groups", "list", "--all").list("groups").count == 1)
            try await story.run("groups", "archive", "Trip", "--undo")
            #expect(try await story.run("groups", "rm", "Trip", "--yes", "--force") == "Deleted Trip\n")
            #expect(try await story.fail("groups", "show", "Trip").status == .notFound)
            try await story.run("groups", "add", "Us", "Ann", "--direct")
            #expect(try await story.fail("groups", "add", "We", "Ann", "--direct").code == "direct_group_exists")
            #expect(try await story.ask("add", "4", "Bus", "--group", "Us")["context"] == "direct")
            #expect(try await story.run("groups", "leave", "Us", "--yes") == "Left the group Us\n")
        }
    }

    @Test("Debts in several currencies are added up by kept rates, and what has no rate is left out")
    func totalIn_keptRates_areUsed() async throws {
        try await SplitStory.tell { story in
            try await story.run("groups", "add", "Trip", "Ann", "Bob", "--currency", "usd")
            try await story.run("add", "30", "Taxi", "--group", "Trip")
            #expect(try await story.ask("groups", "show", "Trip").object("converted").list("rows").isEmpty)
            try await story.run("add", "99.99 eur", "Hotel", "--group", "Trip", "--rate", "1.1 usd")
            try await story.run("add", "300 jpy", "Tea", "--group", "Trip")
            // 99.99 EUR at 1.1 are 109.99 USD: 36.67, 36.66 and 36.66. With 10.00 USD each, 93.32 or 93.33 are owed.
            let balances = try await story.ask("balances", "--total-in", "usd").object("converted")
            #expect(["93.32", "93.33"].contains(balances["total"]) && balances.flag("approximate") == true)
            #expect(balances.list("rows").map { $0["name"] } == ["Ann", "Bob"])
            #expect(balances.list("rows").map { $0.object("left_out")["jpy"] } == ["100", "100"])
            #expect(!balances["oldest_rate"].isEmpty)
            let group = try await story.ask("groups", "show", "Trip").object("converted")
            #expect(group["currency"] == "usd" && group["total"].isEmpty && group.list("rows").count == 3)
            let text = try await story.run("balances", "--total-in", "usd")
            #expect(text.contains("you are owed about") && text.contains("no rate to USD is kept: debts in JPY"))
            #expect(try await story.run("groups", "show", "Trip").contains("About the same in USD"))
            #expect(try await story.fail("balances", "--total-in", "xxxx").status == .badInput)
        }
    }

    @Test("The first command of all creates the account, and with --dry-run or offline it creates none")
    func friendsAdd_firstUse_createsAccount() async throws {
        try await PlayMoneyWorld.visit { world in
            for option in ["--dry-run", "--offline"] {
                let refused = try await world.run("split", "friends", "add", "Ann", option)
                #expect(refused.status == .locked, "\(option): \(refused.output)")
            }
            #expect(try await world.run("account", "list", "--json").output.contains(#""accounts":[]"#))
            let added = try await world.run("split", "friends", "add", "Ann")
            #expect(added.output == "Added Ann\n", "\(added.failure as Any)")
            #expect(added.errors.contains("Created an account on your own node."))
            #expect(try await world.run("split", "friends").output.contains("Ann"))
        }
    }

    @Test("With --dry-run nothing is saved")
    func dryRun_changes_saveNothing() async throws {
        try await SplitStory.tell { story in
            #expect(try await story.run("friends", "add", "Ann", "--dry-run") == "Would add Ann\n")
            #expect(try await story.ask("friends").list("friends").isEmpty)
            try await story.run("groups", "add", "Flat", "Ann")
            let plan = try await story.ask("add", "5", "Tea", "--group", "Flat", "--dry-run")
            #expect(plan["state"] == "planned" && plan.flag("queued") == false)
            #expect(try await story.ask("list").list("expenses").isEmpty)
        }
    }
}
