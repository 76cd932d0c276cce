import FlipcashCore
import Logging

private let logger = Logger(label: "flipcash.swap")

/// Carries out one swap: agrees on it with the service, then pays it (payment specification §16.1).
///
/// The swap is in the journal before it is agreed on, and again before it is paid. Until it is paid no money has moved,
/// and an agreed swap that is never paid lapses at the service.
struct SwapOperation: Sendable {
    let context: OperationContext
    /// The swap to agree on.
    let order: SwapOrder
    /// The swap's journal record, in its first state.
    let record: SwapRecord
    /// What leaves the vault, with its proofs.
    let funding: PinnedExchangeData
    /// Runs when the swap is agreed on and before it is paid; throws to leave it unpaid.
    let beforePaying: @Sendable () async throws -> Void
    let report: @Sendable (SwapProgress) -> Void

    /// Agrees on the swap and pays it.
    ///
    /// - Returns: the record of the paid swap, which is still under way.
    /// - Throws: `SwapFailure`. Only `.fundingUnknown` leaves open whether money moved.
    func run() async throws(SwapFailure) -> SwapRecord {
        do {
            // Do not wait longer than the rate is valid.
            let pinLeft = funding.state.usableTime(at: context.environment.clock.now())
            return try await context.withWriterLock(within: pinLeft) { try await start() }
        } catch {
            throw SwapFailure(error)
        }
    }

    private func start() async throws -> SwapRecord {
        try requireFreshPin()
        do throws(ExchangeDataFailure) { try funding.check() } catch { throw SessionError.invalidAmount(error.message) }
        guard funding.amount.quarks == order.parameters.fundedAmount, funding.amount.mint == order.parameters.fromMint
        else { throw SwapFailure.untradable(order.parameters.fromMint) }
        let source = try await context.cluster(for: order.parameters.fromMint)
        try await openDestination()
        report(.agreeing)
        note(record)
        do {
            try await agree()
            try await beforePaying()
            try requireFreshPin()
        } catch {
            note(record.with(.failed))
            throw error
        }
        report(.paying(order.parameters.id))
        return try await pay(from: source)
    }

    /// Opens the account that receives; a new currency has none yet.
    private func openDestination() async throws {
        switch order.flow {
        case .buy, .sell, .convert:
            try await context.openAccount(try await context.cluster(for: order.parameters.toMint))
        case .launch, .withdrawal: break
        }
    }

    private func requireFreshPin() throws(SessionError) {
        guard !funding.state.isStale(at: context.environment.clock.now()) else { throw .verifiedStateStale }
    }

    /// Starts the swap at the service. After a lost answer, asks whether the service has stored it.
    private func agree() async throws {
        let progress = SubmissionProgress(clock: context.environment.clock)
        let error: StatefulSwapError
        do throws(StatefulSwapError) {
            try await context.client.statefulSwap(order, progress: progress)
            return
        } catch let failure {
            error = failure
        }
        logger.info(
            "swap was not confirmed", metadata: ["kind": "\(error.name)", "reason": "\(error.reasons.first ?? "")"])
        guard error.isAlreadyStarted || !error.isVerdict(after: progress.stage) else {
            throw SwapFailure.refused(error)
        }
        try Task.checkCancellation()
        guard try await isAgreed() else { throw SwapFailure.notStarted(error) }
    }

    /// How often to ask whether a swap was stored, and how long to wait in between.
    static let agreementAttempts = 10
    static let agreementInterval: Duration = .milliseconds(500)

    private func isAgreed() async throws -> Bool {
        let answer = try await context.environment.clock.poll(
            attempts: Self.agreementAttempts, every: Self.agreementInterval
        ) { () async throws -> Bool? in
            do throws(SwapLookUpError) {
                let swap = try await context.client.fetchSwap(order.parameters.id, owner: context.owner)
                // Terms that differ are another order under this id, which must not be paid.
                return swap.parameters == order.parameters && swap.state == .created
            } catch {
                return error.isRetryable ? nil : false
            }
        }
        return answer ?? false
    }

    /// Pays the swap. The payment's id is the one that the swap announced, so it pays at most once.
    private func pay(from source: AccountCluster) async throws -> SwapRecord {
        guard case .intent(let id) = order.parameters.funding else { return record }
        return try await context.payForSwap(record, fundingID: id, from: source, exchangeData: funding)
    }

    /// Best effort: the service knows the swap by its id, so a failing journal does not block it.
    private func note(_ record: SwapRecord) { try? context.journal.append(.swap(record)) }
}
