import FlipcashCore
import Logging

private let logger = Logger(label: "flipcash.send-cash-operation")

extension SendCashOperation {
    /// Waits for the first request for the cash.
    func waitForGrab(wait: Duration?) async throws -> GrabRequest {
        try checkPin()
        return try await untilWithdrawn { try await self.advertiseAndListen(wait: wait) }
    }

    /// Runs `body` in a separate task, so that `cancel` ends only the waiting.
    func untilWithdrawn<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let work = context.environment.tasks.start(body)
        noteWaiting(work.task)
        do {
            return try await withTaskCancellationHandler {
                try await work.value
            } onCancel: {
                work.cancel()
            }
        } catch {
            throw SendCashFailure(error)
        }
    }

    /// Waits for at most `wait`, and never longer than the rate is valid.
    private func advertiseAndListen(wait: Duration?) async throws -> GrabRequest {
        try await context.passGates()
        let pinLeft = pinLeft
        let limit = min(wait ?? pinLeft, pinLeft)
        do {
            return try await context.environment.clock.withDeadline(limit) { try await self.advertiseAndListen() }
        } catch is DeadlineExceeded {
            throw limit < pinLeft ? SendCashFailure.notScannedInTime : SendCashFailure.verifiedStateStale
        }
    }

    /// Opens the message stream first and advertises then, so that the first request is not missed.
    private func advertiseAndListen() async throws -> GrabRequest {
        let (signs, alive) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (reopenings, reopened) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        return try await withThrowingTaskGroup(of: GrabRequest?.self) { group in
            group.addTask {
                try await self.listen(
                    onAlive: { alive.yield() }, onReopened: { reopened.yield() },
                    onLost: { self.perform { $0.disconnected() } })
            }
            group.addTask {
                try await self.advertiseAgain(after: reopenings)
                return nil
            }
            group.addTask {
                await self.waitForFirst(of: signs)
                try await self.advertise()
                try await self.keepAdvertising()
            }
            group.addTask {
                try await self.context.watchGates()
                return nil
            }
            defer { group.cancelAll() }
            while let grab = try await group.next() {
                if let grab { return grab }
            }
            throw SendCashFailure.cancelled
        }
    }

    /// How long before its expiry an offer is renewed.
    static let offerReserve: Duration = .seconds(30)
    /// How long to wait after the server did not accept an offer.
    static let offerRetryDelay: Duration = .seconds(1)

    /// The shortest time between two offers after reopened streams. Without it, a bill whose streams keep ending would
    /// fill its mailbox with offers.
    static let reofferInterval: Duration = .seconds(2)

    /// Renews the offer before it expires on the server, until cancelled.
    private func keepAdvertising() async throws -> Never {
        while true {
            try await context.environment.clock.sleep(for: readvertisementInterval)
            try await renewOffer()
        }
    }

    /// Leaves the offer again after the stream was reopened: a server that was restarted may have lost it.
    private func advertiseAgain(after reopenings: AsyncStream<Void>) async throws {
        for await _ in reopenings where hasAdvertised {
            try await renewOffer()
            try await context.environment.clock.sleep(for: Self.reofferInterval)
        }
    }

    /// Leaves the offer again, and repeats calls that fail until the server accepts or refuses it. The earlier offer may
    /// still be valid for a while.
    private func renewOffer() async throws {
        let clock = context.environment.clock
        let began = clock.uptime()
        while let failure = await advertisementFailure() {
            try Task.checkCancellation()
            guard failure.isRetryable else { throw SendCashFailure.advertisement(failure) }
            if clock.uptime() - began >= Self.offerReserve { perform { $0.disconnected() } }
            try await clock.sleep(for: Self.offerRetryDelay)
        }
        perform { $0.offered() }
    }

    /// How long the offer waits for the message stream before it is sent anyway.
    static let streamWait: Duration = .seconds(2)

    private func waitForFirst(of signs: AsyncStream<Void>) async {
        try? await context.environment.clock.withDeadline(Self.streamWait) { for await _ in signs { break } }
    }

    private var now: Instant { context.environment.clock.now() }

    /// How long the rate is still valid.
    var pinLeft: Duration { exchangeData.state.usableTime(at: now) }

    func checkPin() throws(SendCashFailure) {
        guard !exchangeData.state.isStale(at: now) else { throw .verifiedStateStale }
        do throws(ExchangeDataFailure) { try exchangeData.check() } catch { throw .exchangeData(error) }
    }

    /// Leaves the first offer. Its failure does not count if a reopened stream has left the offer meanwhile.
    private func advertise() async throws {
        guard let failure = await advertisementFailure() else {
            perform { $0.offered() }
            return
        }
        if state == .shown { throw SendCashFailure.advertisement(failure) }
    }

    /// Sends the offer to the server; returns the error if the server did not accept it.
    private func advertisementFailure() async -> SendMessageError? {
        noteAdvertising()
        do throws(SendMessageError) {
            try await context.client.sendMessage(
                .give(mint: exchangeData.amount.mint, exchangeData: exchangeData), rendezvous: rendezvous)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the first request that the rendezvous key signed and that does not come from this wallet.
    private func listen(
        onAlive: @escaping @Sendable () -> Void, onReopened: @escaping @Sendable () -> Void,
        onLost: @escaping @Sendable () -> Void
    ) async throws -> GrabRequest {
        let (requests, inbox) = AsyncStream<GrabRequest>.makeStream()
        let listener = RendezvousListener(
            client: context.client, environment: context.environment, rendezvous: rendezvous)
        return try await withThrowingTaskGroup(of: GrabRequest?.self) { group in
            group.addTask {
                defer { inbox.finish() }
                try await listener.listen(onAlive: onAlive, onReopened: onReopened, onLost: onLost) { message in
                    if case .grab(let request) = message.content { inbox.yield(request) }
                }
                return nil
            }
            group.addTask {
                let ownVault = try await self.context.cluster(for: self.exchangeData.amount.mint).vault
                for await request in requests {
                    guard request.requestorAccount != ownVault else {
                        logger.notice("a request for the cash from the wallet that shows the bill was ignored")
                        continue
                    }
                    guard self.perform({ $0.asked() }) else { continue }
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

    /// The time limit for withdrawing the offer of an ended bill.
    static let withdrawalLimit: Duration = .seconds(1)

    /// Withdraws the offer, so that a scan of the bill fails at once.
    ///
    /// Best effort: the offer also expires on the server (payment specification §14.2), so a failure costs other users
    /// a few seconds and no money.
    func withdrawOffer() async {
        guard hasAdvertised else { return }
        let (client, clock, rendezvous) = (context.client, context.environment.clock, rendezvous)
        // A separate task, because the caller has often been cancelled.
        let task = context.environment.tasks.spawn {
            try? await clock.withDeadline(Self.withdrawalLimit) {
                let stored = (try? await client.pollMessages(rendezvous: rendezvous)) ?? []
                let offers = stored.compactMap { message in
                    if case .give = message.content { message.id } else { nil as MessageID? }
                }
                try? await client.acknowledgeMessages(offers, rendezvous: rendezvous.publicKey)
            }
        }
        await task.wait()
    }
}
