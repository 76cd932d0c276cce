import FlipcashCore
import FlipcashTestKit
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// What goes on in the background touches one account or one group, and forgets only what is old.
@Suite("Shared expenses: upkeep")
struct SplitUpkeepTests {
    private static let day: Int64 = 86_400

    private func account(_ person: Int, _ stage: SplitStage) throws -> SplitAccountRow {
        try #require(try stage.bench.store.read { try $0.splitAccount(stage.bench.accounts[person]) })
    }

    private func forget(_ stage: SplitStage, days: Int64) throws {
        let now = stage.bench.memory.now.adding(seconds: days * Self.day)
        _ = try stage.bench.store.write { try $0.apply(.sharedExpenses(.forget(now.instant))) }
    }

    /// Marks a group as being deleted, or a member of it as being removed.
    private func fence(_ group: Int, member: MemberID? = nil, _ stage: SplitStage) throws {
        try stage.bench.store.write { writer in
            let fences = try writer.execute(
                """
                INSERT INTO split_fences (grp, kind, member)
                SELECT id, ?, ? FROM split_entities WHERE kind = 2 AND uuid = ?
                """, [member == nil ? 1 : 2, try member?.blob(), try TestID.entity(group).blob()])
            #expect(fences == 1)
        }
    }

    private func proceed(_ stage: SplitStage) throws -> Bool {
        let target = try #require(try stage.bench.store.read { try $0.nextSplitDeletion() })
        return try stage.bench.store.write { writer in
            let order = SplitOrder.proceed(SplitProceeding(target: target, now: stage.bench.memory.now))
            return try writer.apply(.sharedExpenses(order)).split?.hasMore ?? false
        }
    }

    private func sees(_ kind: EntityKey.Kind, _ id: Int, _ person: Int, _ stage: SplitStage) throws -> Bool {
        try stage.bench.sees(person)?[EntityKey(kind, TestID.entity(id).text)] != nil
    }

    @Test("a large clearing marks one account, goes on with the same request, and keeps what is newer")
    func clear_large_marksOneAccount() async throws {
        var stage = try await SplitStage()
        for number in 0..<514 { try stage.knows(TestID.member(1000 + number)) }
        try stage.knows(TestID.member(7), by: 1)
        let cutoff = stage.bench.memory.now
        let newer = Friend(owner: stage.bench.accounts[0], memberID: TestID.member(8), name: "Eve")
        #expect(try stage.send(.putFriend(FriendPut(newer)), by: 0, later: 1).code == .ok)
        let clearing = stage.bench.operation(.clearAll(cutoff), 90_000, by: 0)
        let first = try stage.bench.perform(clearing, by: 0)
        #expect(first.code == .inProgress && first.remaining == 2)
        #expect(try account(0, stage).clearingUntil == cutoff)
        #expect(try account(1, stage).clearingUntil == nil)
        #expect(try stage.send(.deleteFriend(TestID.member(8)), by: 0).detail == SplitFailure.Code.clearing.rawValue)
        try stage.knows(TestID.member(9), by: 1)
        #expect(try stage.bench.perform(clearing, by: 0).code == .ok)
        #expect(try account(0, stage).clearingUntil == nil)
        #expect(try stage.bench.sees(0)?.keys.map(\.id) == [TestID.member(8).text])
        #expect(try stage.bench.sees(1)?.count == 2)
        #expect(try stage.bench.findings() == [])
    }

