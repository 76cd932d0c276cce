/// The state machine of a bill: events go in, actions come out (client specification §10.2).
///
/// A bill can be withdrawn until the transfer begins. After that, only the payment's result ends it.
struct BillMachine: Hashable, Sendable {
    typealias State = SendCashOperation.State

    /// Why a bill is no longer offered.
    enum Withdrawal: Hashable, Sendable {
        /// The user dismissed the bill.
        case cancelled
        /// The bill's money has become a link.
        case convertedToLink
        /// A link was submitted with this bill's money and its outcome is unknown. The money must not be paid again.
        case linkUnknown
    }

    /// Why a bill cannot become a link.
    enum ConversionHindrance: Hashable, Sendable {
        /// The bill has ended.
        case isOver
        /// The cash has already been requested.
        case isTaken
    }

    /// An action for the operation to carry out.
    enum Action: Hashable, Sendable {
        case nothing
        /// Report the state to observers.
        case announce(State)
        /// Stop advertising and listening.
        case stopWaiting
    }

    private enum Phase: Hashable, Sendable {
        case waiting(State, Withdrawal?)
        case transferring
        case over(State, Withdrawal?)
    }

    private var phase = Phase.waiting(.shown, nil)
    /// Whether requests for the cash are dropped for now.
    var ignoresGrabs = false
    /// Whether requests for the cash are dropped permanently.
    var isDeaf = false

    /// The bill's state.
    var state: State {
        switch phase {
        case .waiting(let state, _), .over(let state, _): state
        case .transferring: .transferring
        }
    }

    /// Whether the bill was withdrawn before its cash was paid, and has not ended yet.
    var isWithdrawn: Bool {
        if case .waiting(_, .some) = phase { true } else { false }
    }

    /// Why the bill was withdrawn before its cash was paid; nil if it was not withdrawn.
    var withdrawal: Withdrawal? {
        switch phase {
        case .waiting(_, let withdrawal), .over(_, let withdrawal): withdrawal
        case .transferring: nil
        }
    }

    /// Records that the service accepted the offer. Has no effect for a renewed offer, on a bill that was withdrawn, or if
    /// a request arrived first.
    mutating func offered() -> Action {
        switch phase {
        case .waiting(.shown, nil), .waiting(.disconnected, nil):
            phase = .waiting(.advertised, nil)
            return .announce(.advertised)
        case .waiting, .transferring, .over: return .nothing
        }
    }

    /// Records that the service cannot be reached any more. Has no effect on a bill that is not offered.
    mutating func disconnected() -> Action {
        guard case .waiting(.advertised, nil) = phase else { return .nothing }
        phase = .waiting(.disconnected, nil)
        return .announce(.disconnected)
    }

    /// Records a request for the cash; returns nil if the request is dropped.
    mutating func asked() -> Action? {
        guard case .waiting(let state, nil) = phase, !ignoresGrabs, !isDeaf else { return nil }
        guard state != .grabRequested else { return .nothing }
        phase = .waiting(.grabRequested, nil)
        return .announce(.grabRequested)
    }

    /// Drops requests from now on, so that the bill's money can become a link. Returns nil on success. A request that
    /// was accepted before wins.
    mutating func beginConversion() -> ConversionHindrance? {
        switch phase {
        case .waiting(.grabRequested, nil), .transferring: return .isTaken
        case .waiting(_, .some), .over: return .isOver
        case .waiting(_, nil):
            ignoresGrabs = true
            return nil
        }
    }

    /// Withdraws the bill. Only the first reason counts.
    mutating func withdraw(_ withdrawal: Withdrawal) -> Action {
        guard case .waiting(let state, nil) = phase else { return .nothing }
        phase = .waiting(state, withdrawal)
        return .stopWaiting
    }

    /// Begins the transfer, after which the bill cannot be withdrawn; returns nil if it was withdrawn before.
    mutating func beginTransfer() -> Action? {
        guard case .waiting(_, nil) = phase else { return nil }
        phase = .transferring
        return .announce(.transferring)
    }

    /// Ends the operation; `failure` is nil if the cash was given.
    mutating func finish(_ failure: SendCashFailure?) -> Action {
        let state: State
        switch (phase, failure) {
        case (.over, _): return .nothing
        case (_, nil): state = .done
        case (.waiting(_, .convertedToLink), .cancelled): state = .convertedToLink
        case (.waiting(_, .linkUnknown), .cancelled): state = .failed
        case (_, .cancelled): state = .cancelled
        case (_, .some): state = .failed
        }
        phase = .over(state, withdrawal)
        return .announce(state)
    }
}
