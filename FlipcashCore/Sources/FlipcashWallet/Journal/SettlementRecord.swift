public import FlipcashCore

/// A payment between people that is being settled (expense specification §9.5).
///
/// It names the payment before anything is proposed, and the intent before anything is submitted. The money itself has
/// a record of its own: that of a payment or of a link.
public struct SettlementRecord: Hashable, Sendable, Codable {
    /// How the money moves.
    public enum Method: String, Sendable, Codable {
        /// From wallet to wallet.
        case direct
        /// By a cash link that the payee collects.
        case link
    }

    /// The id of the payment between people.
    public let payment: String
    /// How the money moves.
    public let method: Method
    /// The intent that pays; nil before it is chosen.
    public var intent: IntentID?
    /// When the record was first written, to the millisecond.
    public let created: Instant
    /// Whether something is left to find out or to report.
    public var isOpen: Bool
    /// The ``PinnedNode/coreVMAuthority`` of the node that receives the submission.
    public let node: PublicKey?

    /// Creates a record of a payment between people.
    public init(
        payment: String, method: Method, intent: IntentID? = nil, created: Instant, isOpen: Bool = true,
        node: PublicKey? = nil
    ) {
        self.payment = payment
        self.method = method
        self.intent = intent
        self.created = created
        self.isOpen = isOpen
        self.node = node
    }

    private enum CodingKeys: String, CodingKey {
        case payment, method, intent, created, node
        case isOpen = "open"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            payment: try container.decode(String.self, forKey: .payment),
            method: try container.decode(Method.self, forKey: .method),
            intent: try container.decodeIfPresent(IntentID.self, forKey: .intent),
            created: try container.decodeTime(forKey: .created),
            isOpen: try container.decode(Bool.self, forKey: .isOpen),
            node: try container.decodeIfPresent(PublicKey.self, forKey: .node))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(payment, forKey: .payment)
        try container.encode(method, forKey: .method)
        try container.encodeIfPresent(intent, forKey: .intent)
        try container.encode(TimestampText.rfc3339(created), forKey: .created)
        try container.encode(isOpen, forKey: .isOpen)
        try container.encodeIfPresent(node, forKey: .node)
    }
}
