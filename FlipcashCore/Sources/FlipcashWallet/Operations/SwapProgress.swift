public import FlipcashCore

/// The steps of a trade, as they are reported to the person.
public enum SwapProgress: Hashable, Sendable {
    /// Asking the service to create the currency that is bought. From now on its name may be taken.
    case creating
    /// The currency with this mint is created, and its first tokens are not bought yet.
    case created(PublicKey)
    /// Agreeing on the swap with the service; nothing has been paid.
    case agreeing
    /// Paying the swap with this id. From now on money may have moved.
    case paying(SwapID)
    /// Paid; the service reports this state.
    case waiting(SwapState)
}

/// A trade that was paid, as far as this wallet followed it.
public struct SwapOutcome: Hashable, Sendable {
    /// The swap's record.
    public let record: SwapRecord
    /// The last state that the service reported; nil if it did not answer.
    public let state: SwapState?

    /// Whether the proceeds have arrived.
    public var isDone: Bool { state == .finalized }
}
