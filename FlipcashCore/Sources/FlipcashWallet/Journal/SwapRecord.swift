public import FlipcashCore

/// A swap started from here.
///
/// Written before the swap is agreed on, and again before its payment is submitted, so that a crash at any point leaves
/// the id to ask for.
public struct SwapRecord: Hashable, Sendable, Codable {
    /// What the swap does.
    public enum Kind: String, Sendable, Codable {
        /// Buys a currency with dollars.
        case buy
        /// Sells a currency for dollars.
        case sell
        /// Converts one currency into another.
        case convert
        /// Buys the first tokens of a new currency.
        case launch
    }

    /// The state of a swap, as far as this journal knows.
    public enum State: String, Sendable, Codable {
        /// Written before the swap is agreed on. Nothing has been paid.
        case starting
        /// Written before the payment is submitted. The money may have left the vault.
        case funding
        /// Paid, and on its way.
        case running
        /// Done: the proceeds have arrived.
        case done
        /// Cancelled after the payment, whose money is back.
        case returned
        /// Never paid; no money moved.
        case failed
        /// The service could neither finish it nor return the money.
        case stuck

        /// Whether the service has to be asked how it ended.
        public var isUnfinished: Bool {
            switch self {
            case .starting, .funding, .running: true
            case .done, .returned, .failed, .stuck: false
            }
        }
    }

    /// The swap's id.
    public let swap: SwapID
    /// The id of the payment that funds it.
    public let funding: IntentID
    /// What the swap does.
    public let kind: Kind
    /// The mint that is paid.
    public let fromMint: PublicKey
    /// The mint that is received.
    public let toMint: PublicKey
    /// The amount that leaves the vault, in quarks of `fromMint`.
    public let quarks: UInt64
    /// The same amount in the currency that it was entered in.
    public let native: JournalAmount
    /// When the swap was started, to the millisecond.
    public internal(set) var created: Instant
    /// The state of the swap.
    public var state: State
    /// The ``PinnedNode/coreVMAuthority`` of the node that carries the swap out.
    public let node: PublicKey?

    /// Creates a record of a swap.
    public init(
        swap: SwapID, funding: IntentID, kind: Kind, fromMint: PublicKey, toMint: PublicKey, quarks: UInt64,
        native: JournalAmount, created: Instant, state: State, node: PublicKey? = nil
    ) {
        self.swap = swap
        self.funding = funding
        self.kind = kind
        self.fromMint = fromMint
        self.toMint = toMint
        self.quarks = quarks
        self.native = native
        self.created = created
        self.state = state
        self.node = node
    }

    /// Returns the record in another state.
    func with(_ state: State) -> SwapRecord {
        var record = self
        record.state = state
        return record
    }
}

/// A currency created from here. Its name can be used only once, so a retry needs the mint of the first attempt
/// (payment specification §17).
public struct LaunchRecord: Hashable, Sendable, Codable {
    /// The state of a launch.
    public enum State: String, Sendable, Codable {
        /// Written before the currency is created; the service may know its name already.
        case creating
        /// Created. Its first tokens are not bought yet.
        case created
        /// The first tokens are bought.
        case done
        /// The service did not create it.
        case failed
    }

    /// The currency's name.
    public let name: String
    /// The mint that the service gave it; nil before its answer.
    public var mint: PublicKey?
    /// The symbol that was asked for; nil if the service chose one.
    public let symbol: String?
    /// The swap that buys the first tokens; nil before it is started.
    public var swap: SwapID?
    /// When the launch was started, to the millisecond.
    public let created: Instant
    /// The state of the launch.
    public var state: State
    /// The ``PinnedNode/coreVMAuthority`` of the node that knows the currency.
    public let node: PublicKey?

    /// Creates a record of a launch.
    public init(
        name: String, mint: PublicKey? = nil, symbol: String? = nil, swap: SwapID? = nil, created: Instant,
        state: State, node: PublicKey? = nil
    ) {
        self.name = name
        self.mint = mint
        self.symbol = symbol
        self.swap = swap
        self.created = created
        self.state = state
        self.node = node
    }

    /// The name as the service compares it: without regard to case and repeated spaces.
    static func comparable(_ name: String) -> String {
        name.lowercased().split(separator: " ").joined(separator: " ")
    }
}
