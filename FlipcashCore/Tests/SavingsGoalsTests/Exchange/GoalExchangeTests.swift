import FlipcashCore
import FlipcashTestKit
import SavingsGoals
import Testing

@Suite("Export and import of goals")
struct GoalExchangeTests {
    private static let now = TestClock.start

    /// A store with everything that an export has.
    private func filledStore() throws -> GoalStore {
        let store = try GoalStore.inMemory()
        var goal = try GoalStoreTests.goal("g", name: "Trip, \"far\"\naway")
        goal.reminder = .init(
            frequency: .weekly, time: try #require(TimeOfDay("07:15")), first: CalendarDate("2026-02-01"))
        goal.note = "=1+1"
        let other = try GoalStoreTests.goal("h", name: "Bike")
        let mint = PublicKey(raw: Hash(sha256: "mint".utf8).raw)
        let manual = try GoalStoreTests.asset("a")
        let wallet = try GoalStoreTests.asset("w", source: .wallet(mint))
        for goal in [goal, other] { try store.put(goal) }
        for asset in [manual, wallet] { try store.put(asset) }
        try store.log(GoalStoreTests.transaction("t1", manual, 5_000_000), for: goal.id, now: Self.now)
        try store.log(GoalStoreTests.transaction("t2", manual, -1_000, external: "h:1"), now: Self.now)
        try store.allocate(700, of: wallet.id, to: other.id, balance: 1_000, now: Self.now.advanced(by: .seconds(9)))
        let month = try #require(MonthLabel("2026-12"))
        try store.put([
            Plan(
                goal: goal.id, month: month,
                figures: PlanFigures(required: 10, remaining: 20, months: 2, currency: .usd, custom: 7),
                computed: Self.now)
        ])
        try store.put(point: .init(date: try #require(CalendarDate("2026-05-05")), total: 4_200), of: goal.id)
        let order = StandingOrder(
            id: try #require(StandingOrderID("o")), goal: other.id, asset: wallet.id, measure: .share(basisPoints: 500),
            rhythm: .arrival, first: try #require(CalendarDate("2026-01-01")), created: Self.now)
        try store.put(order)
        try store.carryOut(
            StandingRun(order: order.id, period: "p", date: Self.now, outcome: .saved, units: 50), of: order,
            balance: 1_000)
        return store
    }

    @Test("JSON loses nothing: export, import and export again are identical")
    func json_roundTrip_isIdentical() throws {
        let first = try filledStore().archive()
        let text = first.json()
        #expect(text.hasPrefix("{\n") && text.contains("\"schema\" : \"flipcash.goals_export/1\""))
        let second = try GoalStore.inMemory()
        let read = try GoalArchive(json: text, file: "goals.json")
        #expect(read == first)
        _ = try second.merge(read, now: Self.now)
        #expect(try second.archive().json() == text)
        #expect(try second.bookBalance(of: #require(AssetID("a"))) == 4_999_000)
    }

    @Test("Tables lose neither money nor history: export, import and export again are identical")
    func csv_roundTrip_isIdentical() throws {
        for zone in ["UTC", "America/New_York", "Africa/Cairo"] {
            let calendar = try #require(GoalCalendar(zone: zone))
            let tables = GoalTables(try filledStore().archive(), calendar: calendar)
            var unknown: [String] = []
            let read = try GoalArchive(tables, calendar: calendar, unknownColumns: &unknown)
            #expect(unknown.isEmpty)
            let second = try GoalStore.inMemory()
            _ = try second.merge(read, now: Self.now)
            #expect(GoalTables(try second.archive(), calendar: calendar) == tables)
        }
    }

    @Test("Importing twice is importing once, and a dry run writes nothing")
    func merge_twice_isOnce() throws {
        let archive = try filledStore().archive()
        let store = try GoalStore.inMemory()
        let planned = try store.merge(archive, now: Self.now, isDryRun: true)
        #expect(try store.archive() == GoalArchive())
        #expect(try store.merge(archive, now: Self.now).count == planned.count && planned.count > 8)
        let after = try store.archive()
        #expect(try store.merge(archive, now: Self.now.advanced(by: .seconds(60))).isEmpty)
        #expect(try store.archive() == after)
    }

    @Test("The goal that was modified later wins; the larger share stays")
    func merge_conflicts_areDecided() throws {
        let store = try filledStore()
        var archive = GoalArchive()
        var newer = try GoalStoreTests.goal("h", name: "Racing bike")
        newer.modified = Self.now.advanced(by: .seconds(1))
        var older = try GoalStoreTests.goal("g", name: "Old name")
        older.modified = Self.now.advanced(by: .seconds(-1))
        archive.goals = [newer, older]
        #expect(try store.merge(archive, now: Self.now).goals.map(\.name) == ["Racing bike"])
    }

    @Test("Records with other ids are the same when their content is")
    func merge_otherIDs_areMatchedByContent() throws {
        let store = try filledStore()
        let before = try store.archive()
        var archive = GoalArchive()
        let mint = PublicKey(raw: Hash(sha256: "mint".utf8).raw)
        archive.goals = [try GoalStoreTests.goal("another", name: "Bike")]
        archive.assets = [try GoalStoreTests.asset("another-asset", source: .wallet(mint))]
        #expect(try store.merge(archive, now: Self.now).isEmpty)
        #expect(try store.archive() == before)
    }

    @Test("An import with a bad cell writes nothing and names file, row and column")
    func csv_badCells_areNamed() throws {
        let good = GoalTables(try filledStore().archive(), calendar: .utc)
        func failure(_ change: (inout GoalTables) -> Void) throws -> String? {
            var (tables, unknown) = (good, [String]())
            change(&tables)
            do throws(ImportFailure) {
                _ = try GoalArchive(tables, calendar: .utc, unknownColumns: &unknown)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(try failure { $0.goals = "" } == "goals.csv: the file has no header")
        #expect(try failure { $0.goals = "id,name\n" } == "goals.csv, column currency: the column is missing")
        #expect(try failure { $0.goals = "\"open" } == "goals.csv: the quote of line 1 is not closed")
        #expect(
            try failure { $0.assets = "id,currency\na,U?D\n" }
                == "assets.csv, row 2, column currency: the currency is not known")
        #expect(
            try failure { $0.assets = "id,currency\na,usd,x\n" }
                == "assets.csv, row 2: the row has 3 cells, the header 2")
        #expect(
            try failure { $0.valueChanges = good.valueChanges.replacing("5.000000,", with: "5.0000001,") }
                == "value_changes.csv, row 2, column amount: the amount is not a decimal of its currency")
        #expect(
            try failure { $0.assets = "id,currency\n" }
                == "value_changes.csv, row 2, column assetId: assets.csv has no such asset")
    }

    @Test("JSON of another format or with bad entries is refused with its place")
    func json_badFiles_areNamed() throws {
        func failure(_ text: String) throws -> String? {
            do throws(ImportFailure) {
                _ = try GoalArchive(json: text, file: "f")
                return nil
            } catch {
                return error.description
            }
        }
        #expect(try failure("[]") == "f: the file is not an export of goals in JSON")
        #expect(try failure(#"{"schema":"x"}"#) == "f, column schema: the format \"x\" is not known")
        let entry = #"{"schema":"flipcash.goals_export/1","points":[{"goal":"g","date":"2026-02-30","total":"1"}]}"#
        #expect(try failure(entry) == "f, points, row 1, column date: the value is not valid")
    }

    @Test("JSON whose records belong to none of the file, or that has wrong amounts, is refused with its place")
    func json_inconsistentFiles_areNamed() throws {
        let text = try filledStore().archive().json()
        func failure(_ old: String, _ new: String) throws -> String? {
            let changed = text.replacing(old, with: new)
            #expect(changed != text, "\(old) is not in the export")
            do throws(ImportFailure) {
                _ = try GoalArchive(json: changed, file: "f")
                return nil
            } catch {
                return error.description
            }
        }
        #expect(
            try failure("\"target\" : \"100000\"", "\"target\" : \"0\"")
                == "f, goals, row 1, column target: the amount is not above zero")
        #expect(
            try failure("\"name\" : \"Bike\"", "\"name\" : \" \"") == "f, goals, row 2, column name: the name is empty")
        #expect(
            try failure("\"standingOrder\" : \"o\"", "\"standingOrder\" : \"p\"")
                == "f, standing_runs, row 1, column standingOrder: the file has no such order")
        #expect(
            try failure("\"units\" : \"750\"", "\"units\" : \"-750\"")
                == "f, allocations, row 2, column units: the amount is not above zero")
        #expect(
            try failure("\"asset\" : \"a\"", "\"asset\" : \"b\"")
                == "f, transactions, row 1, column asset: the file has no such asset")
        #expect(
            try failure("\"goal\" : \"g\"", "\"goal\" : \"k\"")
                == "f, allocations, row 1, column goal: the file has no such goal")
    }

    @Test("A standing order runs once for a period, and its log says what it did")
    func carryOut_samePeriod_runsOnce() throws {
        let store = try filledStore()
        let order = try #require(try store.standingOrders().first)
        let run = StandingRun(order: order.id, period: "q", date: Self.now, outcome: .saved, units: 100)
        #expect(try store.carryOut(run, of: order, balance: 1_000))
        #expect(try !store.carryOut(run, of: order, balance: 1_000))
        #expect(try store.allocations(of: order.asset).shares[order.goal] == 850)
        let tooMuch = StandingRun(order: order.id, period: "r", date: Self.now, outcome: .saved, units: 151)
        #expect(throws: GoalStoreError.self) { try store.carryOut(tooMuch, of: order, balance: 1_000) }
        #expect(try store.runs(of: order.id).map(\.period) == ["q", "p"])
    }
}
