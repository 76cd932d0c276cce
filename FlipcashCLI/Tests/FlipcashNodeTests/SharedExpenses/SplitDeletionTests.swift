import FlipcashCore
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// What is deleted takes along what belongs to it, in as many steps as it needs, and nothing of others.
@Suite("Shared expenses: deletions")
struct SplitDeletionTests {
    private func account(_ person: Int, _ stage: SplitStage) throws -> SplitAccountRow? {
        try stage.bench.store.read { try $0.splitAccount(stage.bench.accounts[person]) }
    }

    private func group(_ person: Int, _ stage: SplitStage) throws -> SplitGroup? {
        let key = EntityKey(.group, TestID.entity(1).text)
        guard case .group(let group)? = try stage.bench.sees(person)?[key] else { return nil }
        return group
    }

    /// Puts more deleted payments into a group than one step changes.
    private func fill(_ group: EntityID, _ stage: SplitStage) throws {
        try stage.bench.store.write { writer in
            let number = try writer.integer(
                "SELECT id FROM split_entities WHERE kind = 2 AND uuid = ?", [try group.blob()])
            for id in 0...SplitLimits.cascade {
                try writer.execute(
                    """
                    INSERT INTO split_entities (kind, space, uuid, owner, grp, is_open, updated_at, data)
                    VALUES (4, 0, ?, NULL, ?, 0, 0, NULL)
                    """, [try TestID.entity(10_000 + id).blob(), number])
            }
        }
    }

    @Test("a member who is removed from a group of two takes along expenses that do not name the member")
    func removeMember_ofGroupOfTwo_deletesAllExpenses() async throws {
        var stage = try await SplitStage()
        try stage.group()
        try stage.expense(2, among: [stage.ann])
        try stage.does(.removeMember(MemberRemoval(group: TestID.entity(1), member: stage.bo)))
        #expect(try stage.bench.sees(0) == [:])
        #expect(try stage.bench.findings() == [])
    }

    @Test("a payment that takes back one of a deleted group does not report that one as changed")
    func putPayment_reversalOfDeletedGroups_changesOneEntity() async throws {
        var stage = try await SplitStage()
        try stage.group()
        var paid = stage.payment()
        paid.state = .completed
        try stage.does(.putPayment(paid), by: 1)
        try stage.does(.deleteGroup(TestID.entity(1)))
        try stage.group(8)
        let before = try #require(try account(1, stage)).revision
        var back = stage.payment(4, group: 8)
        (back.from, back.to, back.reverses) = (stage.ann, stage.bo, paid.id)
        try stage.does(.putPayment(back))
        #expect(try account(1, stage)?.revision == before + 1)
    }

    @Test("an account that sees much leaves everything when it is deleted, and other accounts keep their windows")
    func deleteAccount_seesMuch_leavesEverything() async throws {
        var stage = try await SplitStage()
        // One step is for 32 entities, in the order in which they were made.
        for number in 0..<32 { try stage.knows(TestID.member(1000 + number), by: 1) }
        try stage.group()
        try stage.expense()
        try stage.does(.deleteAccount(stage.bo), by: 1)
        #expect(try account(1, stage)?.state == .deleted)
        #expect(try group(0, stage)?.members.map(\.name) == ["Somebody", Friend.deletedName])
        let windows = try stage.bench.store.read { try $0.integer("SELECT count(*) FROM split_windows") }
        #expect(windows == 1)
        #expect(try stage.bench.findings() == [])
    }

    @Test("a large group that passes to another member keeps its expenses")
    func deleteAccount_ownerOfLargeGroup_passesItOn() async throws {
        var stage = try await SplitStage()
        let group = try stage.group()
        let expense = try stage.expense()
        try fill(group.id, stage)
        try stage.does(.deleteAccount(stage.ann))
        #expect(try account(0, stage)?.state == .deleted)
        #expect(try self.group(1, stage)?.owner == stage.bench.accounts[1])
        #expect(try stage.bench.sees(1)?[EntityKey(.expense, expense.id.text)] != nil)
    }

    @Test("a late order to go on with a deletion does not change an account that takes part")
    func proceed_activeAccount_changesNothing() async throws {
        var stage = try await SplitStage()
        try stage.knows()
        try stage.group()
        let before = try stage.views()
        let (store, now) = (stage.bench.store, stage.bench.memory.now)
        let late = SplitProceeding(target: .account(stage.bench.accounts[0]), now: now)
        let hasMore = try store.write { try $0.apply(.sharedExpenses(.proceed(late))).split?.hasMore }
        #expect(hasMore == false)
        #expect(try account(0, stage)?.state == .active)
        #expect(try stage.views() == before)
    }

    @Test("what an account has seen is forgotten in steps when the operator removes the account")
    func erase_sawMuch_takesSteps() async throws {
        var stage = try await SplitStage()
        let group = try stage.group()
        try fill(group.id, stage)
        let number = try #require(try account(2, stage)).number
        let store = stage.bench.store
        let seen = try store.write { writer in
            try writer.execute(
                """
                INSERT INTO split_visibility (entity, account, revision, state, changed_at)
                SELECT id, ?, id, 1, 0 FROM split_entities WHERE kind = 4
                """, [number])
        }
        #expect(seen == SplitLimits.cascade + 1)
        let erasure = SplitErasure(account: stage.bench.accounts[2], now: stage.bench.memory.now)
        func erase() throws -> Bool? {
            try store.write { try $0.apply(.sharedExpenses(.erase(erasure))).split?.hasMore }
        }
        #expect(try erase() == true)
        let left = try store.read {
            try $0.integer("SELECT count(*) FROM split_visibility WHERE account = ?", [number])
        }
        #expect(left == 1)
        #expect(try erase() == true)
        #expect(try erase() == false)
        #expect(try account(2, stage) == nil)
    }
}
