import FlipcashCore
import SharedExpensesFixtures
import Testing

@testable import SharedExpenses

/// A client applies the changes that wait to one world without copies, so a refused operation must leave no trace.
@Suite("Shared expenses: an operation that is refused changes nothing")
struct RefusedOperationTests {
    private let ann = TestID.account(1)
    private let bo = TestID.account(2)
    private let now = SplitTime(seconds: 1_750_000_000)

    private func world() -> SplitWorld {
        var world = SplitWorld()
        world.insert(SplitAccount(id: ann, memberID: TestID.member(1), displayName: "Ann"))
        world.insert(SplitAccount(id: bo, memberID: TestID.member(2), displayName: "Bo"))
        for number in [10, 11] {
            let row = Friend(owner: ann, memberID: TestID.member(number), name: "F\(number)", status: .friend)
            world.friends[FriendKey(owner: ann, memberID: row.memberID)] = row
        }
        var group = SplitGroup.sample(1, [TestID.member(1), TestID.member(2), TestID.member(11)])
        group.owner = ann
        world.groups[group.id] = group
        return world
    }

    private func operation(_ change: SplitChange) -> SplitOperation {
        let stamp = ClockStamp(milliseconds: UInt64(now.milliseconds), counter: 9, actor: "0000000000000001")
        return SplitOperation(id: TestID.entity(1000), stamp: stamp, change: change)
    }

    /// The rule that refuses a change, which must leave the world as it is; nil when the change is accepted.
    private func refusal(
        of change: SplitChange, by caller: AccountID, in world: SplitWorld, at time: SplitTime? = nil
    ) -> SplitFailure.Code? {
        var copy = world
        do throws(SplitFailure) {
            _ = try copy.carryOut(operation(change), by: caller, at: time ?? now) { _ in false }
            return nil
        } catch {
            #expect(copy == world)
            return error.code
        }
    }

    @Test("new texts of a group or an expense are not noted when another part of the change is refused")
    func carryOut_textsOfARefusedChange_areNotNoted() throws {
        var world = world()
        let people = [TestID.member(1), TestID.member(2)]
        let dinner = try Expense.sample(2, in: TestID.entity(1), paidBy: people[0], among: people, units: 10)
        _ = try world.carryOut(operation(.putExpense(ExpensePut(dinner))), by: ann, at: now) { _ in false }

        var supper = try Expense.sample(2, in: TestID.entity(1), paidBy: people[0], among: people, units: 12)
        supper.description = "Supper"
        #expect(refusal(of: .putExpense(ExpensePut(supper, baseVersion: 7)), by: ann, in: world) == .conflict)
        #expect(refusal(of: .putExpense(ExpensePut(supper, baseVersion: 1)), by: ann, in: world) == nil)

        let crowd = (0...SplitGroup.memberLimit).map { TestID.member(100 + $0) }
        var trip = SplitGroup.sample(1, crowd)
        trip.name = "Journey"
        #expect(refusal(of: .putGroup(GroupPut(trip)), by: ann, in: world) == .limitExceeded)
    }

    @Test("a merge with too many ids in one row does not change the groups that name the person")
    func carryOut_mergeWithTooManyAliases_changesNoGroup() {
        var world = world()
        let merge = FriendMerge(source: TestID.member(11), target: TestID.member(10))
        #expect(refusal(of: .mergeFriends(merge), by: ann, in: world) == nil)
        let key = FriendKey(owner: ann, memberID: TestID.member(10))
        world.friends[key]?.aliases = (0..<SplitLimits.aliases).map { TestID.member(2000 + $0) }
        #expect(refusal(of: .mergeFriends(merge), by: ann, in: world) == .limitExceeded)
    }

    @Test(
        "a merge that would change more than 64 groups, or more than 64 expenses, changes nothing",
        arguments: [EntityKey.Kind.group, .expense])
    func carryOut_largeMerge_changesNothing(_ kind: EntityKey.Kind) throws {
        var world = world()
        let people = [TestID.member(1), TestID.member(11)]
        func add(_ number: Int) throws {
            if kind == .group {
                var group = SplitGroup.sample(number, people)
                group.owner = ann
                world.groups[group.id] = group
            } else {
                var expense = try Expense.sample(number, in: nil, paidBy: people[0], among: people, units: 10)
                expense.owner = ann
                world.expenses[expense.id] = expense
            }
        }
        // The world has one group that names the person.
        for number in (kind == .group ? 1 : 0)..<SplitLimits.mergedEntities { try add(100 + number) }
        let merge = SplitChange.mergeFriends(FriendMerge(source: people[1], target: TestID.member(10)))
        #expect(refusal(of: merge, by: ann, in: world) == nil)
        try add(200)
        #expect(refusal(of: merge, by: ann, in: world) == .limitExceeded)
    }

