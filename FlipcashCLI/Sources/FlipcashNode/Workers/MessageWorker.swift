import FlipcashCore

/// Removes expired rendezvous messages (payment specification §14.2), and messages stored while the clock was ahead,
/// which would stay until the clock catches up.
struct MessageWorker: Worker {
    let name = "messages"
    let interval: Duration = .seconds(60)

    let store: NodeStore
    let committer: GroupCommitter
    let clock: any WallClock

    func tick() async throws {
        let now = clock.now()
        let expiryMax = now.advanced(by: MessageQuota.keptMax)
        guard try store.read({ try $0.hasMessagesToRemove(now: now, expiryMax: expiryMax) }) else { return }
        _ = try await committer.commit { try $0.deleteMessages(now: now, expiryMax: expiryMax) }
    }
}
