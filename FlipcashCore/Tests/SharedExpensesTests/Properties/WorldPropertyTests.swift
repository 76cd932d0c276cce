import FlipcashTestKit
import SharedExpensesFixtures
import Testing

@testable import SharedExpenses

/// The invariants V1 to V8 after random operations of several people, hostile ones included (expense specification §2).
@Suite struct WorldPropertyTests {
    private struct Person {
        let service: any SharedExpensesService
        let account: OwnAccount
    }

    @Test("the invariants hold after every operation, and an operation twice is once", arguments: 1...8)
    func apply_randomOperations_keepsInvariants(_ seed: UInt64) async throws {
        var numbers = SeededGenerator(seed: seed)
        let server = InMemorySharedExpenses(rates: .init(expenses: 9999, settlements: 9999, invitations: 9999))
        var people: [Person] = []
        for number in 1...4 {
            let service = server.service(for: TestID.account(number), name: "P\(number)")
            people.append(Person(service: service, account: try await service.account()))
        }
        let members = people.map(\.account.account.memberID)
        var revisions = [UInt64](repeating: 0, count: people.count)
        for step in 0..<120 {
            let actor = Int.random(in: 0..<people.count, using: &numbers)
            let operation = SplitOperation(
                id: TestID.entity(70_000 + step),
                stamp: ClockStamp(
                    milliseconds: UInt64(server.now.milliseconds), counter: UInt32(step),
                    actor: "000000000000000\(actor)"),
                change: try change(step, members, me: actor, server.world, &numbers))
            let before = server.world
            var copy = before
            do {
                _ = try copy.carryOut(operation, by: TestID.account(actor + 1), at: server.now) { _ in true }
            } catch {
                #expect(copy == before, "a refused operation has changed the world in step \(step)")
            }
            if let first = try? await people[actor].service.apply([operation], at: server.now) {
                let world = server.world
                // A deleted account gets no answers, not even old ones.
                let second = try? await people[actor].service.apply([operation], at: server.now)
                if server.world.accounts[TestID.account(actor + 1)]?.state == .active {
                    #expect(first.results == second?.results)
                }
                #expect(server.world == world)
                if !first.results[0].isAccepted { #expect(world.expenses == before.expenses) }
            } else {
                #expect(server.world.accounts[TestID.account(actor + 1)]?.state == .deleted)
            }
            try check(server.world)
            for (index, member) in members.enumerated() {
                // V5.
                guard let account = server.world.accounts[TestID.account(index + 1)] else { continue }
                #expect(account.memberID == member)
            }
            if !operation.change.canLink { checkLinks(server.world, before) }
            for (index, person) in people.enumerated() {
                guard let revision = try? await person.service.account().revision else { continue }
                #expect(revision >= revisions[index])
                revisions[index] = revision
            }
            server.advance(seconds: 1)
        }
    }

    private func change(
        _ step: Int, _ members: [MemberID], me: Int, _ world: SplitWorld, _ numbers: inout SeededGenerator
    ) throws -> SplitChange {
        let ghost = TestID.member(50 + Int.random(in: 0..<3, using: &numbers))
        let chosen = (members + [ghost]).filter { _ in Bool.random(using: &numbers) }
        let everybody = chosen.isEmpty ? members : chosen
        let group = world.groups.keys.sorted().randomElement(using: &numbers)
        let expense = world.expenses.values.sorted { $0.id < $1.id }.randomElement(using: &numbers)
        switch Int.random(in: 0..<17, using: &numbers) {
        case 0, 1: return .putGroup(GroupPut(.sample(200 + step % 5, everybody, isDirect: step.isMultiple(of: 7))))
        case 2, 3, 4, 5:
            return .putExpense(
                ExpensePut(
                    try .sample(
                        300 + step, in: group, paidBy: everybody[0], among: everybody,
                        units: Int64.random(in: 1...999, using: &numbers))))
        case 6:
            guard var expense else { return .leaveGroup(TestID.entity(1)) }
            expense.splits[0].units += 1
            return .putExpense(ExpensePut(expense, baseVersion: expense.version))
        case 7:
            guard let expense else { return .leaveGroup(TestID.entity(1)) }
            return .setSettlement(SettlementMark(expense: expense.id, isSettled: Bool.random(using: &numbers)))
        case 8: return .deleteExpense(expense?.id ?? TestID.entity(1))
        case 9: return .leaveGroup(group ?? TestID.entity(1))
        case 10:
            return .removeMember(
                MemberRemoval(group: group ?? TestID.entity(1), member: everybody[0], force: step.isMultiple(of: 2)))
        case 11:
            return .putFriend(
                FriendPut(Friend(owner: TestID.account(me + 1), memberID: ghost, name: "G", status: .friend)))
        case 12: return .deleteFriend(ghost)
        case 13:
            let token = [UInt8](repeating: UInt8(step), count: 16)
            return .claimInvite(InviteClaim(token: token))
        case 14:
            return .putPayment(
                SplitPayment(
                    id: TestID.entity(800 + step), from: members[me], to: everybody[0],
                    amount: ExpenseAmount(5, .usd), groupID: group, settles: expense?.splits.map(\.id) ?? [],
                    method: .cash, state: .completed))
        case 15:
            return .createRequest(
                RequestDraft(id: TestID.entity(900 + step), recipient: TestID.account(1 + step % 4), target: ghost))
        default:
            if step > 100, step.isMultiple(of: 5) { return .deleteAccount(members[me]) }
            return .respondRequest(
                RequestResponse(
                    id: world.requests.keys.sorted().randomElement(using: &numbers) ?? TestID.entity(1),
                    isAccepted: Bool.random(using: &numbers)))
        }
    }

    /// V6: other operations neither link a row nor unlink it.
    private func checkLinks(_ world: SplitWorld, _ before: SplitWorld) {
        for (key, row) in world.friends {
            let old = before.friends[key]
            #expect(row.linkState == old?.linkState ?? .unlinked)
            #expect(row.linkedAccount == old?.linkedAccount && row.linkedMemberID == old?.linkedMemberID)
        }
    }

    private func check(_ world: SplitWorld) throws {
        for expense in world.expenses.values {
            // V1 and V2.
            try expense.checkSums()
            // V3.
            for payer in expense.payers {
                let id = world.aliases.resolve(payer.member)
                let inGroup = expense.groupID.flatMap { world.groups[$0] }?.members.map { world.aliases.resolve($0.id) }
                if let inGroup {
                    // Somebody who left a group stays the payer of its history.
                    #expect(inGroup.contains(id) || expense.namedMembers.map { world.aliases.resolve($0) }.contains(id))
                } else {
                    #expect(expense.groupID == nil)
                    #expect(expense.involved.map { world.aliases.resolve($0) }.contains(id))
                }
            }
            if let group = expense.groupID { #expect(world.groups[group] != nil) }
        }
        // V4.
        for account in world.accounts.keys {
            let seen = Set(world.visible(to: account).keys.filter { $0.kind == .expense }.map(\.id))
            let expected = world.expenses.values.filter { world.viewers(of: $0).contains(account) }.map(\.id.text)
            #expect(seen.isSuperset(of: expected))
        }
        // V7, and the owners of groups exist.
        for friend in world.friends.values where friend.linkedAccount != nil {
            #expect(friend.linkedAccount.flatMap { world.accounts[$0] }?.state == .active)
        }
        for group in world.groups.values {
            #expect(group.owner.flatMap { world.accounts[$0] }?.state == .active)
            #expect(group.members.count <= SplitGroup.memberLimit)
        }
        for expense in world.expenses.values {
            #expect(expense.owner.flatMap { world.accounts[$0] }?.state == .active)
        }
    }
}

extension SplitChange {
    /// Whether the change can link friend rows to accounts, or end links.
    fileprivate var canLink: Bool {
        switch self {
        case .claimInvite, .respondRequest, .mergeFriends, .deleteAccount, .clearAll: true
        case .putGroup, .deleteGroup, .leaveGroup, .removeMember, .putExpense, .deleteExpense, .setSettlement,
            .putFriend, .deleteFriend, .putPayment, .advancePayment, .putClosing, .createInvite, .revokeInvite,
            .createRequest, .cancelRequest:
            false
        }
    }
}
