import FlipcashCore
import SharedExpenses
import SharedExpensesFixtures

extension SplitRefusal {
    /// A new expense of Ann's in a group with Bo, changed.
    private static func new(
        _ code: SplitFailure.Code, _ story: String, _ change: @escaping @Sendable (inout Expense, SplitStage) -> Void
    ) -> SplitRefusal {
        SplitRefusal(code, story) { stage in
            try stage.group()
            var expense = try Expense.sample(
                2, in: TestID.entity(1), paidBy: stage.ann, among: [stage.ann, stage.bo], units: 1000)
            change(&expense, stage)
            return Attempt(.putExpense(ExpensePut(expense)), by: 0)
        }
    }

    /// A new expense without a group, changed. Ann has a friend.
    private static func adHoc(
        _ code: SplitFailure.Code, _ story: String, _ change: @escaping @Sendable (inout Expense, SplitStage) -> Void
    ) -> SplitRefusal {
        SplitRefusal(code, story) { stage in
            try stage.knows()
            var expense = try Expense.sample(
                2, in: nil, paidBy: stage.ann, among: [stage.ann, stage.friend], units: 1000)
            change(&expense, stage)
            return Attempt(.putExpense(ExpensePut(expense)), by: 0)
        }
    }

    static let expenses = [
        new(.nameLength, "an expense without a text") { expense, _ in expense.description = " " },
        new(.amountSign, "a refund above 0") { expense, _ in expense.isRefund = true },
        new(.amountSign, "a share of the other sign") { expense, _ in
            expense.splits[0].units = 1100
            expense.splits[1].units = -100
        },
        new(.amountOutOfRange, "more than 10¹⁵ units") { expense, stage in
            let units = ExpenseAmount.unitsLimit + 1
            expense.total.units = units
            expense.payers = [Expense.Payer(stage.ann, units)]
            expense.splits[0].units = units - 500
        },
        new(.splitMismatch, "shares that do not add up") { expense, _ in expense.splits[0].units += 1 },
        new(.paidMismatch, "payers that do not add up") { expense, _ in expense.payers[0].units -= 1 },
        new(.duplicateID, "two splits with one id") { expense, _ in expense.splits[1].id = expense.splits[0].id },
        new(.duplicateParticipant, "one payer twice") { expense, stage in
            expense.payers = [Expense.Payer(stage.ann, 400), Expense.Payer(stage.ann, 600)]
        },
        new(.duplicateParticipant, "two splits of one person") { expense, stage in
            expense.splits[1].member = stage.ann
        },
        new(.duplicateParticipant, "one person takes part twice") { expense, stage in
            expense.involved.append(stage.ann)
        },
        new(.limitExceeded, "65 people") { expense, _ in expense.involved += (100..<163).map(TestID.member) },
        new(.limitExceeded, "129 splits") { expense, stage in
            expense.splits += (0..<127).map { Expense.Split(id: TestID.entity(9000 + $0), member: stage.bo, units: 0) }
        },
        new(.groupNotFound, "an expense in a group that does not exist") { expense, _ in
            expense.groupID = TestID.entity(99)
        },
        new(.contextMismatch, "an expense of two in a group of several") { expense, _ in expense.context = .direct },
        new(.contextMismatch, "an expense in a group that says it is in none") { expense, _ in
            expense.context = .adHoc
        },
        new(.unknownMember, "a share of somebody outside the group") { expense, stage in
            expense.splits[1].member = stage.cy
        },
        new(.unknownMember, "a payer outside the group") { expense, stage in expense.payers[0].member = stage.cy },
        SplitRefusal(.notMember, "an expense in a group of others") { stage in
            try stage.group()
            let expense = try Expense.sample(
                2, in: TestID.entity(1), paidBy: stage.ann, among: [stage.ann, stage.bo], units: 1000)
            return Attempt(.putExpense(ExpensePut(expense)), by: 2)
        },
        SplitRefusal(.notFound, "an expense with the id of a deleted one") { stage in
            try stage.group()
            let expense = try stage.expense()
            try stage.does(.deleteExpense(expense.id))
            return Attempt(.putExpense(ExpensePut(expense)), by: 0)
        },
        adHoc(.contextMismatch, "an expense without a group that says it is in one") { expense, _ in
            expense.context = .group
        },
        adHoc(.notConfirmedFriend, "an expense with an account that has not agreed") { expense, stage in
            expense.involved[1] = stage.bo
            expense.splits[1].member = stage.bo
        },
        adHoc(.participantsMismatch, "somebody takes part and has no share") { expense, _ in
            expense.splits = [Expense.Split(id: expense.splits[0].id, member: expense.splits[0].member, units: 1000)]
        },
        adHoc(.callerNotParticipant, "an expense of others") { expense, stage in
            expense.involved = [stage.friend, TestID.member(8)]
            expense.payers[0].member = stage.friend
            expense.splits[0].member = TestID.member(8)
        },
        adHoc(.tooFewParticipants, "an expense of one person") { expense, stage in
            expense.involved = [stage.ann]
            expense.splits = [Expense.Split(id: expense.splits[0].id, member: stage.ann, units: 1000)]
        },
        adHoc(.payerNotParticipant, "a payer who takes no part") { expense, stage in
            expense.payers[0].member = stage.bo
        },
    ]

    /// A change that is refused of an expense of Ann's, in a group of Ann, Bo and Cy. Ann and Bo share the expense; Cy
    /// sees it only as a member of the group.
    private static func edit(
        _ code: SplitFailure.Code, _ story: String, by person: Int,
        _ change: @escaping @Sendable (inout SplitStage, inout Expense) throws -> SplitChange
    ) -> SplitRefusal {
        SplitRefusal(code, story) { stage in
            try stage.group(1, [stage.ann, stage.bo, stage.cy])
            var expense = try stage.expense()
            return Attempt(try change(&stage, &expense), by: person)
        }
    }

