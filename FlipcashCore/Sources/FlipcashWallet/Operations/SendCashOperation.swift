public import FlipcashCore
import Logging
import Synchronization

private let logger = Logger(label: "flipcash.send-cash-operation")

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
        var state = State.shown
        var isIgnoringGrabs = false
        var isInvalidated = false
        var hasAdvertised = false
        var waiting: SpawnedTask?
        var end: End?
        var observers: [AsyncStream<State>.Continuation] = []
    }

    private enum End {
        case cancelled
        case convertedToLink
    }

    /// What the code on the bill carries.
    public let payload: CashCode.Payload
    /// The amounts and proofs that this bill stands for.
    public let exchangeData: PinnedExchangeData

    private let context: OperationContext
    private let readvertisementInterval: Duration
    private let progress = Mutex(Progress())

    init(
        payload: CashCode.Payload, exchangeData: PinnedExchangeData, context: OperationContext,
        readvertisementInterval: Duration
    ) {
        self.payload = payload
        self.exchangeData = exchangeData
        self.context = context
        self.readvertisementInterval = readvertisementInterval
    }

    /// The message channel; its public key is the payment's id.
    public var rendezvous: KeyPair { payload.rendezvous }

    /// The payment's id.
    public var id: IntentID { IntentID(rendezvous: rendezvous.publicKey) }

    /// How the bill stands now.
    public var state: State { progress.withLock { $0.state } }

    /// Every state from now on, the current one first; ends with the operation.
    public func states() -> AsyncStream<State> {
        let (stream, continuation) = AsyncStream<State>.makeStream()
        progress.withLock { progress in
            continuation.yield(progress.state)
            if progress.state.isFinal {
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
    public func cancel() { end(.cancelled) }

    /// Stops listening for good while the bill stays visible.
    ///
    /// Called by the session when the bill's money is about to take another way.
    public func invalidateMessageStream() {
        progress.withLock { $0.isInvalidated = true }
    }

    /// Ends the operation because the bill's money has taken another way, such as a link.
    ///
    /// Called by the session after that other payment was committed.
    public func complete() { end(.convertedToLink) }

    /// Whether requests for the cash are dropped, as while a link is being shared.
    public func setIgnoresGrabs(_ ignores: Bool) {
        progress.withLock { $0.isIgnoringGrabs = ignores }
    }

    /// Runs the bill to its end.
    ///
    /// - Parameter wait: how long to wait for somebody to ask; nil for as long as the rate holds.
    /// - Throws: `SendCashFailure`. Unless it says that the outcome is open, nothing moved.
    public func run(wait: Duration? = nil) async throws -> SentCash {
        do {
            let grab = try await waitForGrab(wait: wait)
            move(to: .transferring)
            let sent = try await pay(grab)
            move(to: .done)
            return sent
        } catch {
            let failure = SendCashFailure(error)
            await withdrawOffer()
            switch (failure, progress.withLock({ $0.end })) {
            case (.cancelled, .convertedToLink): move(to: .convertedToLink)
            case (.cancelled, _): move(to: .cancelled)
            default: move(to: .failed)
            }
            throw failure
        }
    }
}

extension SendCashOperation {
    private func end(_ end: End) {
        let waiting = progress.withLock { progress -> SpawnedTask? in
            if progress.end == nil { progress.end = end }
            return progress.waiting
        }
        waiting?.cancel()
    }

    private func move(to state: State) {
        progress.withLock { progress in
            guard progress.state != state, !progress.state.isFinal else { return }
            progress.state = state
            for observer in progress.observers {
                observer.yield(state)
                if state.isFinal { observer.finish() }
            }
            if state.isFinal { progress.observers = [] }
        }
    }

    /// Advertises and listens in a task of its own, so that `cancel` ends the waiting and nothing else.
    private func waitForGrab(wait: Duration?) async throws -> GrabRequest {
        try checkPin()
        let outcome = OneTimeValue<Result<GrabRequest, SendCashFailure>>()
        let task = context.environment.tasks.spawn {
            do {
                outcome.set(.success(try await self.advertiseAndListen(wait: wait)))
            } catch {
                outcome.set(.failure(SendCashFailure(error)))
            }
        }
        let isOver = progress.withLock { progress in
            progress.waiting = task
            return progress.end != nil
        }
        if isOver { task.cancel() }
        await withTaskCancellationHandler {
            await task.wait()
        } onCancel: {
            task.cancel()
        }
        switch outcome.value {
        case .success(let grab):
            if progress.withLock({ $0.end != nil }) { throw SendCashFailure.cancelled }
            return grab
        case .failure(let failure): throw failure
        case nil: throw SendCashFailure.cancelled
        }
    }

    /// Listens first and advertises then: whoever finds the offer finds somebody listening.
    private func advertiseAndListen(wait: Duration?) async throws -> GrabRequest {
        let (signs, alive) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        return try await withThrowingTaskGroup(of: GrabRequest?.self) { group in
            group.addTask { try await self.listen(onAlive: { alive.yield() }) }
            group.addTask {
                await self.waitForFirst(of: signs)
                try await self.advertise()
                self.move(to: .advertised)
                // The offer expires on the server; the same one is left again before that.
                while true {
                    try await self.context.environment.clock.sleep(for: self.readvertisementInterval)
                    try await self.advertise()
                }
            }
            group.addTask {
                let pinLeft = VerifiedState.pinAgeMax - self.exchangeData.state.age(at: self.now)
                guard let wait, wait < pinLeft else {
                    try await self.context.environment.clock.sleep(for: pinLeft)
                    throw SendCashFailure.verifiedStateStale
                }
                try await self.context.environment.clock.sleep(for: wait)
                throw SendCashFailure.nobodyCame
            }
            defer { group.cancelAll() }
            while let grab = try await group.next() {
                if let grab { return grab }
            }
            throw SendCashFailure.cancelled
        }
    }

    /// How long the offer waits for the message stream before it is made all the same.
    static let streamWait: Duration = .seconds(2)

    private func waitForFirst(of signs: AsyncStream<Void>) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in signs { break } }
            group.addTask { try? await self.context.environment.clock.sleep(for: Self.streamWait) }
            await group.next()
            group.cancelAll()
        }
    }

    private var now: Instant { context.environment.clock.now() }

    private func checkPin() throws(SendCashFailure) {
        guard !exchangeData.state.isStale(at: now) else { throw .verifiedStateStale }
        do throws(ExchangeDataFailure) { try exchangeData.check() } catch { throw .exchangeData(error) }
    }

    private func advertise() async throws {
        progress.withLock { $0.hasAdvertised = true }
        do throws(SendMessageError) {
            try await context.client.sendMessage(
                .give(mint: exchangeData.amount.mint, exchangeData: exchangeData), rendezvous: rendezvous)
        } catch {
            throw SendCashFailure.advertisement(error)
        }
    }

    /// The first request that the rendezvous key signed.
    private func listen(onAlive: @escaping @Sendable () -> Void) async throws -> GrabRequest {
        let (requests, inbox) = AsyncStream<GrabRequest>.makeStream()
        let listener = RendezvousListener(
            client: context.client, environment: context.environment, rendezvous: rendezvous)
        return try await withThrowingTaskGroup(of: GrabRequest?.self) { group in
            group.addTask {
                defer { inbox.finish() }
                try await listener.listen(onAlive: onAlive) { message in
                    if case .grab(let request) = message.content { inbox.yield(request) }
                }
                return nil
            }
            group.addTask {
                for await request in requests {
                    let isDropped = self.progress.withLock { $0.isIgnoringGrabs || $0.isInvalidated }
                    if isDropped { continue }
                    self.move(to: .grabRequested)
                    guard request.isSigned(by: self.rendezvous.publicKey) else {
                        logger.error("a destination was not signed with the bill's key")
                        throw SendCashFailure.invalidDestinationSignature
                    }
                    return request
                }
                return nil
            }
            defer { group.cancelAll() }
            while let request = try await group.next() {
                if let request { return request }
            }
            throw SendCashFailure.cancelled
        }
    }

    /// How long an ended bill tries to take its offer back.
    static let withdrawalLimit: Duration = .seconds(1)

    /// Takes the offer back, so that whoever scans the bill from now on is told at once that it is not live.
    ///
    /// It would expire by itself (payment specification §14.2), so a failure costs others a few seconds and no money.
    private func withdrawOffer() async {
        guard progress.withLock({ $0.hasAdvertised }) else { return }
        let (client, clock, rendezvous) = (context.client, context.environment.clock, rendezvous)
        // In a task of its own: the caller is cancelled as often as not.
        let task = context.environment.tasks.spawn {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    let stored = (try? await client.pollMessages(rendezvous: rendezvous)) ?? []
                    let offers = stored.compactMap { message in
                        if case .give = message.content { message.id } else { nil as MessageID? }
                    }
                    try? await client.acknowledgeMessages(offers, rendezvous: rendezvous.publicKey)
                }
                group.addTask { try? await clock.sleep(for: Self.withdrawalLimit) }
                await group.next()
                group.cancelAll()
            }
        }
        await task.wait()
    }

    private func pay(_ grab: GrabRequest) async throws -> SentCash {
        try checkPin()
        let amount = exchangeData.amount
        let cluster = try await context.cluster(for: amount.mint)
        guard grab.requestorAccount != cluster.vault else { throw SendCashFailure.ownDestination }
        let intent = Intent.payment(
            id: id, from: cluster, to: grab.requestorAccount, exchangeData: exchangeData)
        let context = context
        // In a task of its own: putting the bill away must not tear down a payment.
        let outcome = OneTimeValue<Result<SentCash, SendCashFailure>>()
        let task = context.environment.tasks.spawn {
            do {
                let sent = try await context.writerLock.withLock(waits: true) {
                    try await Self.submit(intent, amount: amount, context: context)
                }
                outcome.set(.success(sent))
            } catch {
                outcome.set(.failure(SendCashFailure(error)))
            }
        }
        await task.wait()
        guard let result = outcome.value else { throw SubmissionFailure.outcomeUnknown(intent.id) }
        return try result.get()
    }

    private static func submit(
        _ intent: Intent, amount: ExchangedFiat, context: OperationContext
    ) async throws -> SentCash {
        var record = PaymentRecord(
            intent: intent.id, kind: .give, mint: amount.mint, quarks: amount.quarks,
            native: JournalAmount(amount.nativeAmount), created: context.environment.clock.now(), state: .submitting)
        // A journal that cannot be written never blocks the money path: the server knows the payment by its id.
        try? context.journal.append(.payment(record))
        do throws(SubmissionFailure) {
            try await context.submitter.submit(intent, asker: .owner(context.owner))
        } catch {
            if case .outcomeUnknown = error {
            } else {
                record.state = .failed
                try? context.journal.append(.payment(record))
            }
            throw error
        }
        record.state = .done
        try? context.journal.append(.payment(record))
        return SentCash(id: intent.id, amount: amount)
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

/// Cash that was given.
public struct SentCash: Hashable, Sendable {
    /// The payment's id.
    public let id: IntentID
    public let amount: ExchangedFiat
}

extension JournalAmount {
    init(_ amount: FiatAmount) {
        self.init(currency: amount.currency.rawValue, value: amount.value.plainText)
    }
}
