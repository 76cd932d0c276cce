extension SplitWorld {
    /// Carries out an operation and returns its outcome. An operation that breaks a rule changes nothing, except that a
    /// request which has expired is marked as such.
    ///
    /// - Parameters:
    ///   - caller: the account that signed the operation.
    ///   - proof: whether the money of a payment between wallets has moved.
    public mutating func perform(
        _ operation: SplitOperation, by caller: AccountID, at now: SplitTime, proof: PaymentProof
    ) -> OperationResult {
        var limited = operation
        limited.stamp = operation.stamp.limited(at: UInt64(max(0, now.milliseconds)))
        var result = OperationResult(operation: operation.id, code: .ok)
        let before = self
        do throws(SplitFailure) {
            let effect = try carryOut(limited, by: caller, at: now, proof: proof)
            result.code = effect.isUnchanged ? .unchanged : .ok
            result.version = effect.version
            result.contract = effect.contract
            noteRemoved(since: before)
            showChanged(since: before)
        } catch {
            self = before
            if error.code == .expired, case .respondRequest(let response) = operation.change {
                requests[response.id]?.state = .expired
            }
            result.code = error.code.result
            result.detail = error.code.rawValue
        }
        return result
    }

    /// The class in which a request is counted; nil when it is not counted (expense specification §2).
    public func rate(of operation: SplitOperation) -> SplitRateClass? {
        switch operation.change {
        case .putExpense(let put): expenses[put.expense.id] == nil ? .expenses : nil
        case .setSettlement: .settlements
        case .putPayment(let payment): payments[payment.id] == nil ? .settlements : nil
        case .createInvite, .createRequest: .invitations
        case .putGroup, .deleteGroup, .leaveGroup, .removeMember, .deleteExpense, .putFriend, .deleteFriend,
            .mergeFriends, .advancePayment, .putClosing, .revokeInvite, .claimInvite, .respondRequest,
            .cancelRequest, .clearAll, .deleteAccount:
            nil
        }
    }

    private mutating func noteRemoved(since before: SplitWorld) {
        removed.formUnion(Set(before.groups.keys).subtracting(groups.keys))
        removed.formUnion(Set(before.expenses.keys).subtracting(expenses.keys))
        removed.formUnion(Set(before.payments.keys).subtracting(payments.keys))
    }

    /// Shows an expense that has changed again to the accounts that had cleared it.
    private mutating func showChanged(since before: SplitWorld) {
        cleared = cleared.filter { expenses[$0.expense] == before.expenses[$0.expense] }
    }
}
