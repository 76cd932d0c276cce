public import FlipcashAPI

/// The state of a swap (payment specification §16.6). Raw values are the wire's.
public enum SwapState: Int, CaseIterable, Hashable, Sendable {
    /// Agreed, and not funded yet. No money has moved.
    case created = 1
    /// The funding has been submitted and is not final.
    case funding = 2
    /// The money waits in the owner's holding account.
    case funded = 3
    /// The swap is being carried out.
    case submitting = 4
    /// Done: the proceeds are in the owner's vault.
    case finalized = 5
    /// The money could not be returned; an operator has to act.
    case failed = 6
    /// The swap did not succeed, and its money is on its way back.
    case cancelling = 7
    /// Nothing was swapped. Money that had left the vault is back.
    case cancelled = 8

    /// Whether the state never changes again.
    public var isFinal: Bool {
        switch self {
        case .finalized, .failed, .cancelled: true
        case .created, .funding, .funded, .submitting, .cancelling: false
        }
    }

    /// Returns whether a swap can pass from this state to `later`, possibly through others.
    ///
    /// A wallet ignores answers that go back, as a replica that lags behind may give them.
    public func canBecome(_ later: SwapState) -> Bool {
        switch self {
        case .created: true
        case .funding: later != .created
        case .funded: later != .created && later != .funding
        case .submitting: later.isFinal || later == .cancelling || later == .submitting
        case .cancelling: later == .cancelling || later == .cancelled || later == .failed
        case .finalized, .failed, .cancelled: later == self
        }
    }

    /// Reads a state; nil for one that this program does not know.
    public init?(wire: Ocp_Transaction_V1_SwapMetadata.State) {
        self.init(rawValue: wire.rawValue)
    }
}