    @Test("results are forgotten after 45 days, and not before")
    func forget_results_afterTheirTime() async throws {
        var stage = try await SplitStage()
        let put = SplitChange.putFriend(FriendPut(stage.row(stage.friend)))
        let (first, second) = (stage.bench.operation(put, 1, by: 0), stage.bench.operation(put, 2, by: 0))
        let start = stage.bench.memory.now
        #expect(try stage.bench.perform(first, by: 0).code == .ok)
        try stage.does(.deleteFriend(stage.friend))
        #expect(try stage.bench.perform(second, by: 0, at: start.adding(seconds: Self.day)).code == .ok)
        try forget(stage, days: 45)
        #expect(try stage.bench.perform(first, by: 0).code == .ok)
        _ = try stage.bench.store.write { writer in
            try writer.apply(.sharedExpenses(.forget(start.adding(seconds: 45 * Self.day + 1).instant)))
        }
        // The first operation is no longer known, and is carried out as a new one.
        #expect(try stage.bench.perform(first, by: 0).code == .unchanged)
        #expect(try stage.bench.perform(second, by: 0).code == .ok)
    }

    @Test("a result is forgotten without a younger one that another account has for an operation with the same id")
    func forget_sameIDOfTwoAccounts_keepsYoungerResult() async throws {
        let stage = try await SplitStage()
        let start = stage.bench.memory.now
        for person in [0, 1] {
            let put = SplitChange.putFriend(FriendPut(stage.row(TestID.member(7 + person), by: person)))
            let operation = stage.bench.operation(put, 1, by: person)
            let time = start.adding(seconds: Int64(person) * Self.day)
            #expect(try stage.bench.perform(operation, by: person, at: time).code == .ok)
        }
        try forget(stage, days: 46)
        let isKnown = try [0, 1].map { person in
            let number = try account(person, stage).number
            return try stage.bench.store.read { try $0.splitResult(of: TestID.entity(1), account: number) } != nil
        }
        #expect(isKnown == [false, true])
    }

    @Test("removals are forgotten after 90 days: the account then needs a new snapshot, and no other account does")
    func forget_removals_movesOneHorizon() async throws {
        var stage = try await SplitStage()
        for member in [7, 8] { try stage.knows(TestID.member(member)) }
        try stage.knows(TestID.member(9), by: 1)
        // The later row is removed first, so that its removal has the smaller revision.
        for member in [8, 7] { try stage.does(.deleteFriend(TestID.member(member))) }
        let deletion = SplitChange.deleteFriend(TestID.member(9))
        #expect(try stage.send(deletion, by: 1, later: Self.day).code == .ok)
        try stage.knows(TestID.member(10), by: 0)
        try forget(stage, days: 90)
        #expect(try account(0, stage).horizon == 0)
        _ = try stage.bench.store.write { writer in
            let now = stage.bench.memory.now.adding(seconds: 90 * Self.day + 1)
            _ = try writer.apply(.sharedExpenses(.forget(now.instant)))
        }
        #expect(try account(0, stage).horizon == 4)
        #expect(try account(1, stage).horizon == 0)
        #expect(try stage.bench.sees(0)?.count == 1)
        let rows = try stage.bench.store.read { reader in
            try reader.integer("SELECT count(*) FROM split_visibility")
        }
        #expect(rows == 2)
    }

    @Test("when a removal is forgotten, the accounts that still see the entity keep it")
    func forget_removalOfOneViewer_keepsOthers() async throws {
        var stage = try await SplitStage()
        try stage.group()
        try stage.does(.leaveGroup(TestID.entity(1)), by: 1)
        try forget(stage, days: 91)
        #expect(try account(1, stage).horizon > 0)
        #expect(try sees(.group, 1, 0, stage))
    }

