import SharedExpenses

extension SplitChange {
    /// The kind of the change, as the service calls it.
    var kind: String {
        switch self {
        case .putGroup: "put_group"
        case .deleteGroup: "delete_group"
        case .leaveGroup: "leave_group"
        case .removeMember: "remove_member"
        case .putExpense: "put_expense"
        case .deleteExpense: "delete_expense"
        case .setSettlement: "set_settlement"
        case .putFriend: "put_friend"
        case .deleteFriend: "delete_friend"
        case .mergeFriends: "merge_friends"
        case .putPayment: "put_payment"
        case .advancePayment: "advance_payment"
        case .putClosing: "put_close_out"
        case .createInvite: "create_invite"
        case .revokeInvite: "revoke_invite"
        case .claimInvite: "claim_invite"
        case .createRequest: "create_link_request"
        case .respondRequest: "respond_link_request"
        case .cancelRequest: "cancel_link_request"
        case .clearAll: "clear_all"
        case .deleteAccount: "delete_account"
        }
    }
}

extension SplitOverview {
    /// A change in words for people.
    func words(for change: SplitChange) -> String {
        func group(_ id: EntityID) -> String { view.world.groups[id]?.name ?? String(id.text.prefix(8)) }
        func expense(_ id: EntityID) -> String { view.world.expenses[id]?.description ?? String(id.text.prefix(8)) }
        return switch change {
        case .putGroup(let put): "Group \(put.group.name)"
        case .deleteGroup(let id): "Delete the group \(group(id))"
        case .leaveGroup(let id): "Leave the group \(group(id))"
        case .removeMember(let removal): "Remove \(name(of: removal.member)) from \(group(removal.group))"
        case .putExpense(let put): "Expense \(ExpenseView(put.expense, self).summary)"
        case .deleteExpense(let id): "Delete the expense \(expense(id))"
        case .setSettlement(let mark): "Mark \(expense(mark.expense)) as \(mark.isSettled ? "settled" : "open")"
        case .putFriend(let put): "Friend \(put.friend.name)"
        case .deleteFriend(let member): "Delete \(name(of: member))"
        case .mergeFriends(let merge): "Merge \(name(of: merge.source)) into \(name(of: merge.target))"
        case .putPayment(let payment):
            "Payment of \(money.text(payment.amount)) from \(name(of: payment.from)) to \(name(of: payment.to))"
        case .advancePayment(let advance): "Payment \(advance.payment.text.prefix(8)): \(advance.state.rawValue)"
        case .putClosing(let closing): "Close the group \(group(closing.groupID))"
        case .createInvite(let draft): "Invite \(name(of: draft.target))"
        case .revokeInvite: "Take back an invitation"
        case .claimInvite: "Accept an invitation"
        case .createRequest(let draft): "Ask to link \(name(of: draft.target))"
        case .respondRequest(let response): response.isAccepted ? "Accept a request" : "Decline a request"
        case .cancelRequest: "Take back a request"
        case .clearAll: "Delete all shared expenses"
        case .deleteAccount: "Delete the account of shared expenses"
        }
    }
}
