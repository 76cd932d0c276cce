/// The caller of an operation: the account that signed it and every id of it.
public struct SplitCaller: Hashable, Sendable {
    /// The account.
    public let account: AccountID
    /// All ids of the account's person.
    public let ids: Set<MemberID>

    /// Creates a caller.
    public init(account: AccountID, ids: Set<MemberID>) {
        self.account = account
        self.ids = ids
    }

    func isSelf(_ member: MemberID) -> Bool { ids.contains(member) }
}

/// The role of a caller in an expense (expense specification §10.2).
public enum ExpenseRole: Hashable, Sendable {
    /// The account that owns the expense.
    case owner
    /// A person who paid part of it.
    case payer
    /// A person with a share of it.
    case participant
    /// No part in the expense.
    case none

    /// The first of the roles that the caller has.
    public static func of(_ caller: SplitCaller, in expense: Expense) -> ExpenseRole {
        if expense.owner == caller.account { return .owner }
        if expense.payers.contains(where: { caller.isSelf($0.member) }) { return .payer }
        if expense.involved.contains(where: caller.isSelf)
            || expense.splits.contains(where: { caller.isSelf($0.member) })
        {
            return .participant
        }
        return .none
    }
}

/// The permissions for an expense (expense specification §10.2).
public enum ExpenseAccess {
    /// The kind of an edit.
    public enum Edit: String, Hashable, Sendable {
        /// The owner changed something.
        case updated
        /// Only own splits were marked as settled.
        case settledOwn = "settled_own"
        /// The stored expense is the same already.
        case unchanged
    }

    /// The expense after splits were marked as settled or open.
    ///
    /// - Parameter members: the people whose splits are marked; empty for all splits that the caller may mark.
    /// - Throws: ``SplitFailure`` `not_participant`, `unknown_member` and `forbidden`.
    public static func settling(
        _ expense: Expense, by caller: SplitCaller, members: [MemberID], settled: Bool
    ) throws(SplitFailure) -> Expense {
        let role = ExpenseRole.of(caller, in: expense)
        guard role != .none else { throw SplitFailure(.notParticipant) }
        func isAllowed(_ member: MemberID) -> Bool {
            switch role {
            case .owner: true
            case .payer: !expense.inactive.contains(member)
            case .participant: caller.isSelf(member) && !expense.inactive.contains(member)
            case .none: false
            }
        }
        var chosen = Set(members)
        if members.isEmpty {
            chosen = Set(expense.splits.map(\.member).filter(isAllowed))
            guard !chosen.isEmpty else { throw SplitFailure(.forbidden) }
        }
        for member in chosen.sorted() {
            guard expense.splits.contains(where: { $0.member == member }) else {
                throw SplitFailure(.unknownMember, ["member": .text(member.text)])
            }
        }
        for member in chosen.sorted() where !isAllowed(member) {
            throw SplitFailure(.forbidden, ["member": .text(member.text)])
        }
        var expense = expense
        for index in expense.splits.indices where chosen.contains(expense.splits[index].member) {
            expense.splits[index].isSettled = settled
        }
        return expense
    }

    /// Checks an edit.
    ///
    /// - Parameter hasPayment: whether a payment names one of the expense's splits.
    /// - Throws: ``SplitFailure`` with the first rule that is broken.
    public static func checkEdit(
        of stored: Expense, to incoming: Expense, by caller: SplitCaller, hasPayment: Bool
    ) throws(SplitFailure) -> Edit {
        let role = ExpenseRole.of(caller, in: stored)
        guard role != .none else { throw SplitFailure(.notParticipant) }
        guard stored.groupID == incoming.groupID else { throw SplitFailure(.groupMismatch) }
        guard stored.context == incoming.context else { throw SplitFailure(.contextMismatch) }
        let before = Dictionary(stored.splits.map { ($0.id, $0) }) { first, _ in first }
        for split in incoming.splits where !split.isSettled && before[split.id]?.isSettled == true {
            throw SplitFailure(.unsettleForbidden, ["member": .text(split.member.text)])
        }
        let changesMoney = changesMoney(stored, incoming)
        let changesTexts = texts(stored) != texts(incoming)
        let marked = incoming.splits.filter { $0.isSettled && before[$0.id]?.isSettled != true }
        if role != .owner {
            guard !changesMoney, !changesTexts, marked.allSatisfy({ caller.isSelf($0.member) }),
                marked.allSatisfy({ !stored.inactive.contains($0.member) })
            else { throw SplitFailure(.forbidden) }
            return marked.isEmpty ? .unchanged : .settledOwn
        }
        if changesMoney {
            guard !hasPayment, !stored.splits.contains(where: \.isSettled) else {
                throw SplitFailure(.lockedBySettlement)
            }
            try incoming.checkSums()
        }
        return changesMoney || changesTexts || !marked.isEmpty ? .updated : .unchanged
    }

    /// Checks a deletion. Returns false for a missing expense, which is not an error.
    public static func checkDeletion(of expense: Expense?, by caller: SplitCaller) throws(SplitFailure) -> Bool {
        guard let expense else { return false }
        switch ExpenseRole.of(caller, in: expense) {
        case .owner, .payer: return true
        case .participant: throw SplitFailure(.forbidden)
        case .none: throw SplitFailure(.notParticipant)
        }
    }

    /// Whether total, payers, splits or what they follow from differ.
    static func changesMoney(_ stored: Expense, _ incoming: Expense) -> Bool { money(stored) != money(incoming) }

    /// The parts of an expense that change together, without settled flags and without an order.
    private static func money(_ expense: Expense) -> Expense {
        var part = Expense(
            id: expense.id, context: expense.context, groupID: nil, description: "",
            date: SplitTime(milliseconds: 0), total: expense.total,
            payers: expense.payers.sorted { $0.member < $1.member },
            splits: expense.splits.sorted { $0.id < $1.id }, involved: expense.involved.sorted())
        for index in part.splits.indices { part.splits[index].isSettled = false }
        part.rate = expense.rate
        part.isRefund = expense.isRefund
        part.input = expense.input
        return part
    }

    private static func texts(_ expense: Expense) -> [String] {
        [
            expense.description, expense.notes, expense.category, String(expense.date.milliseconds),
            expense.recurrence.map { "\($0)" } ?? "",
        ]
    }
}
