import FlipcashCore
import Logging

/// Carries on every swap that is not over, and cancels those that were not funded in time (payment specification §16.6
/// and §21.7).
///
/// A swap that cannot be carried on does not block others: it is logged and retried in a later round.
struct SwapWorker: Worker {
    let name = "swaps"
    let interval: Duration = .seconds(1)
    private static let batchSize = 64

    let settler: SwapSettler
    let store: NodeStore
    let clock: any WallClock
    let ledgerClock: LedgerClock
    let log: Logger
    private let setbacks = Setbacks<SwapID>(first: .seconds(1), longest: .seconds(3600))

    init(
        settler: SwapSettler, store: NodeStore, clock: any WallClock, ledgerClock: LedgerClock, log: Logger
    ) {
        self.settler = settler
        self.store = store
        self.clock = clock
        self.ledgerClock = ledgerClock
        self.log = log
    }

    func tick() async throws {
        var last: SwapNumber = 0
        while true {
            let after = last
            let swaps = try store.read { try $0.runningSwaps(after: after, limit: Self.batchSize) }
            for (_, id) in swaps { try await attempt(id) { try await settler.settle(id) } }
            guard swaps.count == Self.batchSize, let reached = swaps.last?.number else { break }
            last = reached
        }
        try await expireOverdue()
    }

    /// Cancels every swap that was not funded in time, the longest overdue first.
    private func expireOverdue() async throws {
        let now = try store.read { reader in try ledgerClock.time { try reader.latestTimeSeen() } }.latest
        var last: OverdueSwap?
        while true {
            let after = last
            let overdue = try store.read { try $0.overdueSwaps(at: now, after: after, limit: Self.batchSize) }
            for swap in overdue { try await attempt(swap.id) { try await settler.expire(swap.id) } }
            guard overdue.count == Self.batchSize, let reached = overdue.last else { return }
            last = reached
        }
    }

    private func attempt(_ id: SwapID, _ body: () async throws -> Void) async throws {
        guard setbacks.isDue(id, now: clock.uptime()) else { return }
        do {
            try await body()
            setbacks.clear(id)
        } catch {
            switch error {
            case is CancellationError, StoreError.writesSuspended: throw error
            default: break
            }
            let wait = setbacks.note(id, now: clock.uptime())
            log.error(
                "a swap could not be carried on",
                metadata: ["swap": "\(id.base58)", "error": "\(error)", "again in": "\(wait)"])
        }
    }
}