    @Test("an expense that more than 65 accounts would see is refused, before its people are looked at")
    func carryOut_tooManyViewers_isLimited() throws {
        var world = world()
        for number in 100..<164 {
            world.insert(SplitAccount(id: TestID.account(number), memberID: TestID.member(number)))
        }
        var group = SplitGroup.sample(5, [TestID.member(1)] + (100..<163).map(TestID.member))
        group.owner = ann
        world.groups[group.id] = group
        func refusal(among numbers: [Int]) throws -> SplitFailure.Code? {
            let people = numbers.map(TestID.member)
            let expense = try Expense.sample(6, in: TestID.entity(5), paidBy: people[0], among: people, units: 30)
            return self.refusal(of: .putExpense(ExpensePut(expense)), by: ann, in: world)
        }
        #expect(try refusal(among: [1, 2]) == .unknownMember)
        #expect(try refusal(among: [1, 2, 163]) == .limitExceeded)
    }

    @Test(
        "an account that is being deleted or was deleted does nothing",
        arguments: [SplitAccount.State.deleting, .deleted])
    func carryOut_inactiveAccount_isDenied(_ state: SplitAccount.State) {
        var world = world()
        world.accounts[ann]?.state = state
        #expect(refusal(of: .deleteFriend(TestID.member(10)), by: ann, in: world) == .denied)
    }

    @Test("a friend row needs an id")
    func carryOut_friendWithoutID_isRefused() {
        let row = Friend(owner: ann, memberID: MemberID(""), name: "Cy")
        #expect(refusal(of: .putFriend(FriendPut(row)), by: ann, in: world()) == .invalidMemberID)
    }

    @Test("a mark that a share has already does not make another version of the expense")
    func perform_sameMark_isUnchanged() throws {
        var world = world()
        let people = [TestID.member(1), TestID.member(2)]
        let dinner = try Expense.sample(2, in: TestID.entity(1), paidBy: people[0], among: people, units: 10)
        _ = try world.carryOut(operation(.putExpense(ExpensePut(dinner))), by: ann, at: now) { _ in false }
        let mark = operation(.setSettlement(SettlementMark(expense: dinner.id, isSettled: true)))
        let first = world.perform(mark, by: ann, at: now) { _ in false }
        let again = world.perform(mark, by: ann, at: now) { _ in false }
        #expect(first.code == .ok && first.version == 2)
        #expect(again.code == .unchanged && again.version == 2)
    }

    @Test("an invitation whose rows cannot be merged links nothing")
    func carryOut_claimWithImpossibleMerge_linksNothing() throws {
        var world = world()
        let token = [UInt8](repeating: 5, count: 16)
        _ = try world.createInvite(
            SplitInvite(
                id: TestID.entity(3), creator: ann, target: TestID.member(11), tokenHash: Hash(sha256: token),
                createdAt: now))
        let row = Friend(owner: bo, memberID: TestID.member(1), name: "Ann", status: .friend)
        world.friends[FriendKey(owner: bo, memberID: row.memberID)] = row
        let impossible = InviteClaim(token: token, merging: row.memberID)
        #expect(refusal(of: .claimInvite(impossible), by: bo, in: world) == .aliasCycle)
        #expect(refusal(of: .claimInvite(InviteClaim(token: token)), by: bo, in: world) == nil)
    }

    @Test("only the service marks a request as expired when it is answered too late")
    func carryOut_lateAnswer_leavesTheRequestPending() {
        var world = world()
        let request = LinkRequest(
            id: TestID.entity(4), requester: ann, recipient: bo, target: TestID.member(11), createdAt: now)
        world.requests[request.id] = request
        let answer = SplitChange.respondRequest(RequestResponse(id: request.id, isAccepted: true))
        let late = now.adding(seconds: LinkRequest.lifetime)
        #expect(refusal(of: answer, by: bo, in: world, at: late) == .expired)
        let result = world.perform(operation(answer), by: bo, at: late) { _ in false }
        #expect(result.code == .expired)
        #expect(world.requests[request.id]?.state == .expired)
    }
}
