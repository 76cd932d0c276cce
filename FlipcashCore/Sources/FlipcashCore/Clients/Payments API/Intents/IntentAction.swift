/// One step of an intent (payment specification §5.6).
public enum IntentAction: Sendable {
    /// Opens a token account; its authority vouches for it with a signature of its own.
    case openAccount(OpenAccount)
    /// Moves an amount.
    case transfer(Movement)
    /// Empties and closes an account.
    case withdraw(Movement, isAutoReturn: Bool)

    /// The account to open.
    public struct OpenAccount: Sendable {
        public let kind: OpenAccountKind
        public let owner: PublicKey
        /// The key that may move the account's tokens; it signs the action.
        public let authority: KeyPair
        public let token: PublicKey
        public let mint: PublicKey
    }

    /// Kinds of account that a client opens.
    public enum OpenAccountKind: Sendable {
        case primary
        case giftCard
    }

    /// Money going from one account to another.
    public struct Movement: Sendable {
        /// The key that may move the source's tokens; it signs the compact message.
        public let authority: KeyPair
        public let source: PublicKey
        public let destination: PublicKey
        /// Quarks of `mint`.
        public let amount: UInt64
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
