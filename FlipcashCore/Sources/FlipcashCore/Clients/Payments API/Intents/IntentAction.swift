/// One step of an intent (payment specification §5.6).
public enum IntentAction: Sendable {
    /// Opens a token account; its authority adds a signature.
    case openAccount(OpenAccount)
    /// Moves an amount.
    case transfer(Movement)
    /// Empties and closes an account.
    ///
    /// Indirect, because a large value beside another is miscompiled (`Tests/Layout`).
    indirect case withdraw(Movement, isAutoReturn: Bool)

    /// The account to open.
    public struct OpenAccount: Sendable {
        /// The kind of account.
        public let kind: OpenAccountKind
        /// The account's owner: the submitting owner, or a gift card's own key.
        public let owner: PublicKey
        /// The key that may move the account's tokens; it signs the action.
        public let authority: KeyPair
        /// The account's address: the vault derived from authority and mint.
        public let token: PublicKey
        /// The mint whose tokens the account holds.
        public let mint: PublicKey
    }

    /// Kinds of account that a client opens.
    public enum OpenAccountKind: Sendable {
        /// An owner's only account of a mint.
        case primary
        /// The account of a cash link, with its own key.
        case giftCard
    }

    /// A transfer of money between accounts.
    public struct Movement: Sendable {
        /// The key that may move the source's tokens; it signs the compact message.
        public let authority: KeyPair
        /// The vault that pays.
        public let source: PublicKey
        /// The vault that receives.
        public let destination: PublicKey
        /// The amount in quarks of `mint`.
        public let amount: UInt64
        /// The mint of both accounts.
        public let mint: PublicKey
    }

    /// The key that signs the action's compact message; nil when the action has no message.
    var signer: KeyPair? {
        switch self {
        case .openAccount: nil
        case .transfer(let movement), .withdraw(let movement, _): movement.authority
        }
    }
}
