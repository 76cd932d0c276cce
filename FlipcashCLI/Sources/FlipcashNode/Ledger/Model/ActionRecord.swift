import FlipcashCore

/// What a stored action does.
enum ActionType: Int, Sendable, CaseIterable {
    case openAccount = 1
    case transfer = 2
    case withdraw = 3
    case feePayment = 4
}

/// The state of an action or a fulfillment.
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
}

/// How an action is carried out.
enum FulfillmentKind: Int, Sendable, CaseIterable {
    case initializeAccount = 1
    case transfer = 2
    case withdraw = 3
}

/// The position of a fulfillment among all: by intent, then action, then step (payment specification §8).
struct FulfillmentOrder: Hashable, Comparable, Sendable {
    var intent: Int64
    var action: Int64
    var step: Int64

    /// The position of a waiting auto-return, which blocks no other step and is not run early.
    static func parked(action: Int64) -> FulfillmentOrder {
        FulfillmentOrder(intent: .max, action: action, step: 0)
    }

    static func < (left: FulfillmentOrder, right: FulfillmentOrder) -> Bool {
        (left.intent, left.action, left.step) < (right.intent, right.action, right.step)
    }
}

/// The client's signature that authorizes a movement.
struct SignedMovement: Hashable, Sendable {
    let nonce: PublicKey
    let blockhash: Hash
    let signature: Signature
    /// SHA-256 of the compact message, which is what the client signed.
    let messageHash: Hash
}

/// One executable step of an action.
struct FulfillmentRecord: Hashable, Sendable {
    var id: Int64?
    let intentID: IntentID
    let actionID: Int
    let kind: FulfillmentKind
    var order: FulfillmentOrder
    var isActive: Bool
    let signed: SignedMovement?
    var state: ActionState
}
