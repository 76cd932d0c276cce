import FlipcashCore
import Logging

private let logger = Logger(label: "flipcash.send-cash-operation")

extension SendCashOperation {
    /// Advertises and listens in a task of its own, so that `cancel` ends the waiting and nothing else.
    func waitForGrab(wait: Duration?) async throws -> GrabRequest {
        try checkPin()
        let outcome = OneTimeValue<Result<GrabRequest, SendCashFailure>>()
        let task = context.environment.tasks.spawn {
            do {
                outcome.set(.success(try await self.advertiseAndListen(wait: wait)))
            } catch {
                outcome.set(.failure(SendCashFailure(error)))
            }
        }
        noteWaiting(task)
        await withTaskCancellationHandler {
            await task.wait()
        } onCancel: {
            task.cancel()
        }
        switch outcome.value {
        case .success(let grab): return grab
        case .failure(let failure): throw failure
        case nil: throw SendCashFailure.cancelled
        }
    }

    /// Listens first and advertises then: whoever finds the offer finds somebody listening.
    private func advertiseAndListen(wait: Duration?) async throws -> GrabRequest {
        try await context.passGates()
        let (signs, alive) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        return try await withThrowingTaskGroup(of: GrabRequest?.self) { group in
            group.addTask { try await self.listen(onAlive: { alive.yield() }) }
            group.addTask {
                await self.waitForFirst(of: signs)
                try await self.advertise()
                self.perform { $0.offered() }
                // The offer expires on the server; the same one is left again before that.
                while true {
                    try await self.context.environment.clock.sleep(for: self.readvertisementInterval)
                    try await self.advertise()
                }
            }
            group.addTask {
                try await self.context.watchGates()
                return nil
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

    func checkPin() throws(SendCashFailure) {
        guard !exchangeData.state.isStale(at: now) else { throw .verifiedStateStale }
        do throws(ExchangeDataFailure) { try exchangeData.check() } catch { throw .exchangeData(error) }
    }

    private func advertise() async throws {
        noteAdvertising()
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

    /// How long an ended bill tries to take its offer back.
    static let withdrawalLimit: Duration = .seconds(1)

    /// Takes the offer back, so that whoever scans the bill from now on is told at once that it is not live.
    ///
    /// It would expire by itself (payment specification §14.2), so a failure costs others a few seconds and no money.
    func withdrawOffer() async {
        guard hasAdvertised else { return }
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
}
