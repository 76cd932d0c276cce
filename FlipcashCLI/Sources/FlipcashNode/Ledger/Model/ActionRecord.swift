import FlipcashCore

/// What a stored action does.
enum ActionType: Int, Sendable, CaseIterable {
    case openAccount = 1
    case transfer = 2
    case withdraw = 3
    case feePayment = 4
}

/// The state of an action.
enum ActionState: Int, Sendable, CaseIterable {
    /// Initial state of an auto-return that has not been requested yet.
    case unscheduled = 0
    case pending = 1
    case confirmed = 2
    case failed = 3
    case revoked = 4
}

/// Why a fee is taken.
enum FeeType: Int, Sendable, CaseIterable {
    case createOnSendWithdrawal = 1
}

/// One step of a committed intent.
struct ActionRecord: Hashable, Sendable {
    let intentID: IntentID
    let actionID: Int
    let intentType: IntentType
    let type: ActionType
    /// The account that pays; for an opening, the account opened.
    let source: PublicKey
    let destination: PublicKey?
    /// The amount that moves, in quarks; nil for openings and for an auto-return that is not scheduled.
    var quantity: UInt64?
    let feeType: FeeType?
    let isAutoReturn: Bool
    var state: ActionState
    /// The client's authorization; nil for an opening, which moves nothing.
    var signed: SignedMovement?
}

/// The client's signature that authorizes a movement.
struct SignedMovement: Hashable, Sendable {
    let nonce: VirtualNonce
    let signature: Signature
}
