import FlipcashCore
import FlipcashTestKit
import Foundation
import GRDB
import Testing

@testable import SavingsGoals

@Suite("The file of goals")
struct GoalStoreTests {
    static let now = TestClock.start

    static func goal(_ id: String, name: String = "Trip", target: ExactInteger = 100_000) throws -> Goal {
        Goal(
            id: try #require(GoalID(id)), name: name, target: AssetAmount(units: target, .usd),
            deadline: try #require(CalendarDate("2027-03-01")), start: try #require(CalendarDate("2026-01-01")),
            created: now)
    }

    static func asset(_ id: String, owner: Goal? = nil, source: Asset.Source = .manual) throws -> Asset {
        Asset(id: try #require(AssetID(id)), currency: .usdf, source: source, owner: owner?.id)
    }

    static func transaction(_ id: String, _ asset: Asset, _ units: ExactInteger, external: String? = nil) throws
        -> AssetTransaction
    {
        AssetTransaction(
            id: try #require(TransactionID(id)), asset: asset.id, units: units, date: now, externalID: external)
    }

    @Test("Goals, assets and amounts above 64 bits survive closing and opening")
    func store_reopened_hasEverything() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("goals-a.sqlite")
        var goal = try Self.goal("g")
        goal.reminder = .init(frequency: .monthly, first: CalendarDate("2026-01-31"))
        goal.emoji = "🏝"
        let ether = try #require(AssetCurrency("eth"))
        let asset = Asset(
            id: try #require(AssetID("a")), currency: ether,
            source: .address(.init(chain: "eth", address: "0xAbC")), owner: goal.id, label: "cold")
        let huge = try #require(ExactInteger("123456789012345678901234567890"))
        let store = try GoalStore(path: path)
        try store.put(goal)
        try store.put(asset)
        try store.log(Self.transaction("t", asset, huge, external: "h:0"), for: goal.id, now: Self.now)
        store.close()

        let again = try GoalStore(path: path)
        #expect(try again.goals() == [goal])
        #expect(try again.assets(of: goal.id) == [asset])
        #expect(try again.bookBalance(of: asset.id) == huge)
        #expect(try again.allocations(of: asset.id).shares == [goal.id: huge])
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("A file of a newer program is refused and stays as it is")
    func open_newerFile_isUntouched() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("goals-a.sqlite")
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "PRAGMA user_version = 99; CREATE TABLE later (x)") }
        try queue.close()
        #expect(throws: GoalStoreFailure.newer(path)) { try GoalStore(path: path) }
        let check = try DatabaseQueue(path: path)
        #expect(try check.read { try $0.tableExists("later") && !$0.tableExists("goal") })
    }

    @Test("A file that is not a database is refused and stays as it is")
    func open_damagedFile_isUntouched() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("goals-a.sqlite")
        let text = String(repeating: "not a database ", count: 100)
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        #expect(throws: GoalStoreFailure.damaged(path)) { try GoalStore(path: path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test("Before each migration the file is copied, and three copies are kept")
    func open_olderFile_isCopiedFirst() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("goals-a.sqlite")
        var migrations = GoalSchema.migrations
        let first = try GoalStore(path: path, migrations: migrations)
        try first.put(Self.goal("g"))
        first.close()
        let version = migrations.count
        for step in 1...5 {
            migrations.append { try $0.execute(sql: "CREATE TABLE step\(step) (x)") }
            let store = try GoalStore(path: path, migrations: migrations)
            #expect(try store.goals().count == 1)
            store.close()
        }
        let copies = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".bak") }
        #expect(copies.sorted() == (2...4).map { "goals-a.\(version + $0).bak" })
        let copy = try DatabaseQueue(path: folder.file("goals-a.\(version + 2).bak"))
        #expect(try copy.read { try $0.tableExists("step2") && !$0.tableExists("step3") })
        #expect(try copy.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == version + 2)
    }

    @Test("A failed migration leaves the file at its version")
    func open_failingMigration_changesNothing() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("goals-a.sqlite")
        try GoalStore(path: path).close()
        let failing: GoalSchema.Migration = { database in
            try database.execute(sql: "CREATE TABLE half (x)")
            throw CancellationError()
        }
        #expect(throws: GoalStoreFailure.self) {
            try GoalStore(path: path, migrations: GoalSchema.migrations + [failing])
        }
        let queue = try DatabaseQueue(path: path)
        #expect(try queue.read { try !$0.tableExists("half") })
        #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == GoalStore.version)
    }

    @Test("Each change of a share adds one row to the history, an unchanged share none")
    func allocate_changes_areRecorded() throws {
        let store = try GoalStore.inMemory()
        let (goal, other, asset) = (try Self.goal("g"), try Self.goal("h"), try Self.asset("a"))
        for goal in [goal, other] { try store.put(goal) }
        try store.put(asset)
        try store.log(Self.transaction("t", asset, 1_000), now: Self.now)
        #expect(try store.allocationChanges(of: asset.id).isEmpty)
        #expect(try store.allocate(600, of: asset.id, to: goal.id, balance: 1_000, now: Self.now))
        #expect(try !store.allocate(600, of: asset.id, to: goal.id, balance: 1_000, now: Self.now))
        #expect(throws: GoalStoreError.rule(.exceedsTotal(.init(attempted: "0.000401", available: "0.000400")))) {
            try store.allocate(401, of: asset.id, to: other.id, balance: 1_000, now: Self.now)
        }
        try store.allocate(400, of: asset.id, to: other.id, balance: 1_000, now: Self.now)
        try store.allocate(0, of: asset.id, to: goal.id, balance: 1_000, now: Self.now)
        let changes = try store.allocationChanges(of: asset.id)
        #expect(changes.map(\.units) == [600, 400, 0])
        #expect(try AllocationChange.replay(changes) == store.allocations(of: asset.id))
    }

    @Test("A dedicated asset keeps its whole balance for its goal, also when money goes out")
    func log_dedicatedAsset_followsTheBalance() throws {
        let store = try GoalStore.inMemory()
        let (goal, asset) = (try Self.goal("g"), try Self.asset("a"))
        try store.put(goal)
        try store.put(asset)
        try store.log(Self.transaction("t1", asset, 10_000), for: goal.id, now: Self.now)
        try store.log(Self.transaction("t2", asset, 2_500), now: Self.now)
        #expect(try store.allocations(of: asset.id).shares == [goal.id: 12_500])
        try store.log(Self.transaction("t3", asset, -12_500), now: Self.now)
        #expect(try store.allocations(of: asset.id).shares.isEmpty)
        #expect(throws: GoalStoreError.rule(.contributionNotPositive)) {
            try store.log(Self.transaction("t4", asset, -1), for: goal.id, now: Self.now)
        }
        #expect(try store.transactions(of: asset.id).count == 3)
    }

    @Test("A deposit entered late does not undo a newer share: the history leads to today's shares")
    func log_backdated_replaysToToday() throws {
        let store = try GoalStore.inMemory()
        let (goal, asset) = (try Self.goal("g"), try Self.asset("a"))
        try store.put(goal)
        try store.put(asset)
        try store.log(Self.transaction("t1", asset, 1_000), for: goal.id, now: Self.now)
        let old = AssetTransaction(
            id: try #require(TransactionID("t2")), asset: asset.id, units: 500,
            date: Self.now.advanced(by: .seconds(-86_400)))
        try store.log(old, for: goal.id, now: Self.now.advanced(by: .seconds(60)))
        #expect(try store.allocations(of: asset.id).shares == [goal.id: 1_500])
        #expect(try AllocationChange.replay(store.allocationChanges(of: asset.id)) == store.allocations(of: asset.id))
    }

    @Test("A payment with a known id is counted once")
    func log_sameExternalID_countsOnce() throws {
        let store = try GoalStore.inMemory()
        let asset = try Self.asset("a")
        try store.put(asset)
        #expect(try store.log(Self.transaction("t1", asset, 500, external: "intent"), now: Self.now))
        #expect(try !store.log(Self.transaction("t2", asset, 500, external: "intent"), now: Self.now))
        #expect(try store.bookBalance(of: asset.id) == 500)
        #expect(try store.delete(transaction: #require(TransactionID("t1"))))
        #expect(try store.bookBalance(of: asset.id) == 0)
    }

    @Test("Deleting a goal takes what is its own and leaves shared and wallet assets")
    func delete_goal_cascades() throws {
        let store = try GoalStore.inMemory()
        let (goal, other) = (try Self.goal("g"), try Self.goal("h"))
        let own = try Self.asset("own", owner: goal)
        let shared = try Self.asset("shared", owner: goal)
        let mint = PublicKey(raw: Hash(sha256: "mint".utf8).raw)
        let wallet = try Self.asset("wallet", owner: goal, source: .wallet(mint))
        for goal in [goal, other] { try store.put(goal) }
        for asset in [own, shared, wallet] {
            try store.put(asset)
            try store.log(Self.transaction("t-\(asset.id)", asset, 100), for: goal.id, now: Self.now)
        }
        try store.log(Self.transaction("t-more", shared, 100), for: other.id, now: Self.now)
        let planned = try store.cascade(deleting: goal.id)
        #expect(try store.delete(goal: goal.id) == planned)
        #expect(planned.assets == [own.id])
        #expect(try store.goals().map(\.id) == [other.id])
        #expect(try store.assets().map(\.id) == [shared.id, wallet.id])
        #expect(try store.assets().allSatisfy { $0.owner == nil })
        #expect(try store.transaction(#require(TransactionID("t-own"))) == nil)
        #expect(try store.allocations(of: shared.id).shares == [other.id: 100])
        #expect(throws: GoalStoreError.rule(.goalNotFound("g"))) { try store.delete(goal: goal.id) }
    }

    @Test("Cancelling frees the money, finishing keeps it, and restoring brings nothing back")
    func change_lifecycle_handlesShares() throws {
        for (state, left) in [(Goal.Lifecycle.cancelled, 0), (.finished, 100), (.deleted, 0)] {
            let store = try GoalStore.inMemory()
            let (goal, asset) = (try Self.goal("g"), try Self.asset("a"))
            try store.put(goal)
            try store.put(asset)
            try store.log(Self.transaction("t", asset, 100), for: goal.id, now: Self.now)
            try store.change(goal.id, to: state, now: Self.now)
            #expect(try store.goals().isEmpty && store.goals(includingHidden: true).count == 1)
            #expect(try store.allocations(of: asset.id).total == ExactInteger(left))
            try store.change(goal.id, to: .active, now: Self.now)
            #expect(try store.allocations(of: asset.id).total == ExactInteger(left))
        }
        let store = try GoalStore.inMemory()
        try store.put(Self.goal("g"))
        try store.change(#require(GoalID("g")), to: .cancelled, now: Self.now)
        #expect(throws: GoalStoreError.lifecycle(LifecycleRefusal(state: .cancelled, next: .finished))) {
            try store.change(#require(GoalID("g")), to: .finished, now: Self.now)
        }
    }

    @Test("A finished goal keeps its total of that day, also when an earlier one of the day is stored")
    func change_finished_keepsTheTotal() throws {
        let store = try GoalStore.inMemory()
        let goal = try Self.goal("g")
        try store.put(goal)
        let today = try #require(CalendarDate("2026-05-05"))
        try store.put(point: .init(date: today, total: 10), of: goal.id)
        try store.change(goal.id, to: .finished, total: .init(date: today, total: 25), now: Self.now)
        #expect(try store.points(of: goal.id).map(\.total) == [25])
        let refused = Forecast.Point(date: today, total: 99)
        #expect(throws: GoalStoreError.self) {
            try store.change(goal.id, to: .finished, total: refused, now: Self.now)
        }
        #expect(try store.points(of: goal.id).map(\.total) == [25])
        let frozen = GoalTotal(frozen: AssetAmount(units: 25, .usd), target: AssetAmount(units: 50, .usd))
        #expect(frozen.line == "0.25 / 0.50 USD" && frozen.isComplete && !frozen.isStale)
    }

    @Test("Contributions are raised shares, not lowered ones, and deposits where a goal has all of an asset")
    func contributions_sharesAndDeposits_areListed() throws {
        let store = try GoalStore.inMemory()
        let (goal, other) = (try Self.goal("g"), try Self.goal("h"))
        let (asset, own) = (try Self.asset("a"), try Self.asset("own", owner: goal))
        for goal in [goal, other] { try store.put(goal) }
        for asset in [asset, own] { try store.put(asset) }
        func later(_ days: Int64) -> Instant { Self.now.advanced(by: .seconds(days * 86_400)) }
        for (day, units) in [(1, 100), (2, 160), (3, 90), (4, 90), (5, 95)] as [(Int64, ExactInteger)] {
            try store.allocate(units, of: asset.id, to: goal.id, balance: 1_000, now: later(day))
        }
        try store.allocate(500, of: asset.id, to: other.id, balance: 1_000, now: later(6))
        let raised = try store.contributions(of: asset, to: goal.id, since: later(2))
        #expect(raised.map(\.units) == [60, 5] && raised.map(\.date) == [later(2), later(5)])
        #expect(try store.contributions(of: own, to: goal.id, since: Self.now).isEmpty)
        for (id, units) in [("t1", 40), ("t2", -10)] as [(String, ExactInteger)] {
            try store.log(Self.transaction(id, own, units), now: Self.now)
        }
        #expect(try store.contributions(of: own, to: goal.id, since: Self.now).map(\.units) == [40])
        #expect(try store.contributions(of: own, to: other.id, since: Self.now).isEmpty)
        #expect(try store.contributions(of: own, to: goal.id, since: later(1)).isEmpty)
    }

    @Test("The share that an owner has without a row is not a contribution when a first change writes it")
    func contributions_firstChangeOfOwnedAsset_areTheDeposits() throws {
        let store = try GoalStore.inMemory()
        let goal = try Self.goal("g")
        let own = try Self.asset("own", owner: goal)
        try store.put(goal)
        try store.put(own)
        func later(_ days: Int64) -> Instant { Self.now.advanced(by: .seconds(days * 86_400)) }
        for (id, units) in [("t1", 40), ("t2", -10)] as [(String, ExactInteger)] {
            try store.log(Self.transaction(id, own, units), now: Self.now)
        }
        try store.allocate(25, of: own.id, to: goal.id, balance: 30, now: later(2))
        try store.allocate(28, of: own.id, to: goal.id, balance: 30, now: later(3))
        let all = try store.contributions(of: own, to: goal.id, since: Self.now)
        #expect(all.map(\.units) == [40, 3] && all.map(\.date) == [Self.now, later(3)])
        #expect(try store.contributions(of: own, to: goal.id, since: later(1)).map(\.units) == [3])
        #expect(try store.contributions(of: own, to: goal.id, since: later(3)).map(\.units) == [3])
    }

    @Test("A changed event of the calendar gets the next number, and a cancelled one is written once")
    func numbered_changes_areCounted() throws {
        let store = try GoalStore.inMemory()
        var goal = try Self.goal("g")
        func sequence() throws -> [Int] {
            let written = try store.numbered([CalendarFile.Event.deadline(of: goal)])
            return written.events.compactMap { written.sequence[$0.uid] }
        }
        #expect(try sequence() == [0])
        #expect(try sequence() == [0])
        goal.name = "Other"
        #expect(try sequence() == [1])
        _ = try goal.change(to: .finished, at: Self.now)
        #expect(try sequence() == [2])
        #expect(try sequence().isEmpty)
        _ = try goal.change(to: .active, at: Self.now)
        #expect(try sequence() == [3])
        var unknown = try Self.goal("never-written")
        _ = try unknown.change(to: .cancelled, at: Self.now)
        #expect(try store.numbered([CalendarFile.Event.deadline(of: unknown)], of: [unknown.id]).events.isEmpty)
    }

    @Test("Events of moved reminders, of archived and of deleted goals are called off once")
    func numbered_missingEvents_areCalledOff() throws {
        let store = try GoalStore.inMemory()
        var goal = try Self.goal("g")
        let other = try Self.goal("h", name: "Bike")
        goal.reminder = .init(frequency: .monthly, first: CalendarDate("2027-01-31"))
        func written(_ goals: [Goal], of chosen: [GoalID]? = nil) throws -> [String] {
            let events = goals.flatMap { goal in
                let schedule = ReminderSchedule(goal, calendar: .utc)
                return [CalendarFile.Event.deadline(of: goal)]
                    + (schedule.map { CalendarFile.Event.contributions(to: goal, $0) } ?? [])
            }
            let numbered = try store.numbered(events, of: chosen)
            return numbered.events.map { event in
                let mark = event.isCancelled ? "-" : "+"
                return "\(mark)\(event.uid.dropLast("@flipcash".count)) \(numbered.sequence[event.uid] ?? -1)"
            }
        }
        #expect(
            try written([goal, other]) == [
                "+goal-deadline-g 0", "+goal-contribution-g-20270131 0", "+goal-contribution-g-20270228 0",
                "+goal-deadline-h 0",
            ])
        goal.reminder = .init(frequency: .monthly, first: CalendarDate("2027-02-28"))
        // A file about one goal leaves the events of others alone.
        #expect(
            try written([goal], of: [goal.id]) == [
                "+goal-deadline-g 0", "+goal-contribution-g-20270228 0", "-goal-contribution-g-20270131 1",
            ])
        _ = try goal.change(to: .deleted, at: Self.now)
        #expect(
            try written([goal]) == [
                "-goal-deadline-g 1", "-goal-contribution-g-20270228 1", "-goal-deadline-h 1",
            ])
        #expect(try written([goal]).isEmpty)
        let again = try store.numbered([CalendarFile.Event.deadline(of: other)])
        let file = CalendarFile(events: again.events, sequence: again.sequence, stamp: Self.now)
        #expect(file.text.contains("SEQUENCE:2\r\nDTSTART;VALUE=DATE:20270301\r\n"))
    }

    @Test("Settings keep their values; an undo window of 0 stays 0")
    func settings_stored_areRead() throws {
        let store = try GoalStore.inMemory()
        #expect(try store.settings() == GoalSettings())
        var settings = GoalSettings()
        settings.undoHours = 0
        settings.paymentDay = 28
        settings.thresholds.critical = 700
        settings.thresholds.attention = 350
        settings.budget = AssetAmount(units: 30_000, .usd)
        settings.appliedMonth = MonthLabel("2026-12")
        settings.lastReminded = Self.now
        try store.put(settings)
        #expect(try store.settings() == settings)
        settings.budget = nil
        try store.put(settings)
        #expect(try store.settings() == settings)
    }

    @Test("Drafts of past months move into the current one; its own plan wins, with newer choices")
    func rollDrafts_pastMonths_move() throws {
        let store = try GoalStore.inMemory()
        let goal = try Self.goal("g")
        try store.put(goal)
        let (old, month) = (try #require(MonthLabel("2026-11")), try #require(MonthLabel("2026-12")))
        func plan(_ month: MonthLabel, flex: Plan.Flex, later: Int) -> Plan {
            Plan(
                goal: goal.id, month: month,
                figures: PlanFigures(required: 10, remaining: 30, months: 3, currency: .usd, flex: flex),
                computed: Self.now.advanced(by: .seconds(later)))
        }
        try store.put([plan(old, flex: .protected, later: 5), plan(month, flex: .flexible, later: 0)])
        try store.rollDrafts(into: month)
        #expect(try store.plans(of: old).isEmpty)
        #expect(try store.plans(of: month)[goal.id]?.figures.flex == .protected)
    }
}
