/// An instruction to the payments service, ready to submit (payment specification §5).
///
/// An intent is an immutable value, so a retry submits exactly the same request.
public struct Intent: Sendable {
    /// The idempotency key: at most one intent is ever committed under an id.
    public let id: IntentID
    /// The submitting owner, who signs the request.
    public let owner: KeyPair
    /// The intent's kind.
    public let purpose: Purpose
    /// The intent's actions; an action's position is its id.
    public let actions: [IntentAction]

    /// The intent's kind and its details.
    public enum Purpose: Sendable {
        /// Opens an account of `mint`.
        case openAccounts(mint: PublicKey)
        /// Moves money from the owner's vault.
        case sendPublicPayment(SendPublicPayment)
        /// Collects a cash link.
        case receivePaymentsPublicly(source: PublicKey, quarks: UInt64, mint: PublicKey)
    }

    /// A payment out of the owner's vault.
    public struct SendPublicPayment: Sendable {
        /// The owner's vault, which pays.
        public let source: PublicKey
        /// The account that receives: a vault, for a cash link the link's own vault, or an outside token account.
        public let destination: PublicKey
        /// The gross amount that leaves the source, and the proofs that it was computed from.
        public let exchangeData: PinnedExchangeData
        /// What the payment is for.
        public let variant: Variant
    }

    /// The variants of a payment (payment specification §5.2).
    public enum Variant: Hashable, Sendable {
        /// Pays another user's vault.
        case payment
        /// Creates a cash link.
        case cashLink
        /// Pays an outside token account or funds a swap.
        ///
        /// The owner of that account lets the server derive its address; nil for a token account that exists.
        case withdrawal(PublicKey?)

        /// Whether the payment creates a cash link.
        public var isIndirectSend: Bool { self == .cashLink }

        /// Whether the payment leaves the service or funds a swap.
        public var isWithdrawal: Bool {
            switch self {
            case .withdrawal: true
            case .payment, .cashLink: false
            }
        }

        /// The owner of the destination's token account.
        public var destinationOwner: PublicKey? {
            switch self {
            case .withdrawal(let owner): owner
            case .payment, .cashLink: nil
            }
        }
    }

    init(id: IntentID, owner: KeyPair, purpose: Purpose, actions: [IntentAction]) {
        self.id = id
        self.owner = owner
        self.purpose = purpose
        self.actions = actions
    }

    /// Whether the server must supply nonces before the intent can be committed.
    public var needsSignatures: Bool { actions.contains { $0.signer != nil } }
}
