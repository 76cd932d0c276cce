/// An instruction to the payments service, ready to be submitted (payment specification §5).
///
/// It is a value: submitting it again is submitting the same, which is what retrying safely needs.
public struct Intent: Sendable {
    /// The idempotency key: one id, one committed intent, for ever.
    public let id: IntentID
    /// Who submits; signs the request.
    public let owner: KeyPair
    /// What it is for.
    public let purpose: Purpose
    /// Its steps; a step's position is its id.
    public let actions: [IntentAction]

    /// The intent's kind with what is particular to it.
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
        /// The vault that receives; a cash link's own vault where one is made.
        public let destination: PublicKey
        /// What is paid, with the proofs that it was computed from.
        public let exchangeData: PinnedExchangeData
        /// Whether the payment creates a cash link.
        public let isIndirectSend: Bool
    }

    init(id: IntentID, owner: KeyPair, purpose: Purpose, actions: [IntentAction]) {
        self.id = id
        self.owner = owner
        self.purpose = purpose
        self.actions = actions
    }

    /// Whether the server must hand out nonces before anything can be committed.
    public var needsSignatures: Bool { actions.contains { $0.signer != nil } }
}
