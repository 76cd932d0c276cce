public import FlipcashCore

/// What this program did and the server could not give back: written and synced before the matching submission
/// (client specification §12.8).
public enum JournalRecord: Hashable, Sendable {
    /// A cash link made here. Its entropy is the only key to the money.
    case link(LinkRecord)
    /// A payment that was submitted.
    case payment(PaymentRecord)
    /// Cash that was asked for from a bill.
    case grab(GrabRecord)

    /// When it was written down first.
    var created: Instant {
        switch self {
        case .link(let link): link.created
        case .payment(let payment): payment.created
        case .grab(let grab): grab.created
        }
    }

    /// The node that it was submitted to, as ``PinnedNode/coreVMAuthority`` names it; nil where that was not noted.
    var node: PublicKey? {
        switch self {
        case .link(let link): link.node
        case .payment(let payment): payment.node
        case .grab(let grab): grab.node
        }
    }

    /// Whether `node` can tell what became of it. Records of older programs name no node: any may be the one.
    func isKnown(to node: PinnedNode) -> Bool {
        guard let noted = self.node else { return true }
        return noted == node.coreVMAuthority
    }

    /// What later records of the same thing share.
    var identity: String {
        switch self {
        case .link(let link): "link:\(link.vault.base58)"
        case .payment(let payment): "payment:\(payment.intent.base58)"
        case .grab(let grab): "grab:\(grab.intent.base58)"
        }
    }

    /// The record of what took effect, or of what certainly did not.
    func finished(isCommitted: Bool) -> JournalRecord {
        switch self {
        case .link(var link):
            link.state = isCommitted ? .open : .failed
            return .link(link)
        case .payment(var payment):
            payment.state = isCommitted ? .done : .failed
            return .payment(payment)
        case .grab(var grab):
            grab.state = isCommitted ? .arrived : .failed
            return .grab(grab)
        }
    }
}

/// A cash link made here.
public struct LinkRecord: Hashable, Sendable, Codable {
    /// Where the link stands, as far as this journal knows.
    public enum State: String, Sendable, Codable {
        /// Written before the submission; it may or may not exist.
        case submitting
        /// Funded and not known to be collected.
        case open
        /// Somebody collected it.
        case claimed
        /// Taken back by its maker before its seven days were over.
        case cancelled
        /// The money came back: after the seven days, or by a cancellation elsewhere that was first seen after them.
        case returned
        /// The submission failed for good: no money ever went into it.
        case failed
    }

    /// The bearer secret, base58: whoever knows it can collect the money.
    public let entropy: String
    /// Where the link's money lies.
    public let vault: PublicKey
    /// The intent that funds it.
    public let intent: IntentID
    /// The mint of the money.
    public let mint: PublicKey
    /// The money in quarks of `mint`.
    public let quarks: UInt64
    /// The amount in the link's currency.
    public let native: JournalAmount
    /// When the link was made, to the millisecond.
    public let created: Instant
    /// Where the link stands.
    public var state: State
    /// The node that was asked to make the link, as ``PinnedNode/coreVMAuthority`` names it; nil in older records.
    public let node: PublicKey?

    /// Names a link; `entropy` is its secret in base58.
    public init(
        entropy: String, vault: PublicKey, intent: IntentID, mint: PublicKey, quarks: UInt64, native: JournalAmount,
        created: Instant, state: State, node: PublicKey? = nil
    ) {
        self.entropy = entropy
        self.vault = vault
        self.intent = intent
        self.mint = mint
        self.quarks = quarks
        self.native = native
        self.created = created
        self.state = state
        self.node = node
    }
}

/// A payment that was submitted from here.
public struct PaymentRecord: Hashable, Sendable, Codable {
    /// What the payment was.
    public enum Kind: String, Sendable, Codable {
        /// Cash given face to face.
        case give
        /// A cash link collected.
        case claim
    }

    /// Where the payment stands.
    public enum State: String, Sendable, Codable {
        /// Written before the submission; the outcome is open.
        case submitting
        /// Committed.
        case done
        /// Refused; nothing moved.
        case failed
    }

    /// The payment's id.
    public let intent: IntentID
    /// What the payment was.
    public let kind: Kind
    /// The mint of what is paid.
    public let mint: PublicKey
    /// What is paid, in quarks of `mint`.
    public let quarks: UInt64
    /// The amount in the payment's currency.
    public let native: JournalAmount
    /// When the payment was written down first, to the millisecond.
    public let created: Instant
    /// Where the payment stands.
    public var state: State
    /// The shared expense that this payment settles.
    public let splitPayment: String?
    /// The savings goal that this payment serves.
    public let goal: String?
    /// The node that the payment was submitted to, as ``PinnedNode/coreVMAuthority`` names it; nil in older records.
    public let node: PublicKey?

    /// Names a payment.
    public init(
        intent: IntentID, kind: Kind, mint: PublicKey, quarks: UInt64, native: JournalAmount, created: Instant,
        state: State, splitPayment: String? = nil, goal: String? = nil, node: PublicKey? = nil
    ) {
        self.intent = intent
        self.kind = kind
        self.mint = mint
        self.quarks = quarks
        self.native = native
        self.created = created
        self.state = state
        self.splitPayment = splitPayment
        self.goal = goal
        self.node = node
    }
}

/// A native amount as plain decimal text.
public struct JournalAmount: Hashable, Sendable, Codable {
    /// The currency, a lower-case code.
    public let currency: String
    /// Units of the currency, such as `5.5`, without grouping or exponent.
    public let value: String

    /// Takes code and number as they are.
    public init(currency: String, value: String) {
        self.currency = currency
        self.value = value
    }
}
