import Synchronization

/// A link that is being collected, for those who ask for the same link meanwhile.
final class LinkReceipt: Sendable {
    private struct State {
        var result: Result<ReceivedCash, any Error>?
        var waiting: [CheckedContinuation<ReceivedCash, any Error>] = []
    }

    private let state = Mutex(State())

    /// Waits for the result. It comes in bounded time, since the collection itself is bounded.
    func wait() async throws -> ReceivedCash {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state in
                if state.result == nil { state.waiting.append(continuation) }
                return state.result
            }
            if let result { continuation.resume(with: result) }
        }
    }

    /// Hands the result to everybody who waits.
    func finish(_ result: Result<ReceivedCash, any Error>) {
        let waiting = state.withLock { state in
            state.result = result
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(with: result) }
    }
}