    @Test("the removal of an account keeps the entities, results and bounds of other accounts")
    func erase_account_leavesOthers() async throws {
        var stage = try await SplitStage()
        try stage.knows(TestID.member(7))
        try stage.knows(TestID.member(9), by: 1)
        let group = SplitGroup.sample(1, [stage.bo, stage.cy])
        let operation = stage.bench.operation(.putGroup(GroupPut(group)), 1, by: 1)
        #expect(try stage.bench.perform(operation, by: 1).code == .ok)
        let expense = try Expense.sample(
            2, in: group.id, paidBy: stage.bo, among: [stage.bo, stage.cy], units: 100)
        try stage.does(.putExpense(ExpensePut(expense)), by: 1)
        let before = try (stage.bench.sees(1), stage.bench.sees(2), stage.bench.hears(1))
        let erasure = SplitErasure(account: stage.bench.accounts[0], now: stage.bench.memory.now)
        while try stage.bench.store.write({ try $0.apply(.sharedExpenses(.erase(erasure))).split?.hasMore ?? false }) {}
        #expect(try stage.bench.sees(1) == before.0)
        #expect(try stage.bench.sees(2) == before.1)
        #expect(try stage.bench.hears(1) == before.2)
        #expect(try account(1, stage).state == .active)
        #expect(try stage.bench.perform(operation, by: 1).code == .ok)
        let windows = try stage.bench.store.read { try $0.integer("SELECT count(*) FROM split_windows") }
        #expect(windows == 1)
        #expect(try stage.bench.findings() == [])
    }

    @Test("the deletion of a fenced group changes no other group, and keeps the fence of another")
    func proceed_oneGroup_leavesOthers() async throws {
        var stage = try await SplitStage()
        for group in [1, 2, 3] { try stage.group(group) }
        try stage.expense(20, in: 1)
        try stage.expense(21, in: 2)
        try fence(1, stage)
        try fence(2, stage)
        #expect(try stage.send(.leaveGroup(TestID.entity(1)), by: 1).code == .conflict)
        try stage.does(.leaveGroup(TestID.entity(3)), by: 1)
        #expect(try proceed(stage))
        #expect(try sees(.group, 1, 0, stage))
        #expect(try !proceed(stage))
        #expect(try !sees(.group, 1, 0, stage))
        #expect(try sees(.group, 2, 0, stage) && sees(.expense, 21, 1, stage))
        #expect(try stage.send(.leaveGroup(TestID.entity(2)), by: 1).code == .conflict)
        while try stage.bench.store.read({ try $0.nextSplitDeletion() }) != nil { _ = try proceed(stage) }
        #expect(try !sees(.group, 2, 0, stage) && sees(.group, 3, 0, stage))
        #expect(try stage.bench.findings() == [])
    }

    @Test("a group that is being deleted does not keep its people from making a direct group")
    func putGroup_otherGroupFenced_isMade() async throws {
        var stage = try await SplitStage()
        try stage.group(1)
        try fence(1, stage)
        #expect(try stage.send(.putGroup(GroupPut(.sample(1, [stage.ann, stage.bo]))), by: 0).code == .conflict)
        let direct = SplitGroup.sample(2, [stage.bo, stage.ann], isDirect: true)
        #expect(try stage.send(.putGroup(GroupPut(direct)), by: 1).code == .ok)
        #expect(try sees(.group, 2, 0, stage))
    }

    @Test("a member who is removed behind a fence takes along the expenses that name the member, and no others")
    func proceed_oneMember_keepsOtherExpenses() async throws {
        var stage = try await SplitStage()
        try stage.group(1, [stage.ann, stage.bo, stage.cy])
        try stage.expense(20)
        try stage.expense(21, among: [stage.ann, stage.cy])
        try fence(1, member: stage.bo, stage)
        while try stage.bench.store.read({ try $0.nextSplitDeletion() }) != nil { _ = try proceed(stage) }
        #expect(try !sees(.expense, 20, 0, stage) && sees(.expense, 21, 0, stage))
        #expect(try stage.bench.sees(1) == [:])
        guard case .group(let group)? = try stage.bench.sees(0)?[EntityKey(.group, TestID.entity(1).text)] else {
            throw SplitFailure(.groupNotFound)
        }
        #expect(group.members.map(\.id) == [stage.ann, stage.cy])
        #expect(try stage.bench.findings() == [])
    }

    // MARK: Removals

