import FlipcashCore
import Logging

/// The node's background work (payment specification §21.7).
struct NodeWorkers: Sendable {
    let context: NodeContext
    let proofs: ProofBook
    let mailboxes: Mailboxes
    let copier: MessageCopier

    /// Starts all workers; each runs until it is cancelled.
    func start() -> [SpawnedTask] {
        let workers: [any Worker] =
            context.ledger.workers() + [
                MessageWorker(mailboxes: mailboxes), RateWorker(proofs: proofs), ReserveWorker(proofs: proofs),
                SharedExpensesWorker(
                    store: context.store, committer: context.committer, clock: context.environment.clock),
            ]
        let copying = context.environment.tasks.spawn { [copier] in await copier.run() }
        return [copying]
            + workers.map { worker in
                context.environment.tasks.spawn { [context] in
                    await worker.run(clock: context.environment.clock, log: context.log, metrics: context.metrics)
                }
            }
    }
}

/// Signs the rates again when they are due.
struct RateWorker: Worker {
    let name = "rates"
    /// Looks often, because after the clock has been set back the rates come from the future and payments are refused.
    let interval = ProofBook.reserveInterval

    let proofs: ProofBook

    func tick() async throws {
        if let last = proofs.ratesObservedAt, proofs.isFresh(last, for: ProofBook.rateInterval) { return }
        try await proofs.refreshRates()
    }
}

/// Signs the reserves again.
struct ReserveWorker: Worker {
    let name = "reserves"
    let interval = ProofBook.reserveInterval

    let proofs: ProofBook

    func tick() async throws { try await proofs.refreshReserves() }
}
