import FlipcashCore

/// Removes rendezvous messages that have expired (payment specification §14.2).
struct MessageWorker: Worker {
    let name = "messages"
    let interval: Duration = .seconds(60)

    let store: NodeStore
    let committer: GroupCommitter
    let clock: any WallClock

    func tick() async throws {
        let now = clock.now()
        guard try store.read({ try $0.hasExpiredMessages(now: now) }) else { return }
        _ = try await committer.commit { try $0.deleteExpiredMessages(now: now) }
    }
}
