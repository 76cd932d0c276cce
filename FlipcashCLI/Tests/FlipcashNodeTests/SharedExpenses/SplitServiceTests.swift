import FlipcashCore
import FlipcashCoreAPI
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// What the node answers to forged, replayed, oversized and too many requests.
@Suite("Shared expenses: hostile requests")
struct SplitServiceTests {
    private func ids(_ operation: Int) -> EntityID { TestID.entity(900_000 + operation) }

    @Test("a request changed after signing is refused by every method, and an unknown key is not a user")
    func requests_forged_areRefused() async throws {
        try await SplitTown.run { town in
            let stub = Flipcash_Split_V1_SharedExpenses.Client(wrapping: town.harness.client)
            let somebody = try SplitTown.somebody(1)
            _ = try await town.service(for: 1).account()
            var snapshot = Flipcash_Split_V1_GetSnapshotRequest()
            snapshot.auth = try somebody.auth(snapshot)
            snapshot.queryOptions.pageSize = 5
            #expect(await grpcStatus { try await stub.getSnapshot(snapshot) }?.code == .unauthenticated)
            var changes = Flipcash_Split_V1_GetChangesRequest()
            changes.auth = try somebody.auth(changes)
            changes.since = 1
            #expect(await grpcStatus { try await stub.getChanges(changes) }?.code == .unauthenticated)
            var resolve = Flipcash_Split_V1_ResolveMembersRequest.with {
                $0.ids = [.with { $0.value = [UInt8](repeating: 1, count: 16) }]
            }
            resolve.auth = try somebody.auth(resolve)
            resolve.ids.append(.with { $0.value = [UInt8](repeating: 2, count: 16) })
            #expect(await grpcStatus { try await stub.resolveMembers(resolve) }?.code == .unauthenticated)
            var account = Flipcash_Split_V1_GetAccountRequest()
            account.auth = try Somebody("unknown").auth(account)
            #expect(await grpcStatus { try await stub.getAccount(account) }?.code == .permissionDenied)
        }
    }

