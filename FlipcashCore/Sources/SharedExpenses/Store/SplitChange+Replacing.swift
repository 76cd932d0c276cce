extension SplitChange {
    /// The change with another id for one person.
    func replacing(_ old: MemberID, with new: MemberID) -> SplitChange {
        func renamed(_ id: MemberID) -> MemberID { id == old ? new : id }
        switch self {
        case .putGroup(var put):
            for index in put.group.members.indices {
                put.group.members[index].id = renamed(put.group.members[index].id)
            }
            return .putGroup(put)
        case .putExpense(var put):
            let input = put.expense.input
            put.expense = put.expense.rewriting([old], to: new)
            put.expense.input = input?.replacing(old, with: new)
            return .putExpense(put)
        case .putPayment(var payment):
            payment.from = renamed(payment.from)
            payment.to = renamed(payment.to)
            return .putPayment(payment)
        case .setSettlement(var settlement):
            settlement.members = settlement.members.map(renamed)
            return .setSettlement(settlement)
        case .removeMember(var removal):
            removal.member = renamed(removal.member)
            return .removeMember(removal)
        case .deleteAccount(let member): return .deleteAccount(renamed(member))
        case .deleteGroup, .leaveGroup, .deleteExpense, .putFriend, .deleteFriend, .mergeFriends, .advancePayment,
            .putClosing, .createInvite, .revokeInvite, .claimInvite, .createRequest, .respondRequest, .cancelRequest,
            .clearAll:
            return self
        }
    }
}

extension SplitInput {
    /// The input with another id for one person who is not in it under the new id.
    func replacing(_ old: MemberID, with new: MemberID) -> SplitInput {
        var input = self
        if let value = input.values.removeValue(forKey: old) { input.values[new] = value }
        if let value = input.adjustments.removeValue(forKey: old) { input.adjustments[new] = value }
        for index in input.items.indices {
            input.items[index].members = input.items[index].members.map { $0 == old ? new : $0 }
        }
        return input
    }
}
