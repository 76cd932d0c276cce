import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashCommands

@Suite("flipcash split: adding and changing expenses")
struct SplitAddTests {
    @Test("A dinner is shared with two friends, and the balances say who owes whom")
    func add_dinner_isShared() async throws {
        try await SplitStory.tell { story in
            #expect(try await story.run("friends", "add", "Ann") == "Added Ann\n")
            try await story.run("friends", "add", "Bob")
            let added = try await story.ask("add", "10", "Dinner", "--with", "Ann", "Bob")
            #expect(added["schema"] == "flipcash.split_expense/1" && added["context"] == "ad_hoc")
            #expect(added.object("total")["value"] == "10.00" && added["mode"] == "equal")
            #expect(added["label"] == "Split equally" && added["role"] == "owner")
            #expect(added.flag("queued") == false && added.flag("settled") == false)
            #expect(added.list("payers").map { $0["name"] } == ["me"])
            #expect(added.list("payers").first?["units"] == "1000")
            #expect(added.shares.values.sorted() == ["3.33", "3.33", "3.34"])

            let balances = try await story.ask("balances")
            #expect(balances.list("rows").map { $0["name"] } == ["Ann", "Bob"])
            #expect(balances.list("rows").allSatisfy { $0["state"] == "owed" && $0["link"] == "unlinked" })
            let human = try await story.run("balances")
            #expect(human.contains("Ann") && human.contains("owes you") && human.contains("1 open item"))
            #expect(human.contains("In total you are owed $6.6"))
            #expect(try await story.run("balances", "Ann").contains("Dinner"))
        }
    }

    @Test("Every way to split gives the shares of the rules")
    func add_modes_followTheRules() async throws {
        try await SplitStory.tell { story in
            try await story.run("groups", "add", "Trip", "Ann", "Bob", "--currency", "eur")
            let percent = try await story.ask("add", "1.01", "Gum", "--group", "Trip", "--percent", "me=50", "Ann=50")
            #expect(percent.object("total")["currency"] == "eur" && percent["label"] == "Split by percent (2 people)")
            #expect(Set(percent.shares.values) == ["0.51", "0.50"])
            let shares = try await story.ask("add", "10", "Taxi", "--group", "Trip", "--shares", "me=2", "Bob=0")
            #expect(shares.shares == ["me": "6.67", "Ann": "3.33", "Bob": "0.00"])
            let exact = try await story.ask(
                "add", "10", "Fee", "--group", "Trip", "--exact", "Ann=2.50", "Bob=7.50", "--paid-by", "Ann=4", "me=6")
            #expect(exact.shares == ["Ann": "2.50", "Bob": "7.50"])
            #expect(exact.list("payers").map { $0["units"] }.sorted() == ["400", "600"])
            let items = try await story.ask(
                "add", "11.50", "Pizza", "--group", "Trip", "--item", "Large=6:me", "Small=4:Ann,Bob")
            #expect(items.shares == ["me": "6.90", "Ann": "2.30", "Bob": "2.30"])
            let adjusted = try await story.ask("add", "10", "Tip", "--group", "Trip", "--adjust", "me=+1")
            #expect(adjusted.shares == ["me": "4.00", "Ann": "3.00", "Bob": "3.00"])
            let refund = try await story.ask(
                "add", "9", "Deposit", "--group", "Trip", "--refund", "--notes", "came back", "--category", "home")
            #expect(refund["kind"] == "refund" && Set(refund.shares.values) == ["-3.00"])
            #expect(refund["notes"] == "came back" && refund["category"] == "home")
            let rated = try await story.ask("add", "100", "Hotel", "--group", "Trip", "--rate", "1.0843 usd")
            #expect(rated.object("rate")["value"] == "1.0843" && rated.object("rate")["source"] == "manual")
            let chain = try await story.ask("add", "5.25 usdf", "Coffee", "--with", "Ann")
            #expect(chain.object("total")["value"] == "5.250000" && chain.object("total")["currency"] == "usdf")

            let group = try await story.ask("groups", "show", "trip")
            #expect(group.list("nets").count == 3 && group["expenses"] == "7")
        }
    }

    @Test("A refund divided by amounts is sent, and its shares are negative")
    func add_refundByAmounts_isSent() async throws {
        try await SplitStory.tell { story in
            try await story.run("groups", "add", "Flat", "Ann")
            let refund = try await story.ask(
                "add", "9", "Deposit", "--group", "Flat", "--refund", "--exact", "me=4", "Ann=5")
            #expect(refund["kind"] == "refund" && refund.shares == ["me": "-4.00", "Ann": "-5.00"])
            #expect(try await story.run("outbox") == "Nothing waits.\n")
        }
    }

