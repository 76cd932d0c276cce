import FlipcashCore

/// A client's instruction, parsed from `SubmitActions`. Its structure is valid; its content is not checked yet.
struct IntentRequest: Hashable, Sendable {
    let id: IntentID
    /// The key that signed the request: the initiator, or a gift card's own key.
    let owner: PublicKey
    let terms: IntentTerms
    let appMetadata: AppMetadata?
    let actions: [RequestedAction]
    /// The bytes that `signature` covers.
    let signedBytes: [UInt8]
    let signature: Signature

    /// The mint of the whole intent.
    var mint: PublicKey {
        switch terms {
        case .openAccounts(let terms): terms.mint
        case .sendPublicPayment(let terms): terms.mint
        case .receivePaymentsPublicly(let terms): terms.mint
        case .publicDistribution(let mint): mint
        }
    }

    /// The vault that the intent opens; nil when it opens no vault, or several, which no intent may do.
    var openedVault: PublicKey? {
        let opened = actions.compactMap { action -> PublicKey? in
            guard case .openAccount(let opening) = action else { return nil }
            return opening.token
        }
        return opened.count == 1 ? opened.first : nil
    }
}

/// Data that the application attached to a payment. The ledger stores its bytes without reading them.
struct AppMetadata: Hashable, Sendable {
    let bytes: [UInt8]
    /// Whether the bytes are a valid `flipcash.intent.v1.AppMetadata`.
    let isReadable: Bool
}

/// The type of intent that the client states, with its details.
enum IntentTerms: Hashable, Sendable {
    case openAccounts(OpenAccountsTerms)
    case sendPublicPayment(PublicPaymentTerms)
    case receivePaymentsPublicly(ClaimTerms)
    case publicDistribution(mint: PublicKey)
}

/// The accounts to open.
struct OpenAccountsTerms: Hashable, Sendable {
    enum AccountSet: Hashable, Sendable {
        case user
        case pool
    }

    let accountSet: AccountSet
    let mint: PublicKey
}

/// A payment, a cash link or a withdrawal.
struct PublicPaymentTerms: Hashable, Sendable {
    let source: PublicKey
    let destination: PublicKey
    let destinationOwner: PublicKey?
    /// Nil when the client sent no data in the form that carries proofs.
    let exchange: ReceivedExchangeData?
    let isWithdrawal: Bool
    let isIndirectSend: Bool
    let mint: PublicKey
}

/// The collection of a cash link.
struct ClaimTerms: Hashable, Sendable {
    let source: PublicKey
    let quarks: UInt64
    let hasExchangeData: Bool
    let mint: PublicKey
}

/// One step of an intent.
enum RequestedAction: Hashable, Sendable {
    case openAccount(Opening)
    case transfer(Transfer)
    case withdraw(Withdrawal)
    case feePayment(Fee)

    /// Opens an account.
    struct Opening: Hashable, Sendable {
        /// Nil for a type that the node does not record.
        let type: AccountType?
        let owner: PublicKey
        let index: UInt64
        let authority: PublicKey
        let token: PublicKey
        let mint: PublicKey
        /// The bytes that `authoritySignature` covers.
        let signedBytes: [UInt8]
        let authoritySignature: Signature
    }

    /// Moves an amount.
    struct Transfer: Hashable, Sendable {
        let authority: PublicKey
        let source: PublicKey
        let destination: PublicKey
        let amount: UInt64
        let mint: PublicKey
    }

    /// Moves everything and closes the source.
    struct Withdrawal: Hashable, Sendable {
        let authority: PublicKey
        let source: PublicKey
        let destination: PublicKey
        let amount: UInt64
        let isAutoReturn: Bool
        let mint: PublicKey
    }

    /// Pays a fee to the node.
    struct Fee: Hashable, Sendable {
        /// Nil for a type that the node does not accept.
        let type: FeeType?
        let authority: PublicKey
        let source: PublicKey
        let amount: UInt64
        let mint: PublicKey
    }

    var mint: PublicKey {
        switch self {
        case .openAccount(let action): action.mint
        case .transfer(let action): action.mint
        case .withdraw(let action): action.mint
        case .feePayment(let action): action.mint
        }
    }
}
