import FlipcashCore
import FlipcashTestKit
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// What operations on shared expenses read and write does not grow with the history.
@Suite(
    "Shared expenses: what statements cost",
    .disabled(if: TestDatabase.isPostgreSQL, TestDatabase.onlySQLite))
struct SplitCostTests {
    private static let kinds = ["SELECT", "INSERT", "UPDATE", "DELETE"]

    private let database: RecordingDatabase
    private let bench: SplitBench

    init() async throws {
        database = RecordingDatabase(database: try TestDatabase.database())
        bench = try await SplitBench(people: 4, database: database)
    }

    private func takeStatements() -> [String] {
        database.statements.take().filter { sql in Self.kinds.contains { sql.hasPrefix($0) } }
    }

    private func plan(_ sql: String) throws -> SQLitePlan {
        try bench.store.withWriter { try SQLitePlan(of: sql, in: $0) }
    }

    // MARK: Plans

    @Test("no statement of an operation, a page or a worker scans what grows", arguments: 1...3)
    func statements_all_useAnIndex(_ seed: UInt64) async throws {
        var numbers = SeededGenerator(seed: seed)
        for step in 0..<150 {
            let person = Int.random(in: 0..<4, using: &numbers)
            let operation = bench.operation(
                try bench.randomChange(step, by: person, &numbers), 70_000 + step, by: person)
            _ = try? await bench.memory.service(for: bench.accounts[person], name: "P\(person + 1)")
                .apply([operation], at: bench.memory.now)
            try bench.perform(operation, by: person)
            if step.isMultiple(of: 10) { bench.memory.advance(seconds: 61) }
        }
        try useTheRest()
        let statements = Set(takeStatements()).filter { $0.contains("split_") }
        #expect(statements.count > 80)
        for sql in statements.sorted() {
            let plan = try plan(sql)
            #expect(plan.scans == [], "\(sql)")
            // The results of one account grow, too. Only an account that is erased loses all of them.
            let readsAllResults = plan.steps.contains("SEARCH split_results USING PRIMARY KEY (account=?)")
            let erasesAccount = sql.hasPrefix("DELETE FROM split_results WHERE") && !sql.contains("operation")
            #expect(!readsAllResults || erasesAccount, "\(sql)")
        }
    }

    /// Does what random operations do rarely or never.
    private func useTheRest() throws {
        let newcomer = try #require(bench.accounts.indices.last { try bench.sees($0) != nil })
        let me = bench.members[newcomer]
        let group = SplitGroup.sample(9000, [me, TestID.member(60), TestID.member(61)])
        try bench.perform(.putGroup(GroupPut(group)), 9000, by: newcomer)
        for (index, method) in [SplitPayment.Method.direct, .cashLink].enumerated() {
            let payment = SplitPayment(
                id: TestID.entity(9010 + index), from: me, to: TestID.member(60), amount: ExpenseAmount(5, .usd),
                groupID: group.id, method: method)
            try bench.perform(.putPayment(payment), 9020 + index, by: newcomer)
            let name = String(repeating: "0\(index + 1)", count: 32)
            for (step, state) in [SplitPayment.State.submitted, .completed].enumerated() {
                let advance = PaymentAdvance(payment: payment.id, state: state, intent: name, giftCardVault: name)
                try bench.perform(.advancePayment(advance), 9030 + 10 * index + step, by: newcomer)
            }
        }
        for person in bench.accounts.indices { _ = (try bench.sees(person), try bench.hears(person)) }
        _ = try bench.store.read { reader in
            let account = try reader.activeSplitAccount(bench.accounts[newcomer])
            _ = try reader.surface(of: account, among: Set(bench.members), own: [me])
            var loader = SplitLoader(reader)
            for byte in 0..<9 as Range<UInt8> {
                try loader.loadPreview(Hash(sha256: [UInt8](repeating: byte, count: 16)))
            }
        }
        for person in bench.accounts.indices { try bench.rename(person, to: "Q\(person)") }
        try deleteInSteps(group, of: newcomer)
        let late = bench.memory.now.adding(seconds: 100 * 86_400).instant
        while try carryOut(.forget(late)) {}
        for account in bench.accounts {
            while try carryOut(.erase(SplitErasure(account: account, now: bench.memory.now))) {}
        }
    }

