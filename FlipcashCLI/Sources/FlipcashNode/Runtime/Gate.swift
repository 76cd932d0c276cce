import FlipcashCore
import Synchronization

/// Admits work until it is closed, and knows when the running work has finished.
final class Gate: Sendable {
    private let state = Mutex((inside: 0, isClosed: false))
    private let empty = Latch()

    /// Whether work is running.
    var isInUse: Bool { state.withLock { $0.inside > 0 } }

    /// Runs `work` inside the gate; nil when the gate is closed.
    func pass<Result>(_ work: () async -> Result) async -> Result? {
        let isIn = state.withLock { state in
            guard !state.isClosed else { return false }
            state.inside += 1
            return true
        }
        guard isIn else { return nil }
        let result = await work()
        let isLast = state.withLock { state in
            state.inside -= 1
            return state.isClosed && state.inside == 0
        }
        if isLast { empty.open() }
        return result
    }

    /// Admits no further work.
    func close() {
        let isEmpty = state.withLock { state in
            state.isClosed = true
            return state.inside == 0
        }
        if isEmpty { empty.open() }
    }

    /// Waits until all running work has finished. Only after ``close()``.
    func waitUntilEmpty() async { await empty.wait() }
}
