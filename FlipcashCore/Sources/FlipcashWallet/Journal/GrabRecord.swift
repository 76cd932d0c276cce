public import FlipcashCore

/// Cash that was asked for from somebody's bill.
///
/// Written before the request, so that cash which comes after the asking was interrupted is known to be what was asked
/// for.
public struct GrabRecord: Hashable, Sendable, Codable {
    /// What became of the request.
    public enum State: String, Sendable, Codable {
        /// Written before the request; whether the cash comes is open.
        case asking
        /// The cash came, and whoever asked for it has not been told.
        case arrived
        /// The cash came, and whoever asked for it knows.
        case received
        /// The cash went to somebody else, or to nobody.
        case failed

        /// Whether the cash is still to be reported to whoever asks for it again.
        var isUntold: Bool {
            switch self {
            case .asking, .arrived: true
            case .received, .failed: false
            }
        }
    }

    /// How long after the asking its payment can still be under way: a bill is on show for as long as its rate holds,
    /// and may pay in the last moment.
    static let openTimeMax: Duration = VerifiedState.usableTimeMax + SubmissionBound.timeMax

    /// The payment that the bill makes.
    public let intent: IntentID
    /// The currency that the bill offered.
    public let mint: PublicKey
    /// When the cash was asked for last, to the millisecond.
    public let created: Instant
    /// Where the request stands.
    public var state: State
    /// The node that the cash was asked for at, as ``PinnedNode/coreVMAuthority`` names it; nil in older records.
    public let node: PublicKey?

    /// Names a request for the cash of a bill.
    public init(intent: IntentID, mint: PublicKey, created: Instant, state: State, node: PublicKey? = nil) {
        self.intent = intent
        self.mint = mint
        self.created = created
        self.state = state
        self.node = node
    }
}
