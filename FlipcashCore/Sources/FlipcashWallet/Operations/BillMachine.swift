/// The life of a bill, apart from everything that brings it about: what happens goes in, what to do comes out (client
/// specification §10.2).
///
/// Until the transfer begins, the bill can be withdrawn; from then on nothing but the payment's own result ends it.
struct BillMachine: Hashable, Sendable {
    typealias State = SendCashOperation.State

    /// Why a bill is no longer offered.
    enum Withdrawal: Hashable, Sendable {
        /// The person put it away.
        case cancelled
        /// Its money has become a link.
        case convertedToLink
        /// A link was submitted on it and nobody knows what became of that: nothing else may be paid with its money.
        case linkUnknown
    }

    /// What hinders a bill from being turned into a link.
    enum ConversionHindrance: Hashable, Sendable {
        /// The bill is over.
        case isOver
        /// Somebody has asked for its cash already.
        case isTaken
    }

    /// What the operation has to do.
    enum Action: Hashable, Sendable {
        case nothing
        /// Tell whoever watches.
        case announce(State)
        /// Stop offering and listening.
        case stopWaiting
    }

    private enum Phase: Hashable, Sendable {
        case waiting(State, Withdrawal?)
        case transferring
        case over(State, Withdrawal?)
    }

    private var phase = Phase.waiting(.shown, nil)
    /// Whether requests for the cash are dropped for the time being.
    var ignoresGrabs = false
    /// Whether requests for the cash are dropped for good.
    var isDeaf = false

    /// How the bill stands.
    var state: State {
        switch phase {
        case .waiting(let state, _), .over(let state, _): state
        case .transferring: .transferring
        }
    }

    /// Whether the bill has been withdrawn before anybody got its cash, and has not ended yet.
    var isWithdrawn: Bool {
        if case .waiting(_, .some) = phase { true } else { false }
    }

    /// Why the bill was withdrawn before anybody got its cash, if it was.
    var withdrawal: Withdrawal? {
        switch phase {
        case .waiting(_, let withdrawal), .over(_, let withdrawal): withdrawal
        case .transferring: nil
        }
    }

    /// The service took the offer. An offer that is renewed, or that was answered before it was acknowledged, changes
    /// nothing.
    mutating func offered() -> Action {
        guard case .waiting(.shown, let withdrawal) = phase else { return .nothing }
        phase = .waiting(.advertised, withdrawal)
        return .announce(.advertised)
    }

    /// Somebody asks for the cash; nil when the request is to be dropped.
    mutating func asked() -> Action? {
        guard case .waiting(let state, nil) = phase, !ignoresGrabs, !isDeaf else { return nil }
        guard state != .grabRequested else { return .nothing }
        phase = .waiting(.grabRequested, nil)
        return .announce(.grabRequested)
    }

    /// Drops requests for the cash from now on, so that its money can become a link; nil unless something hinders that.
    /// A request that was taken up before wins.
    mutating func beginConversion() -> ConversionHindrance? {
        switch phase {
        case .waiting(.grabRequested, nil), .transferring: return .isTaken
        case .waiting(_, .some), .over: return .isOver
        case .waiting(_, nil):
            ignoresGrabs = true
            return nil
        }
    }

    /// The bill is withdrawn; only the first reason counts.
    mutating func withdraw(_ withdrawal: Withdrawal) -> Action {
        guard case .waiting(let state, nil) = phase else { return .nothing }
        phase = .waiting(state, withdrawal)
        return .stopWaiting
    }

    /// The point of no return; nil when the bill was withdrawn before.
    mutating func beginTransfer() -> Action? {
        guard case .waiting(_, nil) = phase else { return nil }
        phase = .transferring
        return .announce(.transferring)
    }

    /// The operation ends, with a failure unless the cash was given.
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
