public import FlipcashCore

/// An action of this program that the server cannot restore. Written and synced before the submission (client
/// specification §12.8).
public enum JournalRecord: Hashable, Sendable {
    /// A cash link made here. Its entropy is the only key to the money.
    case link(LinkRecord)
    /// A payment that was submitted.
    case payment(PaymentRecord)
    /// A request for the cash of a bill.
    case grab(GrabRecord)
    /// A swap that was started.
    case swap(SwapRecord)
    /// A currency that was created.
    case launch(LaunchRecord)
    /// A payment between people that is being settled.
    case settlement(SettlementRecord)

    /// When the first record was written.
    var created: Instant {
        switch self {
        case .link(let link): link.created
        case .payment(let payment): payment.created
        case .grab(let grab): grab.created
        case .swap(let swap): swap.created
        case .launch(let launch): launch.created
        case .settlement(let settlement): settlement.created
        }
    }

    /// The ``PinnedNode/coreVMAuthority`` of the node that received the submission; nil if it was not recorded.
    var node: PublicKey? {
        switch self {
        case .link(let link): link.node
        case .payment(let payment): payment.node
        case .grab(let grab): grab.node
        case .swap(let swap): swap.node
        case .launch(let launch): launch.node
        case .settlement(let settlement): settlement.node
        }
    }

    /// Returns whether `node` may know the outcome. Records of older programs name no node, so any node may know it.
    func isKnown(to node: PinnedNode) -> Bool {
        guard let noted = self.node else { return true }
        return noted == node.coreVMAuthority
    }

    /// The identity that all records of the same action share.
    var identity: String {
        switch self {
        case .link(let link): "link:\(link.vault.base58)"
        case .payment(let payment): "payment:\(payment.intent.base58)"
        case .grab(let grab): "grab:\(grab.intent.base58)"
        case .swap(let swap): "swap:\(swap.swap.base58)"
        case .launch(let launch):
            "launch:\(launch.node?.base58 ?? ""):\(LaunchRecord.comparable(launch.name))"
        case .settlement(let settlement): "settlement:\(settlement.payment)"
        }
    }

    /// Returns the record of a submission with another time. Launches and settlements keep theirs, because nothing waits
    /// for it to pass.
    func redated(_ time: Instant) -> JournalRecord {
        switch self {
        case .link(var link):
            link.created = time
            return .link(link)
        case .payment(var payment):
            payment.created = time
            return .payment(payment)
        case .grab(var grab):
            grab.created = time
            return .grab(grab)
        case .swap(var swap):
            swap.created = time
            return .swap(swap)
        case .launch, .settlement: return self
        }
    }

    /// Returns the record after its submission: committed, or certainly not.
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
        case .swap(let swap): return .swap(swap.with(isCommitted ? .running : .failed))
        case .launch(var launch):
            launch.state = isCommitted ? .created : .failed
            return .launch(launch)
        // Its end is written by the one who settles.
        case .settlement: return self
        }
    }
}

/// A cash link made here.
public struct LinkRecord: Hashable, Sendable, Codable {
    /// The state of the link, as far as this journal knows.
    public enum State: String, Sendable, Codable {
        /// Written before the submission; the link may or may not exist.
        case submitting
        /// Funded and not known to be collected.
        case open
        /// Collected.
        case claimed
        /// Taken back by its maker within its seven days.
        case cancelled
        /// The money came back: after the seven days, or by a cancellation elsewhere that was first seen after them.
        case returned
        /// The submission failed and the link was not funded.
        case failed
    }

    /// The bearer secret, base58: anyone who knows it can collect the money.
    public let entropy: String
    /// The vault that holds or held the link's money.
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
    public internal(set) var created: Instant
    /// The state of the link.
    public var state: State
    /// The payment between people that this link settles.
    public let splitPayment: String?
    /// The ``PinnedNode/coreVMAuthority`` of the node that the link was submitted to; nil in older records.
    public let node: PublicKey?

    /// Creates a record of a link; `entropy` is its secret in base58.
    public init(
        entropy: String, vault: PublicKey, intent: IntentID, mint: PublicKey, quarks: UInt64, native: JournalAmount,
        created: Instant, state: State, splitPayment: String? = nil, node: PublicKey? = nil
    ) {
        self.entropy = entropy
        self.vault = vault
        self.intent = intent
        self.mint = mint
        self.quarks = quarks
        self.native = native
        self.created = created
        self.state = state
        self.splitPayment = splitPayment
        self.node = node
    }
}

/// A payment submitted from here.
public struct PaymentRecord: Hashable, Sendable, Codable {
    /// The kind of a payment.
    public enum Kind: String, Sendable, Codable {
        /// Cash given face to face.
        case give
        /// A cash link collected.
        case claim
        /// Money sent straight to another user's vault.
        case send
        /// Money paid to an outside address.
        case withdraw
    }

    /// The state of a payment.
    public enum State: String, Sendable, Codable {
        /// Written before the submission; the outcome is unknown.
        case submitting
        /// Committed.
        case done
        /// Refused; no money moved.
        case failed
    }

    /// The payment's id.
    public let intent: IntentID
    /// The kind of the payment.
    public let kind: Kind
    /// The mint of the tokens paid.
    public let mint: PublicKey
    /// The tokens paid, in quarks of `mint`, before a fee.
    public let quarks: UInt64
    /// The token account that receives; nil in records of older programs.
    public let destination: PublicKey?
    /// The amount in the payment's currency.
    public let native: JournalAmount
    /// When the payment was first recorded, to the millisecond.
    public internal(set) var created: Instant
    /// The state of the payment.
    public var state: State
    /// The shared expense that this payment settles.
    public let splitPayment: String?
    /// The savings goal that this payment serves.
    public let goal: String?
    /// The ``PinnedNode/coreVMAuthority`` of the node that the payment was submitted to; nil in older records.
    public let node: PublicKey?

    /// Creates a record of a payment.
    public init(
        intent: IntentID, kind: Kind, mint: PublicKey, quarks: UInt64, destination: PublicKey? = nil,
        native: JournalAmount, created: Instant, state: State, splitPayment: String? = nil, goal: String? = nil,
        node: PublicKey? = nil
    ) {
        self.intent = intent
        self.kind = kind
        self.mint = mint
        self.quarks = quarks
        self.destination = destination
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

    /// Creates an amount from a code and a number, without checking them.
    public init(currency: String, value: String) {
        self.currency = currency
        self.value = value
    }
}
