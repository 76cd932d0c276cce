public import FlipcashCore

/// A request for the cash of a bill.
///
/// Written before the request is sent, so that cash which arrives after an interruption can be matched to it.
public struct GrabRecord: Hashable, Sendable, Codable {
    /// The state of the request.
    public enum State: String, Sendable, Codable {
        /// Written before the request was sent. Whether the cash arrives is not known yet.
        case asking
        /// The cash arrived, but was not reported yet.
        case arrived
        /// The cash arrived and was reported.
        case received
        /// The cash went to another account, or the bill was never paid.
        case failed

        /// Whether a later request must still report the cash.
        var isUnreported: Bool {
            switch self {
            case .asking, .arrived: true
            case .received, .failed: false
            }
        }
    }

    /// How long after a request its payment can still be in flight. A bill is on display while its rate is valid, and
    /// may pay at the last moment.
    static let openTimeMax: Duration = VerifiedState.usableTimeMax + SubmissionBound.timeMax

    /// The bill's payment.
    public let intent: IntentID
    /// The currency of the bill's offer.
    public let mint: PublicKey
    /// When the cash was last requested, to the millisecond.
    public internal(set) var created: Instant
    /// The state of the request.
    public var state: State
    /// The ``PinnedNode/coreVMAuthority`` of the node that received the request; nil in older records.
    public let node: PublicKey?

    /// Creates a record of a request for a bill's cash.
    public init(intent: IntentID, mint: PublicKey, created: Instant, state: State, node: PublicKey? = nil) {
        self.intent = intent
        self.mint = mint
        self.created = created
        self.state = state
        self.node = node
    }
}
