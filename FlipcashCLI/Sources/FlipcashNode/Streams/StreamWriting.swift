import FlipcashCore
import Synchronization

/// Writes to a client that may take only so long to accept each message (wire contract §6).
///
/// The node's ticker watches the time, so that no task sleeps for a write.
final class StreamWriting: Sendable {
    private struct State {
        /// Opens when the present write has ended or is late.
        var over: Latch?
        var isLate = false
    }

    /// How long the client may take.
    private let limit: Duration
    private let state = Mutex(State())

    init(limit: Duration) { self.limit = limit }

    /// Cancels the present write, and every later one. Called when the deadline of a write has come.
    func expire() {
        let over = state.withLock { state in
            state.isLate = true
            return state.over
        }
        over?.open()
    }

    /// Runs `write`, and cancels it when the client takes too long.
    ///
    /// - Throws: `StreamFailure.unhealthy` when the client took too long; `CancellationError`; what `write` throws.
    func inTime(_ deadlines: StreamDeadlines, _ write: @escaping @Sendable () async throws -> Void) async throws {
        let over = Latch()
        state.withLock { $0.over = over }
        deadlines.start(.acceptance, in: limit)
        defer {
            deadlines.stop(.acceptance)
            state.withLock { $0.over = nil }
        }
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { over.open() }
                    try await write()
                }
                if !isLate { await over.wait() }
                group.cancelAll()
                try await group.waitForAll()
            }
        } catch {
            guard isLate, !Task.isCancelled else { throw error }
            throw StreamFailure.unhealthy
        }
    }

    private var isLate: Bool { state.withLock { $0.isLate } }
}
