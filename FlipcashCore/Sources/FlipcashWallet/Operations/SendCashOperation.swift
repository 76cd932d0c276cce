public import FlipcashCore
import Synchronization

/// Gives cash face to face: advertises a bill, waits for somebody to ask for it, and pays them (payment specification
/// §14.3).
///
/// The same pinned proofs are advertised, signed and submitted. Only the first valid request is paid, and a payment
/// that has been submitted runs to its end whatever happens to the bill.
public final class SendCashOperation: Sendable {
    /// How a bill stands (client specification §10.2).
    public enum State: Hashable, Sendable {
        /// The code may be shown.
        case shown
        /// The server took the offer.
        case advertised
        /// Somebody asked for the cash.
        case grabRequested
        /// The payment is on its way; it can no longer be cancelled.
        case transferring
        /// Paid.
        case done
        /// Not paid; the cash is in the wallet, unless the failure says that the outcome is open.
        case failed
        /// Withdrawn before anybody asked.
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

    /// What the code on the bill carries.
    public let payload: CashCode.Payload
    /// The amounts and proofs that this bill stands for.
    public let exchangeData: PinnedExchangeData

    let context: OperationContext
    let readvertisementInterval: Duration
    private let whenEnded: @Sendable (SendCashOperation) -> Void
    private let progress = Mutex(Progress())

    /// - Parameter whenEnded: called once with this operation, after its last state was told.
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

    /// How the bill stands now.
    public var state: State { progress.withLock { $0.machine.state } }

    /// Every state from now on, the current one first; ends with the operation.
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

    /// Withdraws the bill. A payment that has begun is not torn down: `run` then still returns its result.
    ///
    /// Called by whoever shows the bill, when the person puts it away.
    public func cancel() { perform { $0.withdraw(.cancelled) } }

    /// Stops listening for good while the bill stays visible.
    ///
    /// Called by the session when the bill's money is about to take another way.
    public func invalidateMessageStream() {
        progress.withLock { $0.machine.isDeaf = true }
    }

    /// Ends the operation because the bill's money has taken another way, such as a link.
    ///
    /// Called by the session after that other payment was committed.
    public func complete() { perform { $0.withdraw(.convertedToLink) } }

    /// Ends the operation because a link was submitted on this bill and its outcome is open: nothing else may be paid
    /// with it, and `run` says that the outcome is open.
    func endWithUnknownLink() { perform { $0.withdraw(.linkUnknown) } }

    /// Whether the person put the bill away.
    var isDismissed: Bool { progress.withLock { $0.machine.withdrawal == .cancelled } }

    /// Whether another bill has taken its place on show.
    var isReplaced: Bool { progress.withLock { $0.isReplaced } }

    /// Notes that another bill has taken its place on show.
    func noteReplaced() { progress.withLock { $0.isReplaced = true } }

    /// Drops requests for the cash from now on, so that its money can become a link; nil unless something hinders
    /// that.
    func beginConversion() -> BillMachine.ConversionHindrance? { progress.withLock { $0.machine.beginConversion() } }

    /// Whether requests for the cash are dropped, as while a link is being shared.
    public func setIgnoresGrabs(_ ignores: Bool) {
        progress.withLock { $0.machine.ignoresGrabs = ignores }
    }

    /// Runs the bill to its end.
    ///
    /// - Parameter wait: how long to wait for somebody to ask; nil for as long as the rate holds.
    /// - Throws: `SendCashFailure`. Unless it says that the outcome is open, nothing moved.
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

    /// What a bill that stopped with `failure` ends with.
    private func ending(_ failure: SendCashFailure) -> SendCashFailure {
        let isLinkOpen = progress.withLock { $0.machine.withdrawal == .linkUnknown }
        guard isLinkOpen, case .cancelled = failure else { return failure }
        return .submission(.outcomeUnknown(id))
    }

    /// Lets something happen to the bill and does what follows from it.
    ///
    /// - Returns: whether it could happen.
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

    /// Notes that the offer is about to be made.
    func noteAdvertising() { progress.withLock { $0.hasAdvertised = true } }

    /// Notes the task that waits, so that a withdrawal ends it; one that came before ends it at once.
    func noteWaiting(_ task: SpawnedTask) {
        let isOver = progress.withLock { progress in
            progress.waiting = task
            return progress.machine.isWithdrawn
        }
        if isOver { task.cancel() }
    }
}

extension SendCashOperation.State {
    /// Whether nothing follows.
    public var isFinal: Bool {
        switch self {
        case .done, .failed, .cancelled, .convertedToLink: true
        case .shown, .advertised, .grabRequested, .transferring: false
        }
    }
}