    private static func doubled(_ expense: Expense) -> Expense {
        var expense = expense
        expense.total.units *= 2
        for index in expense.payers.indices { expense.payers[index].units *= 2 }
        for index in expense.splits.indices { expense.splits[index].units *= 2 }
        return expense
    }

    static let edits = [
        edit(.notParticipant, "a member of the group edits an expense of others", by: 2) { _, expense in
            expense.description = "Mine"
            return .putExpense(ExpensePut(expense, baseVersion: 1))
        },
        edit(.forbidden, "a participant edits the text", by: 1) { _, expense in
            expense.description = "Mine"
            return .putExpense(ExpensePut(expense, baseVersion: 1))
        },
        edit(.forbidden, "a participant edits the shares", by: 1) { _, expense in
            .putExpense(ExpensePut(doubled(expense), baseVersion: 1))
        },
        edit(.forbidden, "a participant edits somebody else's mark", by: 1) { _, expense in
            expense.splits[0].isSettled = true
            return .putExpense(ExpensePut(expense, baseVersion: 1))
        },
        edit(.groupMismatch, "an expense moves to another group", by: 0) { stage, expense in
            expense.groupID = try stage.group(4).id
            return .putExpense(ExpensePut(expense, baseVersion: 1))
        },
        edit(.contextMismatch, "an expense of a group becomes one of two people", by: 0) { _, expense in
            expense.context = .direct
            return .putExpense(ExpensePut(expense, baseVersion: 1))
        },
        edit(.unsettleForbidden, "an edit opens a settled share", by: 0) { stage, expense in
            try stage.does(.setSettlement(SettlementMark(expense: expense.id, members: [stage.bo], isSettled: true)))
            return .putExpense(ExpensePut(expense, baseVersion: 2))
        },
        edit(.lockedBySettlement, "the shares change after one was settled", by: 0) { stage, expense in
            try stage.does(.setSettlement(SettlementMark(expense: expense.id, members: [stage.bo], isSettled: true)))
            expense.splits[1].isSettled = true
            return .putExpense(ExpensePut(doubled(expense), baseVersion: 2))
        },
        edit(.lockedBySettlement, "the shares change after a payment named one", by: 0) { stage, expense in
            var payment = stage.payment()
            payment.settles = [expense.splits[1].id]
            try stage.does(.putPayment(payment), by: 1)
            return .putExpense(ExpensePut(doubled(expense), baseVersion: 1))
        },
        edit(.conflict, "the shares change on an older version", by: 0) { _, expense in
            .putExpense(ExpensePut(doubled(expense), baseVersion: 0))
        },
        edit(.splitMismatch, "an edit whose shares do not add up", by: 0) { _, expense in
            expense.splits[0].units += 1
            return .putExpense(ExpensePut(expense, baseVersion: 1))
        },
        edit(.unknownMember, "an edit that bills somebody outside the group", by: 0) { _, expense in
            expense.splits[1].member = TestID.member(50)
            return .putExpense(ExpensePut(expense, baseVersion: 1))
        },
        edit(.notFound, "a stranger edits an expense", by: 2) { stage, expense in
            try stage.does(.leaveGroup(TestID.entity(1)), by: 2)
            return .putExpense(ExpensePut(expense, baseVersion: 1))
        },
        edit(.notFound, "a stranger marks a share", by: 2) { stage, expense in
            try stage.does(.leaveGroup(TestID.entity(1)), by: 2)
            return .setSettlement(SettlementMark(expense: expense.id, isSettled: true))
        },
        edit(.notParticipant, "a member of the group marks an expense of others", by: 2) { _, expense in
            .setSettlement(SettlementMark(expense: expense.id, isSettled: true))
        },
        edit(.forbidden, "a participant marks somebody else's share", by: 1) { stage, expense in
            .setSettlement(SettlementMark(expense: expense.id, members: [stage.ann], isSettled: true))
        },
        edit(.unknownMember, "the owner marks a share that is not there", by: 0) { stage, expense in
            .setSettlement(SettlementMark(expense: expense.id, members: [stage.cy], isSettled: true))
        },
        edit(.forbidden, "a participant deletes the expense", by: 1) { _, expense in .deleteExpense(expense.id) },
        edit(.notParticipant, "a member of the group deletes an expense of others", by: 2) { _, expense in
            .deleteExpense(expense.id)
        },
        SplitRefusal(.forbidden, "a payer marks the share of somebody who was removed") { stage in
            try stage.removedFriendOfExpense()
            let mark = SettlementMark(expense: TestID.entity(2), members: [stage.friend], isSettled: true)
            return Attempt(.setSettlement(mark), by: 1)
        },
        SplitRefusal(.forbidden, "a payer without a share of their own marks what is left of removed people") { stage in
            try stage.removedFriendOfExpense(isAlone: true)
            return Attempt(.setSettlement(SettlementMark(expense: TestID.entity(2), isSettled: true)), by: 1)
        },
    ]
}

extension SplitStage {
    /// Ann has an expense that Bo paid, which names a friend whom she has deleted.
    ///
    /// - Parameter isAlone: whether only the friend has a share.
    mutating func removedFriendOfExpense(isAlone: Bool = false) throws {
        try knows()
        try group(1, [ann, bo, friend])
        var expense = try Expense.sample(2, in: TestID.entity(1), paidBy: bo, among: [ann, bo, friend], units: 900)
        if isAlone {
            expense.splits = [Expense.Split(id: expense.splits[2].id, member: friend, units: 900)]
            expense.input = nil
        }
        try does(.putExpense(ExpensePut(expense)))
        try does(.deleteFriend(friend))
    }
}
