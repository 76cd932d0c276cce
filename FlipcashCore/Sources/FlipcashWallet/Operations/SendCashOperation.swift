public import FlipcashCore
import Synchronization

/// Gives cash face to face: advertises a bill, waits for a request, and pays the requester (payment specification
/// §14.3).
///
/// The advertisement, the signature and the submission carry the same pinned proofs. Only the first valid request is
/// paid. A submitted payment runs to its end, even if the bill is dismissed.
public final class SendCashOperation: Sendable {
    /// The state of a bill (client specification §10.2).
    public enum State: Hashable, Sendable {
        /// The code may be shown.
        case shown
        /// The server accepted the offer.
        case advertised
        /// The server accepted the offer and cannot be reached any more. The bill is offered again when it can be.
        case disconnected
        /// The cash was requested.
        case grabRequested
        /// The payment is in flight and can no longer be cancelled.
        case transferring
        /// Paid.
        case done
        /// Not paid. The cash is in the wallet, unless the failure says that the outcome is unknown.
        case failed
        /// Withdrawn before a request arrived.
        case cancelled
        /// Turned into a link.
        case convertedToLink
    }

    private struct Progress {
        var machine = BillMachine()
        var hasAdvertised = false
        var isReplaced = false
        var waiting: SpawnedTask?
        var observers: [AsyncStream<State>.Continuation] = []
    }

    /// The content of the bill's code.
    public let payload: CashCode.Payload
    /// The amount of the bill, with its proofs.
    public let exchangeData: PinnedExchangeData

    let context: OperationContext
    let readvertisementInterval: Duration
    private let whenEnded: @Sendable (SendCashOperation) -> Void
    private let progress = Mutex(Progress())

    /// - Parameter whenEnded: called once with this operation, after its last state was reported.
    init(
        payload: CashCode.Payload, exchangeData: PinnedExchangeData, context: OperationContext,
        readvertisementInterval: Duration, whenEnded: @escaping @Sendable (SendCashOperation) -> Void
    ) {
        self.payload = payload
        self.exchangeData = exchangeData
        self.context = context
        self.readvertisementInterval = readvertisementInterval
        self.whenEnded = whenEnded
    }

    /// The message channel; its public key is the payment's id.
    public var rendezvous: KeyPair { payload.rendezvous }

    /// The payment's id.
    public var id: IntentID { IntentID(rendezvous: rendezvous.publicKey) }

    /// The current state.
    public var state: State { progress.withLock { $0.machine.state } }

    /// Returns a stream of states, beginning with the current one; it finishes when the operation ends.
    public func states() -> AsyncStream<State> {
        let (stream, continuation) = AsyncStream<State>.makeStream()
        progress.withLock { progress in
            continuation.yield(progress.machine.state)
            if progress.machine.state.isFinal {
                continuation.finish()
            } else {
                progress.observers.append(continuation)
            }
        }
        return stream
    }

    /// Withdraws the bill. If a payment has begun, it continues, and `run` returns its result.
    ///
    /// The code that displays the bill calls this method when the user dismisses the bill.
    public func cancel() { perform { $0.withdraw(.cancelled) } }

    /// Stops listening permanently while the bill stays visible.
    ///
    /// The session calls this method when the bill's money is about to be used otherwise.
    public func invalidateMessageStream() {
        progress.withLock { $0.machine.isDeaf = true }
    }

    /// Ends the operation because the bill's money was used otherwise, such as for a link.
    ///
    /// The session calls this method after that other payment was committed.
    public func complete() { perform { $0.withdraw(.convertedToLink) } }

    /// Ends the operation because a link was submitted with this bill's money and its outcome is unknown. The money
    /// must not be paid again, and `run` reports an unknown outcome.
    func endWithUnknownLink() { perform { $0.withdraw(.linkUnknown) } }

    /// Whether the user dismissed the bill.
    var isDismissed: Bool { progress.withLock { $0.machine.withdrawal == .cancelled } }

    /// Whether another bill has replaced this one on display.
    var isReplaced: Bool { progress.withLock { $0.isReplaced } }

    /// Records that another bill has replaced this one on display.
    func noteReplaced() { progress.withLock { $0.isReplaced = true } }

    /// Drops requests from now on, so that the bill's money can become a link. Returns nil on success.
    func beginConversion() -> BillMachine.ConversionHindrance? { progress.withLock { $0.machine.beginConversion() } }

    /// Sets whether requests for the cash are dropped, for example while a link is being shared.
    public func setIgnoresGrabs(_ ignores: Bool) {
        progress.withLock { $0.machine.ignoresGrabs = ignores }
    }

    /// Runs the bill to its end.
    ///
    /// - Parameter wait: how long to wait for a request; nil to wait for as long as the rate is valid.
    /// - Throws: `SendCashFailure`. No money moved unless the failure says that the outcome is unknown.
    public func run(wait: Duration? = nil) async throws -> SentCash {
        do {
            let grab = try await waitForGrab(wait: wait)
            let sent = try await pay(grab)
            perform { $0.finish(nil) }
            return sent
        } catch {
            let failure = ending(SendCashFailure(error))
            await withdrawOffer()
            perform { $0.finish(failure) }
            throw failure
        }
    }

    /// Returns the failure to report for a bill that stopped with `failure`.
    private func ending(_ failure: SendCashFailure) -> SendCashFailure {
        let isLinkOpen = progress.withLock { $0.machine.withdrawal == .linkUnknown }
        guard isLinkOpen, case .cancelled = failure else { return failure }
        return .submission(.outcomeUnknown(id))
    }

    /// Applies an event to the state machine, and carries out the resulting action.
    ///
    /// - Returns: whether the event was accepted.
    @discardableResult
    func perform(_ event: (inout BillMachine) -> BillMachine.Action?) -> Bool {
        let (action, stopped) = progress.withLock { progress -> (BillMachine.Action?, SpawnedTask?) in
            let action = event(&progress.machine)
            switch action {
            case nil, .nothing?: return (action, nil)
            case .stopWaiting?: return (action, progress.waiting)
            case .announce(let state)?:
                for observer in progress.observers {
                    observer.yield(state)
                    if state.isFinal { observer.finish() }
                }
                if state.isFinal { progress.observers = [] }
                return (action, nil)
            }
        }
        stopped?.cancel()
        if case .announce(let state)? = action, state.isFinal { whenEnded(self) }
        return action != nil
    }

    /// Whether the offer may have reached the service.
    var hasAdvertised: Bool { progress.withLock { $0.hasAdvertised } }

    /// Records that the offer is about to be sent.
    func noteAdvertising() { progress.withLock { $0.hasAdvertised = true } }

    /// Records the waiting task, so that a withdrawal cancels it; cancels it at once if the bill was already withdrawn.
    func noteWaiting(_ task: SpawnedTask) {
        let isOver = progress.withLock { progress in
            progress.waiting = task
            return progress.machine.isWithdrawn
        }
        if isOver { task.cancel() }
    }
}

extension SendCashOperation.State {
    /// Whether this is a final state.
    public var isFinal: Bool {
        switch self {
        case .done, .failed, .cancelled, .convertedToLink: true
        case .shown, .advertised, .disconnected, .grabRequested, .transferring: false
        }
    }
}
