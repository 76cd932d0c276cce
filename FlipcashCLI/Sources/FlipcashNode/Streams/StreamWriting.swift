import FlipcashCore

/// Writes to a client that may take only so long to accept each message (wire contract §6).
struct StreamWriting: Sendable {
    let deadlines: StreamDeadlines
    /// Opens when the deadline of a write has come.
    let stalled: Latch
    /// How long the client may take.
    let limit: Duration

    /// Runs `write`, and cancels it when the client takes too long.
    ///
    /// - Throws: `StreamFailure.unhealthy` when the client took too long; `CancellationError`; what `write` throws.
    func inTime(_ write: @escaping @Sendable () async throws -> Void) async throws {
        deadlines.start(.acceptance, in: limit)
        defer { deadlines.stop(.acceptance) }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await write()
                return true
            }
            group.addTask { [stalled] in
                await stalled.wait()
                return false
            }
            defer { group.cancelAll() }
            guard try await group.next() == true else {
                try Task.checkCancellation()
                throw StreamFailure.unhealthy
            }
        }
    }
}
