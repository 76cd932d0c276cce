public import FlipcashCore

/// The last readings of a watched address (goals specification §4.5).
public struct ChainReading: Hashable, Sendable {
    /// How well an address is connected.
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// The address was never read.
        case connecting
        /// The address is being read now.
        case syncing
        /// The balance is fresh.
        case connected
        /// The balance is older than half an hour.
        case stale
        /// Reading fails with an error that waiting does not resolve, or has failed for a day.
        case needsAttention = "needs_attention"
    }

    /// How long a balance is fresh.
    public static let balanceAge: Duration = .seconds(1_800)
    /// How long a list of transfers is fresh.
    public static let transferAge: Duration = .seconds(7_200)
    /// How long a balance may be shown while its source fails.
    public static let staleAge: Duration = .seconds(86_400)
    /// The shortest time between two requests for one address.
    public static let balancePause: Duration = .seconds(5)

    /// The asset.
    public let asset: AssetID
    /// The balance in units of the asset; nil if it was never read.
    public var units: ExactInteger?
    /// When the balance was read.
    public var read: Instant?
    /// When the transfers were read.
    public var listed: Instant?
    /// When the source was asked last.
    public var asked: Instant?
    /// The code of the last failure; nil after a success.
    public var failure: String?

    /// Creates a reading.
    public init(
        asset: AssetID, units: ExactInteger? = nil, read: Instant? = nil, listed: Instant? = nil,
        asked: Instant? = nil, failure: String? = nil
    ) {
        self.asset = asset
        self.units = units
        self.read = read
        self.listed = listed
        self.asked = asked
        self.failure = failure
    }

    /// Whether the balance is fresh at `now`, so that it is not read again.
    public func isBalanceFresh(at now: Instant) -> Bool { Self.isYounger(read, than: Self.balanceAge, at: now) }

    /// Whether the transfers are fresh at `now`, so that they are not read again.
    public func areTransfersFresh(at now: Instant) -> Bool { Self.isYounger(listed, than: Self.transferAge, at: now) }

    /// How well the address is connected at `now`.
    public func state(at now: Instant) -> State {
        guard read != nil else { return failure == nil ? .connecting : .needsAttention }
        if failure != nil, Self.lasting.contains(failure ?? "") { return .needsAttention }
        if isBalanceFresh(at: now) { return .connected }
        return Self.isYounger(read, than: Self.staleAge, at: now) ? .stale : .needsAttention
    }

    /// The failures that waiting does not resolve.
    private static let lasting: Set<String> = ["chain_unsupported", "bad_address", "api_key_missing"]

    private static func isYounger(_ date: Instant?, than age: Duration, at now: Instant) -> Bool {
        guard let date else { return false }
        // A date of the future comes from a clock that was set back.
        let passed = now.duration(since: date)
        return passed < age && passed >= .zero - .seconds(60)
    }
}
