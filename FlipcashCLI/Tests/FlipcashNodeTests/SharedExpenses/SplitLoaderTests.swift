import FlipcashCore
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// An operation reads no more entities than it may change, and counts none that it does not need.
@Suite("Shared expenses: the bound of one operation")
struct SplitLoaderTests {
    /// An operation, and what was done before it.
    struct Story: Sendable, CustomTestStringConvertible {
        typealias Preparation = @Sendable (inout SplitStage) throws -> SplitChange

        let testDescription: String
        let person: Int
        let prepare: Preparation

        init(_ name: String, by person: Int = 0, _ prepare: @escaping Preparation) {
            (testDescription, self.person, self.prepare) = (name, person, prepare)
        }
    }

    /// Whether an operation finds more entities than a limit.
    private func isTooLarge(
        _ change: SplitChange, by person: Int, limit: Int = SplitLimits.cascade, _ stage: SplitStage
    ) throws -> Bool {
        let bench = stage.bench
        let request = SplitRequest(
            operation: bench.operation(change, 90_000, by: person), caller: bench.accounts[person],
            now: bench.memory.now)
        return try bench.store.read { reader in
            var loader = SplitLoader(reader)
            loader.limit = limit
            do {
                try loader.load(for: request)
                return false
            } catch is SplitTooLarge {
                return true
            }
        }
    }

    static let storiesOfTwo = [
        Story("two expenses of a member who is removed") { stage in
            try stage.group(1, [stage.ann, stage.bo, stage.cy])
            try stage.expense(2)
            try stage.expense(3)
            return .removeMember(MemberRemoval(group: TestID.entity(1), member: stage.bo, force: true))
        },
        Story("two open expenses of a group that is closed") { stage in
            try stage.group()
            try stage.expense(2)
            try stage.expense(3)
            return stage.closing()
        },
        Story("two groups of the owner that name a friend") { stage in
            try stage.knows()
            try stage.group(1, [stage.ann, stage.friend])
            try stage.group(2, [stage.ann, stage.friend])
            return .putFriend(FriendPut(stage.row(stage.friend, name: "Eve"), baseVersion: 1))
        },
        Story("two groups that name a friend who is linked", by: 1) { stage in
            try stage.invites()
            try stage.group(1, [stage.ann, stage.friend])
            try stage.group(2, [stage.ann, stage.friend])
            return SplitStage.claim()
        },
    ]

    @Test("an operation that finds more than its limit is too large", arguments: storiesOfTwo)
    func load_twoEntities_needsLimitOfTwo(_ story: Story) async throws {
        var stage = try await SplitStage()
        let change = try story.prepare(&stage)
        #expect(try isTooLarge(change, by: story.person, limit: 1, stage))
        #expect(try !isTooLarge(change, by: story.person, limit: 2, stage))
    }

    static let storiesOfNone = [
        Story("an owner leaves a group to another member") { stage in
            try stage.group()
            try stage.expense()
            return .leaveGroup(TestID.entity(1))
        },
        Story("a member leaves a group whose owner is being deleted", by: 1) { stage in
            try stage.group()
            try stage.expense()
            try stage.setAccount(0, "state", 2)
            return .leaveGroup(TestID.entity(1))
        },
        Story("a request is declined", by: 1) { stage in
            try stage.knows()
            try stage.does(stage.request(5))
            return SplitStage.answer(5, accepting: false)
        },
        Story("somebody else answers a request", by: 2) { stage in
            try stage.knows()
            try stage.does(stage.request(5))
            return SplitStage.answer(5)
        },
    ]

    @Test("an operation that changes nothing else is never too large", arguments: storiesOfNone)
    func load_nothingElse_needsNoLimit(_ story: Story) async throws {
        var stage = try await SplitStage()
        let change = try story.prepare(&stage)
        #expect(try !isTooLarge(change, by: story.person, limit: 0, stage))
    }

    @Test("an expense that names more than 512 people is too large")
    func load_expenseOfManyPeople_isTooLarge() async throws {
        var stage = try await SplitStage()
        try stage.group()
        var expense = try Expense.sample(
            2, in: TestID.entity(1), paidBy: stage.ann, among: [stage.ann, stage.bo], units: 1000)
        expense.involved += (1000..<1510).map(TestID.member)
        #expect(try !isTooLarge(.putExpense(ExpensePut(expense)), by: 0, stage))
        expense.involved.append(TestID.member(1510))
        #expect(try isTooLarge(.putExpense(ExpensePut(expense)), by: 0, stage))
    }
}
