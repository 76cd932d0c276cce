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
    /// Pays the server's fee for creating the destination's token account.
    case feePayment(FeePayment)

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

    /// A fee for creating the token account that a withdrawal pays (payment specification §12.1).
    ///
    /// It names no destination: the server's parameters do.
    public struct FeePayment: Sendable {
        /// The key that may move the source's tokens; it signs the compact message.
        public let authority: KeyPair
        /// The vault that pays.
        public let source: PublicKey
        /// The fee in quarks of `mint`.
        public let amount: UInt64
        /// The mint in which the fee is paid.
        public let mint: PublicKey
    }

    /// The key that signs the action's compact message; nil when the action has no message.
    var signer: KeyPair? {
        switch self {
        case .openAccount: nil
        case .transfer(let movement), .withdraw(let movement, _): movement.authority
        case .feePayment(let fee): fee.authority
        }
    }

    /// The accounts that the client itself pays from or to in this action. A fee must not go to one of them.
    var accounts: [PublicKey] {
        switch self {
        case .openAccount(let opening): [opening.token]
        case .transfer(let movement), .withdraw(let movement, _): [movement.source, movement.destination]
        case .feePayment(let fee): [fee.source]
        }
    }
}
