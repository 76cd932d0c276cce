import FlipcashCore

/// Why an intent is refused. The texts are part of the protocol: clients match on them (payment specification §6).
enum IntentRefusal: Error, Hashable, Sendable {
    /// A guard refused: DENIED.
    case denied(String)
    /// The intent breaks a rule: INVALID_INTENT.
    case invalid(String)
    /// The client's state is out of date: STALE_STATE.
    case stale(String)
    /// The number of signatures is wrong: SIGNATURE_ERROR with a text.
    case signatureCount(String)
    /// Signatures do not verify: SIGNATURE_ERROR with one detail for each.
    case badSignatures([BadSignature])
    /// The signature over the request is wrong: gRPC UNAUTHENTICATED.
    case unauthenticated
    /// The message is not allowed at this point: gRPC INVALID_ARGUMENT.
    case malformed(String)
    /// The node cannot accept intents now: gRPC UNAVAILABLE.
    case unavailable

    /// A signature that does not verify.
    struct BadSignature: Hashable, Sendable {
        let actionID: Int
        let expectedHash: Hash
        let provided: Signature
    }

    /// A rule that one action breaks.
    static func invalid(action index: Int, _ text: String) -> IntentRefusal { .invalid("actions[\(index)]: \(text)") }

    /// State that has changed for one action.
    static func stale(action index: Int, _ text: String) -> IntentRefusal { .stale("actions[\(index)]: \(text)") }

    // MARK: Texts used in more than one place

    static let intentExists = IntentRefusal.stale("intent already exists")
    static let returnTaken = IntentRefusal.invalid(
        "another intent has the id that the return of this cash link needs; use a new intent id")
    static let giftCardClaimed = IntentRefusal.stale("gift card balance has already been claimed")
    static let giftCardExpired = IntentRefusal.stale("gift card is expired")
    static let unmanagedSource = IntentRefusal.denied("at least one source account is no longer managed by code")
    static let unmanagedDestination = IntentRefusal.denied("a destination account is no longer managed by code")
    static let unlockStarted = IntentRefusal.denied("an account being opened has already initiated an unlock")
    static let overLimit = IntentRefusal.denied(SendLimitRules.refusal)
    /// Another step of the swap was committed first.
    static let swapMoved = race("the swap has moved on")
    /// The name of a currency was taken meanwhile.
    static let nameTaken = IntentRefusal.stale("name already exists")
    /// Other launches have filled the node meanwhile.
    static let tooManyCurrencies = IntentRefusal.denied("the node has as many currencies as it may have")
    static let tooManyLaunches = IntentRefusal.denied("too many currencies of this owner were not bought")
    static let swapIDUsed = IntentRefusal.denied("attempt to reuse swap id")
    static let swapFundingUsed = IntentRefusal.denied("attempt to reuse swap funding id")
    static let fundingIntentExists = IntentRefusal.invalid("funding intent already exists")
    static let unsupportedMint = IntentRefusal.invalid(
        "mint account must be the core mint or a launchpad currency")

    /// The vault would have to pay more than it holds.
    static func insufficient(_ vault: PublicKey) -> IntentRefusal {
        .invalid("\(vault.base58) has insufficient balance to perform action")
    }

    /// One action would make the vault pay more than it holds.
    static func insufficient(action index: Int, _ vault: PublicKey) -> IntentRefusal {
        .invalid(action: index, "\(vault.base58) has insufficient balance to perform action")
    }

    /// Another intent was committed first.
    static func race(_ cause: String) -> IntentRefusal { .stale("race detected: \(cause)") }
}

extension IntentRefusal {
    /// The refusal for a failed booking (payment specification §9); nil when the client did not cause it: the rules
    /// know every vault and its mint, and the client does not see the node's own accounts.
    init?(_ failure: PostingFailure) {
        switch failure {
        case .refused(.vault(let token), let refusal):
            switch refusal {
            case .insufficient: self = .insufficient(token)
            case .closed: self = .race("\(token.base58) is closed")
            case .amountDiffers: self = .race("balance of \(token.base58) is stale")
            case .notManaged: self = .unmanagedSource
            case .outOfRange: self = .invalid("amount is out of range")
            }
        case .changedMeanwhile(.vault(let token)): self = .race("version of \(token.base58) is stale")
        case .refused, .changedMeanwhile, .unknownVault, .otherMint, .unbalanced: return nil
        }
    }
}