    @Test("a member who is removed is still found as the friend whom another member was made of")
    func removeMember_sourceOfAnother_staysNamed() async throws {
        var stage = try await SplitStage()
        var group = SplitGroup.sample(1, [stage.ann, TestID.member(7), TestID.member(8)])
        group.members[1].accountFriendMemberID = TestID.member(8)
        try stage.does(.putGroup(GroupPut(group)))
        try stage.does(.removeMember(MemberRemoval(group: group.id, member: TestID.member(8))))
        #expect(try stage.bench.findings() == [])
    }

    @Test("the payments of a deleted group are no longer looked up, and those of other groups still are")
    func deleteGroup_oneOfTwo_keepsLookupsOfOther() async throws {
        var stage = try await SplitStage()
        for number in [1, 2] {
            try stage.group(number)
            let expense = try stage.expense(10 + number, in: number)
            var payment = stage.payment(20 + number, group: number)
            payment.settles = [expense.splits[1].id]
            try stage.does(.putPayment(payment), by: 1)
        }
        try stage.does(.deleteGroup(TestID.entity(1)))
        let payments = try stage.bench.store.read { try $0.integer("SELECT count(*) FROM split_payments") }
        #expect(payments == 1)
        // The payment still locks the shares of the other expense.
        var expense = try Expense.sample(
            12, in: TestID.entity(2), paidBy: stage.ann, among: [stage.ann, stage.bo], units: 1000)
        expense.total.units = 2000
        expense.payers[0].units = 2000
        for index in expense.splits.indices { expense.splits[index].units *= 2 }
        #expect(try stage.send(.putExpense(ExpensePut(expense, baseVersion: 1)), by: 0).code == .lockedBySettlement)
    }

    @Test("a withdrawn invitation or request leaves the others in place")
    func revoke_oneOfTwo_keepsOther() async throws {
        var stage = try await SplitStage()
        for member in [7, 8] { try stage.knows(TestID.member(member)) }
        try stage.does(stage.invitation(5, token: 1, target: TestID.member(7)))
        try stage.does(stage.invitation(6, token: 2, target: TestID.member(8)))
        try stage.does(.revokeInvite(TestID.entity(5)))
        try stage.does(stage.request(15, to: 1, target: TestID.member(7)))
        try stage.does(stage.request(16, to: 2, target: TestID.member(8)))
        try stage.does(.cancelRequest(TestID.entity(15)))
        let again = try stage.send(stage.request(17, to: 2, target: TestID.member(7)), by: 0)
        #expect(again.detail == SplitFailure.Code.pendingExists.rawValue)
        #expect(try stage.send(SplitStage.claim(token: 1), by: 1).code == .notFound)
        try stage.does(SplitStage.claim(token: 2), by: 1)
    }

    @Test("after another group was deleted, an older text of a group still loses")
    func deleteGroup_oneOfTwo_keepsStampsOfOther() async throws {
        var stage = try await SplitStage()
        for number in [1, 2] {
            var group = try stage.group(number)
            group.name = "Later"
            try stage.does(.putGroup(GroupPut(group, baseVersion: 1)))
        }
        try stage.does(.deleteGroup(TestID.entity(1)))
        var operation = stage.bench.operation(.putGroup(GroupPut(.sample(2, [stage.ann, stage.bo]))), 1, by: 0)
        operation.stamp = ClockStamp(milliseconds: 1, counter: 0, actor: operation.stamp.actor)
        #expect(try stage.bench.perform(operation, by: 0).code == .unchanged)
    }

    @Test("two rows of one person stay merged when another owner makes a row")
    func putFriend_otherOwner_keepsMergedRow() async throws {
        var stage = try await SplitStage()
        for (index, member) in [7, 8].enumerated() {
            let token = UInt8(index + 1)
            try stage.knows(TestID.member(member))
            try stage.does(stage.invitation(5 + index, token: token, target: TestID.member(member)))
            try stage.does(SplitStage.claim(token: token), by: 1)
        }
        let before = try stage.bench.sees(0)
        try #require(before?.keys.count { $0.kind == .friend } == 1)
        #expect(try friend(TestID.member(7), of: 0, stage).aliases == [TestID.member(8), stage.bo])
        try stage.knows(TestID.member(30), by: 2)
        #expect(try stage.bench.sees(0) == before)
    }