    @Test("Wrong input is explained and adds nothing")
    func add_wrongInput_isExplained() async throws {
        try await SplitStory.tell { story in
            try await story.run("friends", "add", "Ann")
            try await story.run("friends", "add", "Ann")
            let missing = try await story.fail("add", "--no-input")
            #expect(
                missing.message == "Cannot save, missing: description, amount, participants. A whole one: "
                    + "flipcash split add 30 Dinner --with Ann")
            #expect(missing.status == .badInput)
            let twice = try await story.fail("add", "5", "Tea", "--with", "Ann")
            #expect(twice.code == "ambiguous_person" && twice.status == .badInput)
            #expect(try await story.fail("add", "5", "Tea", "--with", "Zoe").status == .notFound)
            try await story.run("groups", "add", "Flat", "Bob")
            let sum = try await story.fail("add", "5", "Tea", "--group", "Flat", "--percent", "me=50", "Bob=40")
            #expect(sum.code == "percent_sum" && sum.message.contains("90"))
            let lacking = try await story.fail("add", "5", "Tea", "--group", "Flat", "--exact", "me=1", "Bob=1")
            #expect(lacking.code == "split_mismatch" && lacking.status == .badInput)
            #expect(try await story.fail("add", "max", "Tea", "--group", "Flat").status == .usage)
            #expect(try await story.ask("list").list("expenses").isEmpty)
        }
    }

    @Test("A duplicate is refused without a person, and added when it is allowed")
    func add_duplicate_isAskedFor() async throws {
        try await SplitStory.tell { story in
            try await story.run("groups", "add", "Flat", "Bob")
            try await story.run("add", "5", "Tea", "--group", "Flat")
            let again = try await story.fail("add", "5", " tea ", "--group", "Flat")
            #expect(again.code == "duplicate" && again.status == .conflict)
            try await story.run("add", "5", "Tea", "--group", "Flat", "--allow-duplicate")
            let asked = try await story.world.run(
                ["split", "add", "5", "Tea", "--group", "Flat"], answers: ["n"])
            #expect(asked.status == .declined && asked.errors.contains("This looks like"))
            #expect(asked.errors.matches(of: /\[y\/N\]/).count == 1)
            _ = try await story.world.run("config", "set", "split.confirm_add", "false")
            let silent = try await story.world.run(["split", "add", "6", "Milk", "--group", "Flat"], answers: [])
            #expect(silent.status == .done && !silent.errors.contains("[y/N]"))
            #expect(try await story.ask("list", "--group", "Flat").list("expenses").count == 3)
        }
    }

    @Test("At a terminal the missing parts are asked for, and a wrong answer keeps the others")
    func add_terminal_asksForWhatIsMissing() async throws {
        try await SplitStory.tell { story in
            try await story.run("friends", "add", "Ann")
            let answers = ["Lunch", "twelve", "12", "Zoe", "Ann", "done", "y"]
            let result = try await story.world.run(["split", "add"], answers: answers)
            #expect(result.status == .done, "\(result.failure?.message ?? "") \(result.errors)")
            #expect(result.output.hasPrefix("Added Lunch: $12.00, paid by me, split equally\n"))
            let cancelled = try await story.world.run(["split", "add"], answers: ["Lunch"])
            #expect(cancelled.status == .declined)
            #expect(try await story.ask("list").list("expenses").count == 1)
        }
    }

    @Test("An expense is changed, copied, shown and deleted")
    func edit_expense_changesWhatIsNamed() async throws {
        try await SplitStory.tell { story in
            try await story.run("groups", "add", "Flat", "Bob")
            let id = try await story.ask("add", "10", "Tea", "--group", "Flat", "--shares", "me=3")["id"]
            let edited = try await story.ask("edit", id, "--amount", "20", "--description", "Tea and cake")
            #expect(edited.shares == ["me": "15.00", "Bob": "5.00"] && edited["description"] == "Tea and cake")
            #expect(edited["version"] == "2")
            let equal = try await story.ask("edit", id, "--equal", "--paid-by", "Bob")
            #expect(equal.shares == ["me": "10.00", "Bob": "10.00"])
            #expect(try await story.fail("edit", id).status == .usage)
            let copy = try await story.ask("add", "--like", id, "--date", "2026-01-02")
            #expect(copy["description"] == "Tea and cake" && copy.object("total")["value"] == "20.00")
            #expect(copy["date"].hasPrefix("2026-01-0") && copy.list("payers").first?["name"] == "Bob")
            #expect(try await story.run("show", id).contains("Paid by"))
            #expect(try await story.fail("rm", id).status == .usage)
            #expect(try await story.run("rm", id, "--yes") == "Deleted Tea and cake\n")
            #expect(try await story.fail("show", id).status == .notFound)
            try await story.run("list", "--csv", story.world.path("list.csv"))
            let csv = try InputText.read(story.world.path("list.csv"))
            #expect(csv.hasPrefix("id,date,description") && csv.contains(",usd,20.00,Bob,10.00,open"))
            #expect(try await story.ask("list", "--search", "CAKE").list("expenses").count == 1)
            #expect(try await story.ask("list", "--person", "Bob", "--since", "2026-06-01").list("expenses").isEmpty)
        }
    }

    @Test("A series adds what is due once, and a deleted occurrence does not come back")
    func add_every_addsDueOccurrences() async throws {
        try await SplitStory.tell { story in
            try await story.run("groups", "add", "Flat", "Bob")
            let first = try await story.ask(
                "add", "10", "Rent", "--group", "Flat", "--every", "month", "--until", "2026-03-31", "--date",
                "2026-01-31")
            #expect(first.object("recurrence")["frequency"] == "monthly")
            let all = try await story.ask("list").list("expenses")
            #expect(all.map { String($0["date"].prefix(10)) } == ["2026-03-31", "2026-02-28", "2026-01-31"])
            try await story.run("rm", all[0]["id"], "--yes")
            #expect(try await story.ask("list").list("expenses").count == 2)
            #expect(try await story.ask("outbox").list("operations").isEmpty)
        }
    }
}
