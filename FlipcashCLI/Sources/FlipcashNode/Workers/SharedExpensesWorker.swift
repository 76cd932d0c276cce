import FlipcashCore
import SharedExpenses

/// Carries on large deletions, and forgets old results and removals (expense specification §12 and §13.4).
struct SharedExpensesWorker: Worker {
    let name = "shared expenses"
    let interval: Duration = .seconds(5)

    let store: NodeStore
    let committer: GroupCommitter
    let clock: any WallClock

    func tick() async throws {
        while let target = try store.read({ try $0.nextSplitDeletion() }) {
            try await run(.proceed(SplitProceeding(target: target, now: SplitTime(clock.now()))))
        }
        try await run(.forget(clock.now()))
    }

    /// Repeats an order until nothing is left. Each step is a unit of its own, so that others come between.
    private func run(_ order: SplitOrder) async throws {
        while try await committer.commit(.sharedExpenses(order)).get().split?.hasMore == true {
            try Task.checkCancellation()
        }
    }
}