    /// Deletes a member, and then the group, as if they were too large for one unit.
    private func deleteInSteps(_ group: SplitGroup, of person: Int) throws {
        for fence in [(2, TestID.member(60)), (1, nil)] as [(Int, MemberID?)] {
            let among = [bench.members[person], TestID.member(fence.0 == 2 ? 60 : 61)]
            let expense = try Expense.sample(9100 + fence.0, in: group.id, paidBy: among[0], among: among, units: 10)
            let time = bench.memory.now.adding(seconds: 600 * Int64(fence.0))
            #expect(
                try bench.perform(.putExpense(ExpensePut(expense)), 9200 + fence.0, by: person, at: time).code == .ok)
            try bench.store.write { writer in
                let row = try writer.row(
                    "SELECT id FROM split_entities WHERE kind = ? AND space = 0 AND uuid = ?",
                    [EntityKey.Kind.group.stored, try group.id.blob()])
                try writer.execute(
                    "INSERT INTO split_fences (grp, kind, member) VALUES (?, ?, ?)",
                    [try row?.integer("id"), fence.0, try fence.1?.blob()])
            }
            while let target = try bench.store.read({ try $0.nextSplitDeletion() }) {
                _ = try carryOut(.proceed(SplitProceeding(target: target, now: bench.memory.now)))
            }
        }
        #expect(try bench.sees(person)?[EntityKey(.group, group.id.text)] == nil)
    }

    /// Carries out one step; whether another one is due.
    private func carryOut(_ order: SplitOrder) throws -> Bool {
        try bench.store.write { try $0.apply(.sharedExpenses(order)).split?.hasMore } ?? false
    }

    @Test("a page is read in the order of an index, up to its limit")
    func pages_statements_needNoSorting() async throws {
        try bench.perform(.putGroup(GroupPut(.sample(1, bench.members))), 1, by: 0)
        _ = takeStatements()
        _ = (try bench.sees(0), try bench.hears(0))
        let pages = Set(takeStatements()).filter { $0.contains("JOIN split_entities e ON e.id = v.entity") }
        #expect(pages.count == 2)
        for sql in pages {
            let plan = try plan(sql)
            #expect(plan.scans == [] && !plan.sorts && sql.contains("LIMIT ?"), "\(plan.steps)")
            #expect(plan.steps.first?.hasPrefix("SEARCH v USING INDEX") == true, "\(plan.steps)")
        }
    }

    @Test("an owner's rows about an account, and a group's closings and payments, are found by indexes of their own")
    func lookups_ofOneOwnerOrPeriod_useTheirIndexes() async throws {
        var row = Friend(owner: bench.accounts[0], memberID: TestID.member(70), name: "Cy")
        let request = RequestDraft(id: TestID.entity(72), recipient: bench.accounts[3], target: row.memberID)
        #expect(try bench.perform(.putFriend(FriendPut(row)), 1, by: 0).code == .ok)
        #expect(try bench.perform(.createRequest(request), 2, by: 0).code == .ok)
        let answer = RequestResponse(id: request.id, isAccepted: true)
        #expect(try bench.perform(.respondRequest(answer), 3, by: 3).code == .ok)
        let group = SplitGroup.sample(1, bench.members)
        #expect(try bench.perform(.putGroup(GroupPut(group)), 4, by: 0).code == .ok)
        let expense = try Expense.sample(5, in: group.id, paidBy: bench.members[0], among: bench.members, units: 8)
        #expect(try bench.perform(.putExpense(ExpensePut(expense)), 6, by: 0).code == .ok)
        _ = takeStatements()
        row.nickname = "C"
        try bench.perform(.putFriend(FriendPut(row)), 7, by: 0)
        let closing = GroupClosing(
            id: TestID.entity(8), groupID: group.id, asOfRevision: 0, at: SplitTime(milliseconds: 0))
        try bench.perform(.putClosing(closing), 9, by: 0)
        let statements = Set(takeStatements())
        for (part, step) in [
            ("f.linked_user IN", "SEARCH f USING COVERING INDEX split_friends_by_user (linked_user=? AND owner=?)"),
            ("ORDER BY e.updated_at DESC", "SEARCH e USING INDEX split_entities_closings (grp=?)"),
            ("e.updated_at >= ?", "SEARCH e USING INDEX split_entities_payments (grp=? AND updated_at>?)"),
            ("FROM split_settles s", "SEARCH s USING PRIMARY KEY (split=?)"),
        ] {
            let found = statements.filter { $0.contains(part) }
            #expect(!found.isEmpty, "\(part)")
            for sql in found {
                let plan = try plan(sql)
                #expect(plan.steps.contains(step) && !plan.sorts, "\(part): \(plan.steps)")
            }
        }
    }

    // MARK: Budgets

    /// The most statements of one operation or page, reading and writing.
    private static let budgets = [
        "add an expense": 23, "rename an expense": 20, "change its amount": 19, "settle a share": 19,
        "delete an expense": 21, "record cash": 24, "propose a payment": 24, "submit it": 19, "rename the group": 17,
        "add a friend": 19, "rename a friend": 20, "invite a friend": 20, "take the invitation back": 15,
        "ask for a link": 20, "accept it": 42, "leave the group": 22, "read a snapshot": 6, "read the changes": 6,
    ]

    private struct Cost: Hashable {
        let statements: Int
        let rows: Int
    }

    /// What every operation costs in a group of four accounts with some expenses and payments.
    private func costs(history: Int) async throws -> [String: Cost] {
        let database = RecordingDatabase(database: try TestDatabase.database())
        let bench = try await SplitBench(people: 4, database: database)
        let group = SplitGroup.sample(1, bench.members)
        var (step, now) = (0, bench.memory.now)
        func perform(_ change: SplitChange, by person: Int) throws -> OperationResult.Code {
            step += 1
            now = now.adding(seconds: 61)
            return try bench.perform(change, 1000 + step, by: person, at: now).code
        }
        func expense(_ id: Int, units: Int64 = 1200) throws -> Expense {
            try .sample(id, in: group.id, paidBy: bench.members[0], among: bench.members, units: units)
        }
        func payment(_ id: Int, _ method: SplitPayment.Method) -> SplitPayment {
            SplitPayment(
                id: TestID.entity(id), from: bench.members[1], to: bench.members[0], amount: ExpenseAmount(300, .usd),
                groupID: group.id, settles: [TestID.entity(id * 1000 + 1)], method: method,
                state: method == .cash ? .completed : .proposed)
        }
        #expect(try perform(.putGroup(GroupPut(group)), by: 0) == .ok)
        for number in 0..<history {
            #expect(try perform(.putExpense(ExpensePut(try expense(100 + number))), by: 0) == .ok)
            #expect(try perform(.putPayment(payment(100_000 + number, .cash)), by: 1) == .ok)
            let row = Friend(owner: bench.accounts[0], memberID: TestID.member(1000 + number), name: "F\(number)")
            #expect(try perform(.putFriend(FriendPut(row)), by: 0) == .ok)
        }
        var costs: [String: Cost] = [:]
        func measure(_ name: String, _ body: () throws -> Void) throws {
            _ = (database.statements.take(), database.statements.takeRowCount())
            try body()
            let statements = database.statements.take().filter { sql in Self.kinds.contains { sql.hasPrefix($0) } }
            costs[name] = Cost(statements: statements.count, rows: database.statements.takeRowCount())
        }
        func operation(
            _ name: String, _ change: SplitChange, by person: Int = 0, expecting code: OperationResult.Code = .ok
        ) throws {
            try measure(name) {
                let result = try perform(change, by: person)
                #expect(result == code, "\(name)")
            }
        }
        try operation("add an expense", .putExpense(ExpensePut(try expense(50))))
        var renamed = try expense(50)
        renamed.description = "Supper"
        try operation("rename an expense", .putExpense(ExpensePut(renamed, baseVersion: 1)))
        var dearer = try expense(50, units: 2400)
        dearer.description = "Supper"
        try operation("change its amount", .putExpense(ExpensePut(dearer, baseVersion: 2)))
        try operation("settle a share", .setSettlement(SettlementMark(expense: dearer.id, isSettled: true)), by: 1)
        try operation("delete an expense", .deleteExpense(dearer.id))
        try operation("record cash", .putPayment(payment(60, .cash)), by: 1)
        try operation("propose a payment", .putPayment(payment(61, .direct)), by: 1)
        try operation(
            "submit it", .advancePayment(PaymentAdvance(payment: TestID.entity(61), state: .submitted)), by: 1)
        var trip = group
        trip.name = "Journey"
        try operation("rename the group", .putGroup(GroupPut(trip, baseVersion: 1)))
        var row = Friend(owner: bench.accounts[0], memberID: TestID.member(70), name: "Cy")
        try operation("add a friend", .putFriend(FriendPut(row)))
        row.name = "Cyd"
        try operation("rename a friend", .putFriend(FriendPut(row, baseVersion: 1)))
        let invite = InviteDraft(id: TestID.entity(71), tokenHash: Hash(sha256: [7]).bytes, target: row.memberID)
        try operation("invite a friend", .createInvite(invite))
        try operation("take the invitation back", .revokeInvite(invite.id))
        let request = RequestDraft(id: TestID.entity(72), recipient: bench.accounts[3], target: row.memberID)
        try operation("ask for a link", .createRequest(request))
        try operation("accept it", .respondRequest(RequestResponse(id: request.id, isAccepted: true)), by: 3)
        try operation("leave the group", .leaveGroup(group.id), by: 2)
        try measure("read a snapshot") {
            _ = try bench.store.read { reader in
                let account = try reader.activeSplitAccount(bench.accounts[0])
                return try SplitPages(reader: reader, account: account).snapshot(after: nil)
            }
        }
        try measure("read the changes") {
            _ = try bench.store.read { reader in
                let account = try reader.activeSplitAccount(bench.accounts[0])
                return try SplitPages(reader: reader, account: account).changes(since: 1)
            }
        }
        return costs
    }

    @Test("operations and pages cost the same in a group with much history, and stay within their budgets")
    func perform_muchHistory_costsTheSame() async throws {
        // Both histories fill a page.
        let (short, long) = (try await costs(history: 25), try await costs(history: 200))
        for (name, cost) in long.sorted(by: { $0.key < $1.key }) {
            let before = try #require(short[name])
            #expect(cost == before, "\(name)")
            let budget = try #require(Self.budgets[name])
            #expect(cost.statements <= budget, "\(name)")
        }
        #expect(Set(long.keys) == Set(Self.budgets.keys))
        for name in ["read a snapshot", "read the changes"] {
            // The page, the row that says that another one follows, the account and its ids.
            #expect(try #require(long[name]).rows <= SharedExpensesLimits.pageSize + 4, "\(name)")
        }
    }
}
