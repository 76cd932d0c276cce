import FlipcashCore
import FlipcashTestKit
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// Random operations on the node's tables and on the service in memory: both answer and show the same.
@Suite("Shared expenses: the node's slices are judged like the whole world")
struct SplitDifferentialTests {
    @Test(
        "results, snapshots and changes equal those of the service in memory, and the audit is clean", arguments: 1...12
    )
    func perform_randomOperations_equalsMemory(_ seed: UInt64) async throws {
        var numbers = SeededGenerator(seed: seed)
        let bench = try await SplitBench(people: 4, database: try TestDatabase.database())
        for step in 0..<150 {
            let person = Int.random(in: 0..<4, using: &numbers)
            let change = try change(step, by: person, bench, &numbers)
            let operation = bench.operation(change, 70_000 + step, by: person)
            let service = bench.memory.service(for: bench.accounts[person], name: "P\(person + 1)")
            let expected = try? await service.apply([operation], at: bench.memory.now).results.first
            let result = try bench.perform(operation, by: person)
            if let expected { #expect(result == expected, "step \(step): \(change)") }
            let repeated = try bench.perform(operation, by: person)
            #expect(
                repeated.code == (expected == nil ? .forbidden : result.code), "repeated in step \(step): \(change)")
            guard step.isMultiple(of: 10) || step == 149 else { continue }
            for index in 0..<4 {
                let shown = bench.memory.world.visible(to: bench.accounts[index])
                let (sees, hears) = (try bench.sees(index) ?? [:], try bench.hears(index) ?? [:])
                #expect(sees == shown, "step \(step), person \(index): \(difference(sees, shown))")
                #expect(hears == shown, "step \(step), person \(index): \(difference(hears, shown))")
            }
            #expect(try bench.findings() == [])
            bench.memory.advance(seconds: 61)
        }
    }

    /// What one of two views has and the other has not, or differently.
    private func difference(_ left: [EntityKey: SplitEntity], _ right: [EntityKey: SplitEntity]) -> String {
        Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }
            .map { "\($0): \(left[$0] as Any), in memory \(right[$0] as Any)" }.sorted().joined(separator: "; ")
    }

    private func change(
        _ step: Int, by me: Int, _ bench: SplitBench, _ numbers: inout SeededGenerator
    ) throws -> SplitChange {
        let world = bench.memory.world
        let stranger = TestID.member(50 + Int.random(in: 0..<4, using: &numbers))
        let chosen = (bench.members + [stranger]).filter { _ in Bool.random(using: &numbers) }
        let people = chosen.isEmpty ? bench.members : chosen
        let group = world.groups.keys.sorted().randomElement(using: &numbers)
        let expense = world.expenses.values.sorted { $0.id < $1.id }.randomElement(using: &numbers)
        let payment = world.payments.keys.sorted().randomElement(using: &numbers)
        let (own, caller) = (bench.members[me], bench.accounts[me])
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
            return .setSettlement(Settlement(expense: expense?.id ?? nothing, isSettled: Bool.random(using: &numbers)))
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
                    id: TestID.entity(900 + step), recipient: bench.accounts[step % 4], target: stranger))
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
            return step > 90 && step.isMultiple(of: 3) ? .clearAll(bench.memory.now) : .deleteGroup(group ?? nothing)
        }
    }
}
