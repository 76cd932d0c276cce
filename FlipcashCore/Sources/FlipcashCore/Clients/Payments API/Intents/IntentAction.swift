/// One step of an intent (payment specification §5.6).
public enum IntentAction: Sendable {
    /// Opens a token account; its authority vouches for it with a signature of its own.
    case openAccount(OpenAccount)
    /// Moves an amount.
    case transfer(Movement)
    /// Empties and closes an account. In a box: a large value beside another is miscompiled (`Tests/Layout`).
    indirect case withdraw(Movement, isAutoReturn: Bool)

    /// The account to open.
    public struct OpenAccount: Sendable {
        /// What the account is for.
        public let kind: OpenAccountKind
        /// Whose account it is: the submitting owner's, or a gift card's own key.
        public let owner: PublicKey
        /// The key that may move the account's tokens; it signs the action.
        public let authority: KeyPair
        /// The account's address: the vault of authority and mint.
        public let token: PublicKey
        /// The mint whose tokens the account holds.
        public let mint: PublicKey
    }

    /// Kinds of account that a client opens.
    public enum OpenAccountKind: Sendable {
        /// An owner's one account of a mint.
        case primary
        /// The account of a cash link, under a key of its own.
        case giftCard
    }

    /// Money going from one account to another.
    public struct Movement: Sendable {
        /// The key that may move the source's tokens; it signs the compact message.
        public let authority: KeyPair
        /// The vault that pays.
        public let source: PublicKey
        /// The vault that receives.
        public let destination: PublicKey
        /// Quarks of `mint`.
        public let amount: UInt64
        /// The mint of both accounts.
        public let mint: PublicKey
    }

    /// Who signs the action's compact message; nil when the action has none.
    var signer: KeyPair? {
        switch self {
        case .openAccount: nil
        case .transfer(let movement), .withdraw(let movement, _): movement.authority
        }
    }
}
