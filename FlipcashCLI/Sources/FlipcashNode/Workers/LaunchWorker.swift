import FlipcashCore

/// Gives up currencies whose first purchase was not begun in time, so that they do not take the places of others for
/// good (``LaunchRules``).
struct LaunchWorker: Worker {
    let name = "launches"
    let interval: Duration = .seconds(60)
    private static let batchSize = 64

    let store: NodeStore
    let committer: GroupCommitter
    let clock: any WallClock

    func tick() async throws {
        let end = clock.now().advanced(by: .zero - LaunchRules.purchaseTime)
        while true {
            let mints = try store.read { try $0.unbegunCurrencies(launchedBefore: end, limit: Self.batchSize) }
            if mints.isEmpty { return }
            for mint in mints { try await giveUp(mint) }
        }
    }

    private func giveUp(_ mint: PublicKey) async throws {
        switch await committer.commit(.launchEnd(mint)) {
        // Refused: its creator has begun to buy it meanwhile.
        case .committed, .refused: break
        case .unavailable(.store(let error)): throw error
        case .unavailable(.books(let failure)): throw failure
        }
    }
}