    @Test("a call with a malformed operation is refused whole, and told apart from other refusals")
    func apply_malformed_isRefusedWhole() async throws {
        try await SplitTown.run { town in
            let service = try await town.service(for: 1)
            let account = try await service.account()
            let now = await town.now
            func operation(_ id: Int, name: String) -> SplitOperation {
                SplitOperation(
                    id: TestID.entity(id),
                    stamp: ClockStamp(
                        milliseconds: UInt64(now.milliseconds), counter: UInt32(id), actor: "0000000000000001"),
                    change: .putFriend(
                        FriendPut(
                            Friend(owner: account.account.id, memberID: TestID.member(id), name: name))))
            }
            let (good, bad) = (operation(7, name: "Cy"), operation(8, name: ""))
            #expect(good.invalidField(by: account.account.id) == nil)
            #expect(bad.invalidField(by: account.account.id) == "put_friend.friend.name")
            let refused = await #expect(throws: ServiceFailure.self) {
                try await service.apply([good, bad], at: now)
            }
            guard case .invalidRequest(let reason)? = refused else {
                Issue.record("\(refused as Any)")
                return
            }
            #expect(reason.contains("ops[1].put_friend.friend.name"), "\(reason)")
            #expect(try await service.snapshot(cursor: nil).entities.isEmpty)
            // A key that the node does not know is refused for another reason: nothing is wrong with the operations.
            let stranger = SharedExpensesClient(
                stub: Flipcash_Split_V1_SharedExpenses.Client(wrapping: town.harness.client),
                owner: try Somebody("unknown").key, user: account.account.id)
            let unknown = await #expect(throws: ServiceFailure.self) { try await stranger.apply([good], at: now) }
            guard case .malformed? = unknown else {
                Issue.record("\(unknown as Any)")
                return
            }
        }
    }

    @Test("every operation on things of others is refused, and changes nothing")
    func apply_foreignIDs_changesNothing() async throws {
        let bench = try await SplitBench(people: 3, database: try TestDatabase.database())
        let (ann, bo) = (bench.members[0], bench.members[1])
        let group = SplitGroup.sample(1, [ann, bo])
        try bench.perform(.putGroup(GroupPut(group)), 1, by: 0)
        let expense = try Expense.sample(2, in: group.id, paidBy: ann, among: [ann, bo], units: 900)
        try bench.perform(.putExpense(ExpensePut(expense)), 2, by: 0)
        let payment = SplitPayment(
            id: TestID.entity(3), from: bo, to: ann, amount: ExpenseAmount(100, .usd), groupID: group.id)
        try bench.perform(.putPayment(payment), 3, by: 1)
        let row = Friend(owner: bench.accounts[0], memberID: TestID.member(7), name: "Cy", status: .friend)
        try bench.perform(.putFriend(FriendPut(row)), 4, by: 0)
        let invite = InviteDraft(
            id: TestID.entity(5), tokenHash: Hash(sha256: [1, 2, 3]).bytes, target: row.memberID)
        try bench.perform(.createInvite(invite), 5, by: 0)
        let request = RequestDraft(id: TestID.entity(6), recipient: bench.accounts[1], target: row.memberID)
        try bench.perform(.createRequest(request), 6, by: 0)
        let (before, foreign) = (try bench.sees(0), bench.members[2])
        var stolen = group
        stolen.owner = bench.accounts[2]
        stolen.members.append(GroupMember(id: foreign, name: "Me"))
        let attacks: [SplitChange] = [
            .putGroup(GroupPut(stolen)), .deleteGroup(group.id), .leaveGroup(group.id),
            .removeMember(MemberRemoval(group: group.id, member: ann, force: true)),
            .putExpense(ExpensePut(expense, baseVersion: 1)), .deleteExpense(expense.id),
            .setSettlement(SettlementMark(expense: expense.id, members: [bo], isSettled: true)),
            .deleteFriend(row.memberID), .mergeFriends(FriendMerge(source: row.memberID, target: ann)),
            .putPayment(payment), .advancePayment(PaymentAdvance(payment: payment.id, state: .completed)),
            .putClosing(
                GroupClosing(
                    id: TestID.entity(8), groupID: group.id, asOfRevision: 0, at: SplitTime(milliseconds: 0))),
            .createInvite(invite), .revokeInvite(invite.id),
            .claimInvite(InviteClaim(token: [UInt8](repeating: 0, count: 16))),
            .createRequest(RequestDraft(id: TestID.entity(9), recipient: bench.accounts[1], target: row.memberID)),
            .respondRequest(RequestResponse(id: request.id, isAccepted: true)), .cancelRequest(request.id),
            .deleteAccount(ann),
        ]
        for (index, attack) in attacks.enumerated() {
            let result = try bench.perform(attack, 100 + index, by: 2)
            let isSilent = result.code == .unchanged
            #expect(!result.isAccepted || isSilent, "\(attack)")
        }
        #expect(try bench.sees(0) == before)
        #expect(try bench.sees(2) == [:])
        #expect(try bench.findings() == [])
    }

    @Test("an operation that another account sent before is not that account's, and a replay changes nothing")
    func apply_replays_areJudgedByAccount() async throws {
        let bench = try await SplitBench(people: 2, database: try TestDatabase.database())
        let group = SplitGroup.sample(1, [bench.members[0], bench.members[1]])
        let operation = bench.operation(.putGroup(GroupPut(group)), 1, by: 0)
        #expect(try bench.perform(operation, by: 0).code == .ok)
        let before = try bench.sees(0)
        #expect(try bench.perform(operation, by: 0).code == .ok)
        #expect(try bench.perform(operation, by: 1).code == .forbidden)
        #expect(try bench.sees(0) == before)
    }

    @Test("too many expenses, settlements and invitations in a minute are put off until the window ends")
    func apply_floods_arePutOff() async throws {
        let bench = try await SplitBench(people: 1, database: try TestDatabase.database())
        let (ann, other) = (bench.members[0], TestID.member(7))
        try bench.perform(.putGroup(GroupPut(.sample(1, [ann, other]))), 1, by: 0)
        for step in 0..<12 {
            let expense = try Expense.sample(
                10 + step, in: TestID.entity(1), paidBy: ann, among: [ann, other], units: 100)
            let result = try bench.perform(.putExpense(ExpensePut(expense)), 10 + step, by: 0)
            #expect(result.code == (step < 10 ? .ok : .rateLimited))
            #expect((result.retryAfterSeconds != nil) == (step >= 10))
        }
        for step in 0..<22 {
            let mark = SettlementMark(expense: TestID.entity(10), isSettled: step.isMultiple(of: 2))
            #expect(try bench.perform(.setSettlement(mark), 100 + step, by: 0).isAccepted == (step < 20))
        }
        let late = try Expense.sample(21, in: TestID.entity(1), paidBy: ann, among: [ann, other], units: 100)
        let later = bench.memory.now.adding(seconds: 60)
        #expect(try bench.perform(.putExpense(ExpensePut(late)), 21, by: 0, at: later).code == .ok)
    }

    @Test("a hundred resets at once are carried out one after another")
    func clearAll_parallel_isSerialised() async throws {
        try await SplitTown.run { town in
            let service = try await town.service(for: 1)
            let account = try await service.account()
            let now = await town.now
            let stamp = ClockStamp(milliseconds: UInt64(now.milliseconds), counter: 0, actor: "0000000000000001")
            let row = Friend(owner: account.account.id, memberID: TestID.member(7), name: "Cy")
            let first = SplitOperation(id: TestID.entity(1), stamp: stamp, change: .putFriend(FriendPut(row)))
            _ = try await service.apply([first], at: now)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let reset = SplitOperation(
                            id: TestID.entity(100 + number), stamp: stamp, change: .clearAll(now))
                        return try await service.apply([reset], at: now).results.allSatisfy(\.isAccepted)
                    }
                }
                for try await isAccepted in group { #expect(isAccepted) }
            }
            #expect(try await service.snapshot(cursor: nil).entities.isEmpty)
            #expect(try await town.violations() == [])
        }
    }

    @Test("a group with more than 512 expenses is deleted in the background, behind a fence")
    func deleteGroup_large_goesOnBehindFence() async throws {
        let bench = try await SplitBench(people: 2, database: try TestDatabase.database())
        let (ann, bo) = (bench.members[0], bench.members[1])
        let group = SplitGroup.sample(1, [ann, bo])
        try bench.perform(.putGroup(GroupPut(group)), 1, by: 0)
        for step in 0..<520 {
            let expense = try Expense.sample(1000 + step, in: group.id, paidBy: ann, among: [ann, bo], units: 10)
            let now = bench.memory.now.adding(seconds: Int64(step) * 61)
            #expect(try bench.perform(.putExpense(ExpensePut(expense)), 1000 + step, by: 0, at: now).code == .ok)
        }
        // What may not be done to a small group may not be done to a large one either.
        #expect(try bench.perform(.deleteGroup(group.id), 41, by: 1).code == .forbidden)
        let removal = SplitChange.removeMember(MemberRemoval(group: group.id, member: bo))
        #expect(try bench.perform(removal, 42, by: 0).code == .outstandingBalance)
        #expect(try bench.store.read { try $0.nextSplitDeletion() } == nil)
        let payment = SplitPayment(
            id: TestID.entity(4), from: bo, to: ann, amount: ExpenseAmount(100, .usd), groupID: group.id,
            method: .direct)
        #expect(try bench.perform(.putPayment(payment), 4, by: 1).code == .ok)
        #expect(try bench.perform(.deleteGroup(group.id), 2, by: 0).code == .ok)
        #expect(try bench.perform(.leaveGroup(group.id), 3, by: 1).code == .conflict)
        // A report about money is not refused, because the wallet sends it only once.
        let submitted = PaymentAdvance(payment: payment.id, state: .submitted)
        #expect(try bench.perform(.advancePayment(submitted), 5, by: 1).code == .ok)
        var steps = 0
        while let target = try bench.store.read({ try $0.nextSplitDeletion() }) {
            steps += 1
            _ = try bench.store.write {
                try $0.apply(.sharedExpenses(.proceed(SplitProceeding(target: target, now: bench.memory.now))))
            }
        }
        #expect(steps == 3)
        for person in [0, 1] {
            let key = EntityKey(.payment, payment.id.text)
            guard case .payment(let left)? = try bench.sees(person)?[key] else { throw SplitFailure(.notFound) }
            #expect(left.state == .submitted)
            #expect(try bench.sees(person)?.count == 1)
            #expect(try bench.hears(person) == bench.sees(person))
        }
        #expect(try bench.findings() == [])
    }

    @Test("a group with more than 512 payments is cleared, and what was paid is kept")
    func clearAll_manyPayments_ends() async throws {
        let bench = try await SplitBench(people: 2, database: try TestDatabase.database())
        let (ann, bo) = (bench.members[0], bench.members[1])
        let group = SplitGroup.sample(1, [ann, bo])
        try bench.perform(.putGroup(GroupPut(group)), 1, by: 0)
        for step in 0..<515 {
            let payment = SplitPayment(
                id: TestID.entity(1000 + step), from: ann, to: bo, amount: ExpenseAmount(10, .usd),
                groupID: group.id, method: .cash, state: .completed)
            let now = bench.memory.now.adding(seconds: Int64(step) * 4)
            #expect(try bench.perform(.putPayment(payment), 1000 + step, by: 0, at: now).code == .ok)
        }
        let later = bench.memory.now.adding(seconds: 10_000)
        var (codes, id) = ([OperationResult.Code](), 2)
        repeat {
            codes.append(try bench.perform(.clearAll(later), id, by: 0, at: later).code)
            id += 1
        } while codes.last == .inProgress && codes.count < 5
        #expect(codes.last == .ok, "it never ends: \(codes)")
        #expect(try bench.sees(1)?.keys.allSatisfy { $0.kind == .payment } == true)
        #expect(try bench.sees(1)?.count == 515)
        #expect(try bench.findings() == [])
    }

    @Test("the operator removes an account with everything of it")
    func erase_account_removesEverything() async throws {
        let bench = try await SplitBench(people: 2, database: try TestDatabase.database())
        let (ann, bo) = (bench.members[0], bench.members[1])
        try bench.perform(.putGroup(GroupPut(.sample(1, [ann, bo]))), 1, by: 0)
        let row = Friend(owner: bench.accounts[0], memberID: TestID.member(7), name: "Cy")
        try bench.perform(.putFriend(FriendPut(row)), 2, by: 0)
        let erasure = SplitErasure(account: bench.accounts[0], now: bench.memory.now)
        while try bench.store.write({ try $0.apply(.sharedExpenses(.erase(erasure))).split?.hasMore ?? false }) {}
        #expect(try bench.store.read { try $0.splitAccount(bench.accounts[0]) } == nil)
        #expect(try bench.sees(1) == [:])
        #expect(try bench.findings() == [])
    }

    @Test("the operator removes a linked account with the ids that stand for it, and no others")
    func erase_linkedAccount_removesItsAliases() async throws {
        let bench = try await SplitBench(people: 3, database: try TestDatabase.database())
        for person in [1, 2] {
            let row = Friend(owner: bench.accounts[0], memberID: TestID.member(6 + person), name: "F\(person)")
            try bench.perform(.putFriend(FriendPut(row)), 10 * person, by: 0)
            let draft = RequestDraft(
                id: TestID.entity(10 * person), recipient: bench.accounts[person], target: row.memberID)
            try bench.perform(.createRequest(draft), 10 * person + 1, by: 0)
            let answer = RequestResponse(id: draft.id, isAccepted: true)
            #expect(try bench.perform(.respondRequest(answer), 10 * person + 2, by: person).code == .ok)
        }
        let erasure = SplitErasure(account: bench.accounts[1], now: bench.memory.now)
        while try bench.store.write({ try $0.apply(.sharedExpenses(.erase(erasure))).split?.hasMore ?? false }) {}
        let left = try bench.store.read { reader in
            try reader.rows("SELECT alias FROM split_aliases", []).map { try $0.memberID("alias") }
        }
        #expect(left == [TestID.member(8)])
        #expect(try bench.findings() == [])
    }

    @Test("results are forgotten after 45 days and removals after 90, and younger ones are kept")
    func forget_oldEntries_keepsYoungerOnes() async throws {
        let bench = try await SplitBench(people: 1, database: try TestDatabase.database())
        let start = bench.memory.now
        func later(_ days: Int64) -> SplitTime { start.adding(seconds: days * 86_400) }
        func forget(after days: Int64) throws {
            let order = SplitOrder.forget(later(days).instant)
            while try bench.store.write({ try $0.apply(.sharedExpenses(order)).split?.hasMore ?? false }) {}
        }
        func account() throws -> SplitAccountRow {
            try bench.store.read { try $0.activeSplitAccount(bench.accounts[0]) }
        }
        func isKnown(_ operation: Int) throws -> Bool {
            let number = try account().number
            return try bench.store.read { try $0.splitResult(of: TestID.entity(operation), account: number) } != nil
        }
        for member in [7, 8] {
            let row = Friend(owner: bench.accounts[0], memberID: TestID.member(member), name: "Cy")
            try bench.perform(.putFriend(FriendPut(row)), member, by: 0, at: start)
        }
        try bench.perform(.deleteFriend(TestID.member(7)), 1, by: 0, at: start)
        try bench.perform(.deleteFriend(TestID.member(8)), 2, by: 0, at: later(40))
        try forget(after: 46)
        #expect(try !isKnown(1) && !isKnown(7) && !isKnown(8))
        #expect(try isKnown(2))
        #expect(try account().horizon == 0)
        try forget(after: 91)
        #expect(try !isKnown(2))
        let (horizon, revision) = (try account().horizon, try account().revision)
        #expect(horizon > 0 && horizon < revision)
        #expect(try bench.findings() == [])
    }

    @Test("the operator's command counts first, deletes when it is accepted, and goes on after an interruption")
    func splitDelete_command_countsThenDeletes() async throws {
        try await SplitTown.run { town in
            let (ann, bo) = (try await town.service(for: 1), try await town.service(for: 2))
            let (me, other) = (try await ann.account(), try await bo.account())
            let now = await town.now
            func send(_ id: Int, _ change: SplitChange, by service: any SharedExpensesService) async throws {
                let stamp = ClockStamp(
                    milliseconds: UInt64(now.milliseconds), counter: UInt32(id), actor: "0000000000000001")
                let operation = SplitOperation(id: TestID.entity(800 + id), stamp: stamp, change: change)
                let results = try await service.apply([operation], at: now).results
                #expect(results.map(\.code) == [.ok], "\(results)")
            }
            let (mine, theirs) = (me.account.memberID, other.account.memberID)
            let (row, group) = (TestID.member(7), SplitGroup.sample(1, [mine, theirs]))
            try await send(
                1, .putFriend(FriendPut(Friend(owner: me.account.id, memberID: row, name: "Bo"))), by: ann)
            try await send(2, .putGroup(GroupPut(group)), by: ann)
            let dinner = try Expense.sample(2, in: group.id, paidBy: theirs, among: [mine, theirs], units: 1000)
            try await send(3, .putExpense(ExpensePut(dinner)), by: bo)
            let draft = RequestDraft(id: TestID.entity(4), recipient: other.account.id, target: row)
            try await send(4, .createRequest(draft), by: ann)
            try await send(5, .respondRequest(RequestResponse(id: draft.id, isAccepted: true)), by: bo)
            try await send(6, .putGroup(GroupPut(.sample(5, [mine, theirs]))), by: bo)

            let node = town.harness.node
            let user = me.account.id.text
            let plan = try #require(await node.perform(AdminRequest(.splitDelete, user: user)).splitDeletion)
            #expect(plan.exists && !plan.deleted)
            #expect(plan.friends == 1 && plan.groups == 1 && plan.expenses == 1 && plan.invitations == 1)
            #expect(plan.rowsOfOthers == 1, "Bo has a row about Ann since the request was accepted")
            #expect(try await ann.snapshot(cursor: nil).entities.isEmpty == false, "counting deletes nothing")
            // An earlier run was interrupted after its first step.
            let erasure = SplitErasure(account: me.account.id, now: now)
            _ = try town.store.write { try $0.apply(.sharedExpenses(.erase(erasure))) }
            await #expect(throws: ServiceFailure.denied) { try await ann.snapshot(cursor: nil) }
            let done = await node.perform(AdminRequest(.splitDelete, accept: true, user: user))
            #expect(done.splitDeletion?.deleted == true, "\(done.error ?? "")")
            #expect(try town.store.read { try $0.splitAccount(me.account.id) } == nil)
            let left = try await bo.snapshot(cursor: nil).entities.map(\.key)
            #expect(left == [EntityKey(.group, TestID.entity(5).text)])
            #expect(try await town.violations() == [])
            let again = try #require(
                await node.perform(AdminRequest(.splitDelete, accept: true, user: user)).splitDeletion)
            #expect(!again.exists && !again.deleted)
            // The user may begin afresh, as another person.
            #expect(try await ann.account().account.memberID != mine)
        }
    }

    @Test(
        "the operator's command without a user id, or with another text, is refused",
        arguments: [nil, "", "some body", "00000000-0000-4000-8000-00000000000"] as [String?])
    func splitDelete_badUser_isRefused(_ user: String?) async throws {
        try await SplitTown.run { town in
            let answer = await town.harness.node.perform(AdminRequest(.splitDelete, accept: true, user: user))
            #expect(!answer.ok && answer.error?.contains("user id") == true, "\(answer.error ?? "accepted")")
        }
    }
}
