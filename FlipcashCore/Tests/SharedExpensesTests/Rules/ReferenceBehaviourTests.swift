import FlipcashCore
import SharedExpensesFixtures
import Testing

@testable import SharedExpenses

/// Behaviour of the reference product that is wrong and not copied (expense specification §19).
@Suite struct ReferenceBehaviourTests {
    private let ann = TestID.member(1)
    private let bo = TestID.member(2)
    private let cy = TestID.member(3)
    private let owner = TestID.account(1)

    @Test("adjustments keep the total, and percentages are not normalized silently")
    func shares_adjusted_conserveTheTotal() throws {
        let input = SplitInput(mode: .adjusted, adjustments: [ann: 100])
        #expect(try input.shares(of: 1000, isRefund: false, among: [ann, bo, cy]) == [400, 300, 300])
        let percent = SplitInput(mode: .percent, values: [ann: "50", bo: "40"])
        #expect(throws: SplitFailure(.percentSum, ["sum": .text("90")])) {
            try percent.shares(of: 1000, isRefund: false, among: [ann, bo])
        }
    }

    @Test("a settled and an open split of one person stay two")
    func rewriting_differentFlags_keepsBoth() throws {
        var expense = try Expense.sample(1, in: nil, paidBy: cy, among: [ann, bo, cy], units: 900)
        expense.splits[0].isSettled = true
        let merged = expense.rewriting([ann], to: bo)
        #expect(merged.splits.map(\.units) == [300, 300, 300])
        #expect(merged.splits.map(\.isSettled) == [true, false, false])
        #expect(merged.total == expense.total)
        try merged.checkSums()
    }

    @Test("an expense that does not name the person stays as it was entered")
    func rewriting_otherPeople_changesNothing() throws {
        let expense = try Expense.sample(1, in: nil, paidBy: ann, among: [ann, bo], units: 200)
        #expect(expense.input != nil)
        #expect(expense.rewriting([cy], to: bo) == expense)
    }

    @Test("an owner who leaves passes the group on")
    func leaveGroup_owner_passesItOn() throws {
        var world = SplitWorld()
        for (number, member) in [ann, bo, cy].enumerated() {
            world.insert(SplitAccount(id: TestID.account(number + 1), memberID: member))
        }
        var group = SplitGroup.sample(1, [ann, bo, cy])
        group.owner = owner
        world.groups[group.id] = group
        try world.leaveGroup(group.id, by: SplitCaller(account: owner, ids: [ann]))
        #expect(world.groups[group.id]?.owner == TestID.account(2))
    }

    @Test("a declined request cannot be declined again in another state")
    func respond_accepted_notPending() throws {
        var world = SplitWorld()
        world.insert(SplitAccount(id: owner, memberID: ann, displayName: "Ann"))
        world.insert(SplitAccount(id: TestID.account(2), memberID: bo, displayName: "Bo"))
        world.friends[FriendKey(owner: owner, memberID: cy)] = Friend(owner: owner, memberID: cy, name: "B")
        let now = SplitTime(seconds: 0)
        _ = try world.createRequest(
            LinkRequest(
                id: TestID.entity(1), requester: owner, recipient: TestID.account(2), target: cy, createdAt: now))
        _ = try world.respond(to: TestID.entity(1), by: TestID.account(2), accepting: true, at: now)
        #expect(throws: SplitFailure(.notPending)) {
            try world.respond(to: TestID.entity(1), by: TestID.account(2), accepting: false, at: now)
        }
    }

    @Test("a payer who takes no part is owed")
    func balances_payerNotInvolved_counts() throws {
        let expense = try Expense.sample(1, in: nil, paidBy: cy, among: [ann, bo], units: 200)
        let ledger = try DebtLedger(expenses: [expense], payments: []) { $0 }
        #expect(try ledger.balances(of: cy).map(\.net) == [100, 100])
    }

    @Test("a ghost keeps its name when its owner edits the row")
    func upserted_ghost_keepsItsName() {
        let stored = Friend(owner: owner, memberID: bo, name: "Bo", linkState: .ghost)
        let row = Friend.upserted(stored: stored, incoming: Friend(owner: owner, memberID: bo, name: "Deleted User"))
        #expect(row.name == "Bo" && row.linkState == .ghost)
    }

    @Test("two people with one name stay two in an import")
    func mapping_sameNames_stayTwo() throws {
        var file = PayBackFile()
        file.friends = [.init(id: MemberID("c1"), name: "Sam"), .init(id: MemberID("c2"), name: "Sam")]
        var made = 0
        let mapping = try ImportMapping(of: file, own: (MemberID("me"), ann), existing: .init()) {
            made += 1
            return "new-\(made)"
        }
        #expect(mapping.newFriendOrder.count == 2)
    }

    @Test("a preview needs an account, and only the hash of a token is stored")
    func preview_withoutAccount_denied() async throws {
        let server = InMemorySharedExpenses()
        await #expect(throws: ServiceFailure.denied) {
            try await server.service(for: owner, name: "A").preview(token: [UInt8](repeating: 1, count: 16))
        }
        #expect(SplitInvite.lifetime == 30 * 24 * 3600)
    }

    @Test("a payer may delete, a participant may not")
    func checkDeletion_payer_allowed() throws {
        var expense = try Expense.sample(1, in: nil, paidBy: bo, among: [ann, bo, cy], units: 300)
        expense.owner = owner
        #expect(try ExpenseAccess.checkDeletion(of: expense, by: SplitCaller(account: TestID.account(2), ids: [bo])))
        #expect(throws: SplitFailure(.forbidden)) {
            try ExpenseAccess.checkDeletion(of: expense, by: SplitCaller(account: TestID.account(3), ids: [cy]))
        }
    }

    @Test("a group of two is direct only when it says so")
    func putGroup_twoPeople_isNoDirectGroup() {
        #expect(!SplitGroup.sample(1, [ann, bo]).isDirect)
    }

    @Test("occurrences are counted from the first day, so short months cause no drift")
    func day_monthly_doesNotDrift() throws {
        let first = try #require(CalendarDate("2026-01-31"))
        let series = Recurrence(series: TestID.entity(1), frequency: .monthly, first: first)
        #expect(
            (0..<4).map { series.day(of: $0)?.description } == ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"])
        let (leapDay, last) = (try #require(CalendarDate("2024-02-29")), try #require(CalendarDate("2026-12-31")))
        let yearly = Recurrence(series: TestID.entity(1), frequency: .yearly, first: leapDay, until: last)
        #expect((0..<4).map { yearly.day(of: $0)?.description } == ["2024-02-29", "2025-02-28", "2026-02-28", nil])
        #expect(yearly.due(on: try #require(CalendarDate("2026-02-27"))).map(\.index) == [1])
        #expect(CalendarDate("2026-02-30") == nil)
    }

    @Test("bad input gives an error and never a trap", arguments: [Int64.min, Int64.max, 1, -1, 0])
    func shares_extremeInput_throws(_ units: Int64) {
        let input = SplitInput(mode: .adjusted, adjustments: [ann: .min, bo: .max])
        #expect(throws: SplitFailure.self) { try input.shares(of: units, isRefund: false, among: [ann, bo]) }
        #expect(throws: SplitFailure.self) {
            try SplitInput(mode: .exact, values: [ann: "9223372036854775807", bo: "9223372036854775807"])
                .shares(of: units, isRefund: units < 0, among: [ann, bo])
        }
        let rate = PinnedRate(
            currency: .usd, base: .usd, value: "999999999999999999", source: "", at: SplitTime(seconds: 0))
        if units.magnitude > 1 { #expect(throws: SplitFailure.self) { try rate.baseUnits(of: units) } }
        #expect(SplitTime(seconds: units).adding(seconds: units) >= SplitTime(milliseconds: .min))
        _ = try? ExpenseDebt.derive(paid: [ann: units], shares: [bo: units])
        _ = try? Simplification.transfers([ann: units, bo: 0 &- units])
    }
}
