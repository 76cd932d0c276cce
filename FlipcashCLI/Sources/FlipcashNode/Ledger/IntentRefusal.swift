import FlipcashCore

/// Why an intent is refused. The texts are part of the protocol: clients match on them (payment specification §6).
enum IntentRefusal: Error, Hashable, Sendable {
    /// A guard said no: DENIED.
    case denied(String)
    /// The intent breaks a rule: INVALID_INTENT.
    case invalid(String)
    /// The client's picture of the world is out of date: STALE_STATE.
    case stale(String)
    /// The number of signatures is wrong: SIGNATURE_ERROR with a text.
    case signatureCount(String)
    /// Signatures do not verify: SIGNATURE_ERROR with one detail each.
    case badSignatures([BadSignature])
    /// The signature over the request is wrong: gRPC UNAUTHENTICATED.
    case unauthenticated
    /// The message is not one that may stand here: gRPC INVALID_ARGUMENT.
    case malformed(String)
    /// The node cannot take intents now: gRPC UNAVAILABLE.
    case unavailable

    /// A signature that does not verify.
    struct BadSignature: Hashable, Sendable {
        let actionID: Int
        let expectedHash: Hash
        let provided: Signature
    }

    /// A rule broken by one action.
    static func invalid(action index: Int, _ text: String) -> IntentRefusal { .invalid("actions[\(index)]: \(text)") }

    /// A state that one action found changed.
    static func stale(action index: Int, _ text: String) -> IntentRefusal { .stale("actions[\(index)]: \(text)") }

    // MARK: Texts used in more than one place

    static let intentExists = IntentRefusal.stale("intent already exists")
    static let giftCardClaimed = IntentRefusal.stale("gift card balance has already been claimed")
    static let giftCardExpired = IntentRefusal.stale("gift card is expired")
    static let unmanagedSource = IntentRefusal.denied("at least one source account is no longer managed by code")
    static let unmanagedDestination = IntentRefusal.denied("a destination account is no longer managed by code")
    static let overLimit = IntentRefusal.denied(SendLimitRules.refusal)
    static let unsupportedMint = IntentRefusal.invalid(
        "mint account must be the core mint or a launchpad currency")

    /// The vault would have to pay more than it holds.
    static func insufficient(_ vault: PublicKey) -> IntentRefusal {
        .invalid("\(vault.base58) has insufficient balance to perform action")
    }

    /// Another intent came first.
    static func race(_ cause: String) -> IntentRefusal { .stale("race detected: \(cause)") }
}

extension IntentRefusal {
    /// What a failed booking means to the client (payment specification §9).
    init(_ failure: PostingFailure) {
        switch failure {
        case .refused(.vault(let token), .insufficient): self = .insufficient(token)
        case .refused(_, .insufficient): self = .invalid("the node has insufficient balance to perform action")
        case .refused(let account, .closed): self = .race("\(account) is closed")
        case .refused(let account, .amountDiffers): self = .race("balance of \(account) is stale")
        case .refused(_, .notManaged): self = .unmanagedSource
        case .refused(_, .outOfRange): self = .invalid("amount is out of range")
        case .unknownVault(let token): self = .race("\(token.base58) does not exist")
        case .otherMint(let token): self = .invalid("\(token.base58) mint is invalid")
        case .changedMeanwhile(let account): self = .race("version of \(account) is stale")
        case .unbalanced: self = .unavailable
        }
    }
}
