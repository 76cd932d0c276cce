import SharedExpensesFixtures
import Testing

@testable import SharedExpenses

@Suite("Shared expenses: the people of an expense")
struct ExpenseAccessTests {
    private let ann = TestID.member(1)
    private let bo = TestID.member(2)
    private let cy = TestID.member(3)
    private let owner = TestID.account(1)

    @Test("an edit does not mark the share of a person who was removed, not even by that person")
    func checkEdit_markOfRemovedPerson_isForbidden() throws {
        var stored = try Expense.sample(1, in: nil, paidBy: ann, among: [ann, bo], units: 200)
        stored.owner = owner
        var edit = stored
        edit.splits[1].isSettled = true
        let caller = SplitCaller(account: TestID.account(2), ids: [bo])
        #expect(try ExpenseAccess.checkEdit(of: stored, to: edit, by: caller, hasPayment: false) == .settledOwn)
        stored.inactive = [bo]
        #expect(throws: SplitFailure(.forbidden)) {
            try ExpenseAccess.checkEdit(of: stored, to: edit, by: caller, hasPayment: false)
        }
    }

    @Test("an expense without a group needs a payer")
    func checkAdHocExpense_noPayer_isRefused() {
        let caller = SplitCaller(account: owner, ids: [ann])
        #expect(throws: SplitFailure(.payerNotParticipant)) {
            try SplitWorld().checkAdHocExpense(
                by: caller, involved: [ann, bo], participants: [ann, bo], splits: [ann, bo], payers: [])
        }
    }

    @Test("a friend with the name of a member confirms the member, unless the name is empty")
    func checkGroupExpense_namesake_needsName() throws {
        /// Whether a friend with this name lets Ann share an expense with a member of the same name.
        func isConfirmed(_ name: String) throws -> Bool {
            var world = SplitWorld()
            world.insert(SplitAccount(id: owner, memberID: ann))
            var group = SplitGroup.sample(1, [ann, bo, cy], isDirect: true)
            group.members[1].name = name
            world.groups[group.id] = group
            let row = Friend(owner: owner, memberID: TestID.member(9), name: name)
            world.friends[FriendKey(owner: owner, memberID: row.memberID)] = row
            do throws(SplitFailure) {
                try world.checkGroupExpense(
                    by: SplitCaller(account: owner, ids: [ann]), group: group.id, involved: [ann, bo], payers: [ann],
                    context: .direct)
                return true
            } catch {
                #expect(error.code == .notConfirmedFriend)
                return false
            }
        }
        #expect(try isConfirmed("Bo"))
        #expect(try !isConfirmed(" "))
    }
}
