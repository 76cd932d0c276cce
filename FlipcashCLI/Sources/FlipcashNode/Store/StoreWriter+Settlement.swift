import FlipcashCore

extension StoreWriter {
    /// Records the result of a pending step, what it shows about its vault, and the settlement of its intent (unit T4).
    func settle(_ step: SettledStep) throws {
        let state: ActionState = step.isConfirmed ? .confirmed : .failed
        guard try setState(state, of: step.intent, action: step.place.actionID, from: .pending) else { return }
        if let observed = step.observedState { try setVaultState(observed, of: step.source) }
        try settleIntent(step.intent)
    }

    /// Settles an intent when all its actions are settled, apart from the return of a cash link.
    private func settleIntent(_ id: IntentID) throws {
        guard let intent = try intent(id), intent.state == .pending else { return }
        let actions = try actions(of: id).filter { !$0.isAutoReturn }
        if actions.contains(where: { $0.state == .failed }) {
            try setState(.failed, of: id)
        } else if actions.allSatisfy({ $0.state == .confirmed }) {
            try setState(.confirmed, of: id)
        }
    }
}
