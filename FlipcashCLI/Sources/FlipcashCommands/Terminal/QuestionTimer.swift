import FlipcashCore
import Synchronization

/// Measures how long people take to answer.
final class QuestionTimer: Sendable {
    private struct State {
        var total = Duration.zero
        var askedAt: Uptime?
    }

    private let clock: any WallClock
    private let state = Mutex(State())

    init(clock: any WallClock) { self.clock = clock }

    /// Whether a question is open.
    var isAsking: Bool { state.withLock { $0.askedAt != nil } }

    /// Runs `body`, which waits for an answer.
    func during<Answer>(_ body: () -> Answer) -> Answer {
        let start = clock.uptime()
        state.withLock { $0.askedAt = start }
        defer {
            let end = clock.uptime()
            state.withLock { state in
                state.total += end - start
                state.askedAt = nil
            }
        }
        return body()
    }

    /// The time that all questions have taken up to `now`, including the open one.
    func total(at now: Uptime) -> Duration {
        state.withLock { state in state.total + (state.askedAt.map { now - $0 } ?? .zero) }
    }
}