    @Test("a new member's revision counts each entity that the member now sees; the others' counts only the group")
    func putGroup_newMember_countsForEachAccount() async throws {
        var stage = try await SplitStage()
        try stage.group()
        try stage.expense()
        let before = try account(1, stage).revision
        try stage.group(1, [stage.ann, stage.bo, stage.cy])
        #expect(try account(1, stage).revision == before + 1)
        #expect(try account(2, stage).revision == 2)
    }

    // MARK: Names

    private func friend(_ member: MemberID, of person: Int, _ stage: SplitStage) throws -> Friend {
        guard case .friend(let row)? = try stage.bench.sees(person)?[EntityKey(.friend, member.text)] else {
            throw SplitFailure(.friendNotFound)
        }
        return row
    }

    @Test("a new name reaches linked friends only, keeps their original names, and a repetition changes nothing")
    func rename_linkedFriend_isRenamed() async throws {
        var stage = try await SplitStage()
        try stage.invites()
        try stage.does(SplitStage.claim(), by: 1)
        try stage.knows(TestID.member(9))
        let before = try friend(stage.friend, of: 0, stage)
        #expect(before.originalName == "Dee" && before.name == "P2")
        #expect(try stage.bench.rename(1, to: "Boris") == 2)
        let after = try friend(stage.friend, of: 0, stage)
        #expect(after.name == "Boris" && after.originalName == "Dee" && after.version == before.version)
        #expect(try friend(TestID.member(9), of: 0, stage).name == "Dee")
        let revision = try account(0, stage).revision
        try stage.bench.rename(1, to: "Boris")
        #expect(try account(0, stage).revision == revision)
        #expect(try stage.bench.findings() == [])
    }

    @Test("a new name of an account that is being deleted reaches no friends")
    func rename_deletedAccount_renamesNoFriend() async throws {
        var stage = try await SplitStage()
        try stage.invites()
        try stage.does(SplitStage.claim(), by: 1)
        try stage.setAccount(1, "state", 2)
        #expect(try stage.bench.rename(1, to: "Boris") == 1)
        #expect(try friend(stage.friend, of: 0, stage).name == "P2")
    }

    // MARK: The worker

    private func worker(_ stage: SplitStage, at now: SplitTime) -> SharedExpensesWorker {
        SharedExpensesWorker(
            store: stage.bench.store, committer: GroupCommitter(store: stage.bench.store),
            clock: TestClock(now: now.instant))
    }

    @Test("the worker carries deletions to their end, and forgets what is old")
    func tick_fenceAndOldResult_areGone() async throws {
        var stage = try await SplitStage()
        try stage.group()
        try stage.expense()
        try fence(1, stage)
        let later = stage.bench.memory.now.adding(seconds: 46 * Self.day)
        try await worker(stage, at: later).tick()
        #expect(try stage.bench.sees(0) == [:])
        #expect(try stage.bench.store.read { try $0.nextSplitDeletion() } == nil)
        #expect(try stage.bench.store.read { try $0.integer("SELECT count(*) FROM split_results") } == 0)
    }

    @Test("a worker that is stopped leaves the rest of a deletion to the next start")
    func tick_cancelled_stopsBetweenSteps() async throws {
        var stage = try await SplitStage()
        try stage.group()
        try stage.expense()
        try fence(1, stage)
        let worker = worker(stage, at: stage.bench.memory.now)
        await #expect(throws: CancellationError.self) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.cancelAll()
                group.addTask { try await worker.tick() }
                try await group.waitForAll()
            }
        }
        #expect(try !sees(.expense, 2, 0, stage) && sees(.group, 1, 0, stage))
        try await worker.tick()
        #expect(try stage.bench.sees(0) == [:])
    }
}
