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

    /// The payment that the bill makes.
    public let intent: IntentID
    /// The currency that the bill offered.
    public let mint: PublicKey
    public let created: Instant
    public var state: State

    public init(intent: IntentID, mint: PublicKey, created: Instant, state: State) {
        self.intent = intent
        self.mint = mint
        self.created = created
        self.state = state
    }
}

/// What the journal says of one scanned bill while it is asked for.
///
/// A journal that cannot be read or written never stands in the way of cash: only an interruption is forgotten then.
struct GrabNote {
    private let journal: Journal
    private let intent: IntentID
    private var record: GrabRecord?

    /// Whether an earlier grab asked for this cash and nobody was told what became of it.
    let isOwed: Bool

    init(_ intent: IntentID, journal: Journal) {
        self.journal = journal
        self.intent = intent
        record = (try? journal.grab(intent)) ?? nil
        isOwed = record?.state.isUntold ?? false
    }

    /// Notes that the cash is about to be asked for.
    mutating func ask(mint: PublicKey, at now: Instant) {
        guard record == nil || record?.state == .failed else { return }
        set(GrabRecord(intent: intent, mint: mint, created: now, state: .asking))
    }

    /// Notes how the asking ended; nothing where nothing was asked for.
    mutating func end(_ state: GrabRecord.State) {
        guard var record, record.state.isUntold else { return }
        record.state = state
        set(record)
    }

    private mutating func set(_ record: GrabRecord) {
        self.record = record
        try? journal.append(.grab(record))
    }
}
