import FlipcashCore

/// Keeps every currency's pool of nonces full (payment specification §21.4).
struct NonceWorker: Worker {
    let name = "nonces"
    let interval: Duration = .seconds(5)

    let store: NodeStore
    let pool: NoncePool

    func tick() async throws {
        let (scopes, isDue) = try store.read { reader in
            let scopes = try reader.mints().map(\.vm)
            let now = pool.environment.clock.now()
            let isShort = try scopes.contains {
                try reader.availableNonces(scope: $0, purpose: .clientIntent) < NoncePool.levelMin
            }
            return (scopes, try isShort || reader.hasNoncesToRecover(now: now))
        }
        // Checks first, because reading is cheap and writing would use the disk.
        if isDue { try await pool.refill(scopes: scopes) }
    }
}
