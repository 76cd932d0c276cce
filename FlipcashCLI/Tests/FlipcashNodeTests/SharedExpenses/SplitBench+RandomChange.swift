import FlipcashCore
import FlipcashTestKit
import SharedExpenses
import SharedExpensesFixtures

extension SplitBench {
    /// A change of one person, often one that is refused.
    func randomChange(_ step: Int, by me: Int, _ numbers: inout SeededGenerator) throws -> SplitChange {
        let world = memory.world
        let stranger = TestID.member(50 + Int.random(in: 0..<4, using: &numbers))
        let chosen = (members + [stranger]).filter { _ in Bool.random(using: &numbers) }
        let people = chosen.isEmpty ? members : chosen
        let group = world.groups.keys.sorted().randomElement(using: &numbers)
        let expense = world.expenses.values.sorted { $0.id < $1.id }.randomElement(using: &numbers)
        let payment = world.payments.keys.sorted().randomElement(using: &numbers)
        let (own, caller) = (members[me], accounts[me])
        let nothing = TestID.entity(1)
        switch Int.random(in: 0..<26, using: &numbers) {
        case 0, 1:
            return .putGroup(GroupPut(.sample(200 + step % 7, people + [own], isDirect: step.isMultiple(of: 5))))
        case 2, 3, 4, 5:
            let isDirect = group.flatMap { world.groups[$0]?.isDirect } ?? false
            return .putExpense(
                ExpensePut(
                    try .sample(
                        300 + step, in: group, paidBy: people[0], among: people,
                        units: Int64.random(in: 1...999, using: &numbers), context: isDirect ? .direct : .group)))
        case 6:
            guard var expense else { return .deleteExpense(nothing) }
            expense.description = "Text \(step)"
            return .putExpense(ExpensePut(expense, baseVersion: expense.version, keepsNotes: true))
        case 7:
            let isSettled = Bool.random(using: &numbers)
            return .setSettlement(SettlementMark(expense: expense?.id ?? nothing, isSettled: isSettled))
        case 8: return .deleteExpense(expense?.id ?? nothing)
        case 9: return .leaveGroup(group ?? nothing)
        case 10:
            return .removeMember(
                MemberRemoval(group: group ?? nothing, member: people[0], force: step.isMultiple(of: 2)))
        case 11, 12, 13:
            return .putFriend(
                FriendPut(Friend(owner: caller, memberID: stranger, name: "F\(step % 3)", status: .friend)))
        case 14: return .deleteFriend(Bool.random(using: &numbers) ? stranger : people[0])
        case 15:
            return .createInvite(
                InviteDraft(
                    id: TestID.entity(500 + step),
                    tokenHash: Hash(sha256: [UInt8](repeating: UInt8(step % 9), count: 16)).bytes,
                    target: stranger))
        case 16, 17: return .claimInvite(InviteClaim(token: [UInt8](repeating: UInt8(step % 9), count: 16)))
        case 18:
            return .putPayment(
                SplitPayment(
                    id: TestID.entity(800 + step), from: own, to: people[0], amount: ExpenseAmount(5, .usd),
                    groupID: group, settles: expense?.splits.map(\.id) ?? [], method: .cash,
                    state: step.isMultiple(of: 2) ? .completed : .proposed))
        case 19: return .advancePayment(PaymentAdvance(payment: payment ?? nothing, state: .completed))
        case 20:
            return .createRequest(
                RequestDraft(
                    id: TestID.entity(900 + step), recipient: accounts[step % 4], target: stranger))
        case 21, 22:
            let request = world.requests.keys.sorted().randomElement(using: &numbers) ?? nothing
            return .respondRequest(RequestResponse(id: request, isAccepted: !step.isMultiple(of: 3)))
        case 23: return .mergeFriends(FriendMerge(source: stranger, target: TestID.member(50)))
        case 24:
            return .putClosing(
                GroupClosing(
                    id: TestID.entity(600 + step), groupID: group ?? nothing, asOfRevision: 0,
                    at: SplitTime(milliseconds: 0)))
        default:
            if step > 120, step.isMultiple(of: 4) { return .deleteAccount(own) }
            return step > 90 && step.isMultiple(of: 3) ? .clearAll(memory.now) : .deleteGroup(group ?? nothing)
        }
    }
}
