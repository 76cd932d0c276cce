import FlipcashCore

extension SwapState {
    /// The name in refusals.
    var name: String {
        switch self {
        case .created: "created"
        case .funding: "funding"
        case .funded: "funded"
        case .submitting: "submitting"
        case .finalized: "finalized"
        case .failed: "failed"
        case .cancelling: "cancelling"
        case .cancelled: "cancelled"
        }
    }
}

/// A swap of one mint into another: what the client asked for, the transaction that it signed, and how far it is
/// (payment specification §16).
struct SwapRecord: Hashable, Sendable {
    let id: SwapID
    /// The id of the intent that funds it.
    let fundingID: IntentID
    let owner: PublicKey
    let from: PublicKey
    let to: PublicKey
    /// Quarks of `from` to swap.
    let amount: UInt64
    /// Quarks of `from` on top.
    let fee: UInt64
    /// Whether it buys the first tokens of a new currency.
    let isFirstPurchase: Bool
    /// The one-time key that holds the money during the swap.
    let authority: PublicKey
    /// The address of the nonce that the transaction uses.
    let nonce: PublicKey
    /// The bytes of `VerifiedSwapMetadata`.
    let metadata: [UInt8]
    /// The owner's signature over `metadata`.
    let proofSignature: Signature
    /// The signature that identifies the transaction.
    let transactionID: Signature
    /// The transaction with all signatures that the node could add; nil once it was discarded.
    let transaction: [UInt8]?
    var state: SwapState
    /// Ledger time until which the swap waits for its funds.
    let fundBefore: Instant
    let createdAt: Instant

    /// What the funding intent must bring; nil when the sum leaves 64 bits.
    var funds: UInt64? {
        let (sum, overflow) = amount.addingReportingOverflow(fee)
        return overflow ? nil : sum
    }
}

/// How an intent may use an id.
enum IntentIDUse: Hashable, Sendable {
    case free
    /// An intent has it, or the node has reserved it for an intent of its own.
    case taken
    /// Only the intent that funds a swap may have it.
    case fundsSwap
}
