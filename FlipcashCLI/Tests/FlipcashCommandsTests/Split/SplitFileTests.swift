import SharedExpenses
import Testing

@testable import FlipcashCommands

@Suite("flipcash split: files, clearing, environments")
struct SplitFileTests {
    @Test("What is exported and cleared comes back with the same balances, once")
    func import_export_restoresBalances() async throws {
        try await SplitStory.tell { story in
            try await story.run("groups", "add", "Trip", "Ann", "Bob", "--currency", "eur")
            try await story.run("add", "100", "Hotel", "--group", "Trip", "--paid-by", "Ann=60", "me=40")
            try await story.run("add", "9", "Taxi", "--group", "Trip", "--exact", "me=4", "Bob=5")
            let before = try await story.run("balances")
            let json = try await story.run("export")
            #expect(json.contains("flipcash.split_export/1"))
            try story.world.write(json, to: "split.json")
            let known = try await story.run("import", story.world.path("split.json"))
            #expect(known == "Everything is here already.\n")
            #expect(try await story.fail("account", "clear").status == .usage)
            #expect(try await story.fail("account", "clear", "--confirm", "no").status == .declined)
            let cleared = try await story.run("account", "clear", "--confirm", "clear")
            #expect(cleared == "Deleted 2 expenses, 1 group and 2 friends\n")
            #expect(try await story.ask("list").list("expenses").isEmpty)
            #expect(try await story.run("export", "--csv").hasPrefix("===PAYBACK_EXPORT===\n"))
            #expect(try await story.fail("export", story.world.path("none")).status == .cannotRead)
            _ = before
        }
    }

    @Test("A file of PayBack is imported; known names are asked for")
    func import_payBack_asksForKnownNames() async throws {
        try await SplitStory.tell { story in
            let file = """
                ===PAYBACK_EXPORT===
                EXPORTED_AT: 2026-01-02T03:04:05Z
                CURRENT_USER_ID: csv-me
                CURRENT_USER_NAME: Lea
                [FRIENDS]
                csv-ann,Ann,,false,,
                [GROUPS]
                csv-g,Trip,false,false,2026-01-01T00:00:00Z,2
                [GROUP_MEMBERS]
                csv-g,csv-me,Lea
                csv-g,csv-ann,Ann
                [EXPENSES]
                csv-e,csv-g,"Dinner, late",2026-01-01T20:00:00Z,10.00,csv-me,false,false
                [EXPENSE_INVOLVED_MEMBERS]
                csv-e,csv-me
                csv-e,csv-ann
                [EXPENSE_SPLITS]
                csv-e,csv-s1,csv-me,5.00,false
                csv-e,csv-s2,csv-ann,5.00,false
                ===END_PAYBACK_EXPORT===

                """
            try story.world.write(file, to: "payback.csv")
            let path = story.world.path("payback.csv")
            let ann = try await story.ask("friends", "add", "Ann")["id"]
            let conflict = try await story.fail("import", path)
            #expect(conflict.code == "needs_resolution" && conflict.message.contains("--resolve csv-ann=new"))
            let wrong = try await story.fail("import", path, "--resolve", "csv-ann=\(ann)0")
            #expect(wrong.status == .badInput)
            let done = try await story.run("import", path, "--resolve", "csv-ann=\(ann)", "--currency", "eur")
            #expect(done == "Imported 0 friends, 1 group, 1 expense, 0 payments\n")
            #expect(try await story.run("balances").contains("€5.00"))
            let again = try await story.run("import", path, "--resolve", "csv-ann=\(ann)", "--currency", "eur")
            #expect(again == "Everything is here already.\n")
            try story.world.write("hello", to: "other.txt")
            #expect(try await story.fail("import", story.world.path("other.txt")).code == "not_an_export")
            #expect(try await story.fail("import", story.world.path("missing")).status == .cannotRead)
        }
    }

    @Test("A table of Splitwise becomes a group, with columns by name")
    func import_table_becomesGroup() async throws {
        try await SplitStory.tell { story in
            let table = """
                Day,What,Price,Lea,Ann,Bob
                2026-02-01,Hotel,90.00,60.00,-30.00,-30.00
                2026-02-02,Odd,10.00,5.00,-4.00,0
                2026-02-03,Taxi,12.00,-6.00,6.00,0
                """
            try story.world.write(table, to: "table.csv")
            try story.world.write(#"{"date":"Day","description":"What","cost":"Price"}"#, to: "map.json")
            let path = story.world.path("table.csv")
            #expect(try await story.fail("import", path, "--group", "Trip").code == "not_an_export")
            let words = ["import", path, "--group", "Trip", "--map", story.world.path("map.json")]
            let result = try await story.world.run(["split"] + words)
            #expect(result.output == "Imported 2 friends, 1 group, 2 expenses, 0 payments\n", "\(result.errors)")
            #expect(result.errors.contains("row 3: its values do not add up to zero"))
            #expect(try await story.ask("balances").list("rows").map { $0["net"] } == ["24.00", "30.00"])
            let again = try await story.world.run(["split"] + words)
            #expect(again.output == "Everything is here already.\n", "\(again.failure?.message ?? "")")
        }
    }

    @Test("A large table is sent at once: it is one request for the limit of the service")
    func import_largeTable_isSentAtOnce() async throws {
        try await SplitStory.tell { story in
            let head = "Date,Description,Category,Cost,Currency,Lea,Ann"
            let rows = (1...100).map { "2026-02-01,Meal \($0),General,10.00,USD,5.00,-5.00" }
            try story.world.write(([head] + rows).joined(separator: "\n"), to: "table.csv")
            let path = story.world.path("table.csv")
            let answer = try await story.ask("import", path, "--group", "Trip", "--me", "Lea")
            #expect(answer["expenses"] == "100" && answer.flag("queued") == false)
            #expect(try await story.run("outbox") == "Nothing waits.\n")
        }
    }

    @Test("An import that adds too much is refused before anything is saved")
    func import_tooMuch_isRefused() async throws {
        try await SplitStory.tell { story in
            let head = "Date,Description,Category,Cost,Currency,Lea,Ann"
            let rows = (1...513).map { "2026-02-01,Meal \($0),General,10.00,USD,5.00,-5.00" }
            try story.world.write(([head] + rows).joined(separator: "\n"), to: "table.csv")
            let path = story.world.path("table.csv")
            let failure = try await story.fail("import", path, "--group", "Trip", "--me", "Lea")
            #expect(failure.code == "limit_exceeded" && failure.status == .badInput)
            #expect(failure.message.contains("513 new expenses") && failure.message.contains("512 expenses"))
            #expect(try await story.ask("friends").list("friends").isEmpty)
        }
    }

    @Test("The environments have files, accounts and pins of their own")
    func environment_other_hasOwnFiles() async throws {
        try await SplitStory.tell { story in
            try await story.run("friends", "add", "Ann")
            let world = story.world
            #expect(try await story.ask("account", "show")["environment"] == "production")
            let other = ["FLIPCASH_ENVIRONMENT": "development"]
            let friends = try await world.run(["split", "friends", "--json"], variables: other)
            #expect(friends.status == .done && friends.output.contains(#""friends":[]"#), "\(friends.errors)")
            let paths = try await world.run(["config", "path", "--json"], variables: other)
            #expect(paths.output.contains("/default/development"))
            #expect(try await story.ask("friends").list("friends").count == 1)
        }
    }
}
