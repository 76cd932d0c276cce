import FlipcashCore

/// The result of an action that was carried out on a chain (unit T4, payment specification §8).
struct SettledStep: Hashable, Sendable {
    let place: ActionPlace
    let intent: IntentID
    let type: ActionType
    /// The account that pays; for an opening, the account opened.
    let source: PublicKey
    let isConfirmed: Bool

    init(_ action: ActionRecord, at place: ActionPlace, isConfirmed: Bool) {
        self.place = place
        intent = action.intentID
        type = action.type
        source = action.source
        self.isConfirmed = isConfirmed
    }

    /// What the step shows about its source; nil when it shows nothing.
    var observedState: VaultState? {
        guard isConfirmed else { return nil }
        switch type {
        case .openAccount: return .locked
        case .withdraw: return .closed
        case .transfer, .feePayment: return nil
        }
    }
}
