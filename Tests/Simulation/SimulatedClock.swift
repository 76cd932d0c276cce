import FlipcashCore
import Synchronization

/// A clock that stands still until the simulation moves it to the next sleeper.
final class SimulatedClock: WallClock {
    private struct Sleeper {
        let id: UInt64
        let deadline: Uptime
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Instant
        var uptime = Uptime(.seconds(1_000))
        var nextID: UInt64 = 0
        var sleepers: [Sleeper] = []
        var cancelledEarly: Set<UInt64> = []
    }

    private let state: Mutex<State>

    init(now: Instant) {
        state = Mutex(State(now: now))
    }

    func now() -> Instant { state.withLock { $0.now } }

    func uptime() -> Uptime { state.withLock { $0.uptime } }

    func sleep(for duration: Duration) async throws {
        let (id, deadline) = state.withLock { state in
            state.nextID += 1
            return (state.nextID, state.uptime + duration)
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let refused = state.withLock { state in
                    if state.cancelledEarly.remove(id) != nil { return true }
                    state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return false
                }
                if refused { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: UInt64) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                state.cancelledEarly.insert(id)
                return nil
            }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    /// Moves the time to the earliest deadline and wakes that sleeper; false when nobody sleeps.
    func advanceToNextSleeper() -> Bool {
        let sleeper = state.withLock { state -> Sleeper? in
            guard
                let index = state.sleepers.indices.min(by: {
                    let (left, right) = (state.sleepers[$0], state.sleepers[$1])
                    return (left.deadline, left.id) < (right.deadline, right.id)
                })
            else { return nil }
            let sleeper = state.sleepers.remove(at: index)
            let passed = max(.zero, sleeper.deadline - state.uptime)
            state.now = state.now.advanced(by: passed)
            state.uptime = state.uptime + passed
            return sleeper
        }
        sleeper?.continuation.resume()
        return sleeper != nil
    }
}
