import FlipcashCore
import Synchronization

/// A clock that stands still until the simulation moves it to the next sleeper.
final class SimulatedClock: WallClock {
    private struct Sleeper {
        let id: UInt64
        let deadline: Uptime
        let waiter: Waiter<Void>
    }

    private struct State {
        var now: Instant
        var uptime = Uptime(.seconds(1_000))
        var nextID: UInt64 = 0
        var sleepers: [Sleeper] = []
    }

    private let state: Mutex<State>

    init(now: Instant) {
        state = Mutex(State(now: now))
    }

    func now() -> Instant { state.withLock { $0.now } }

    func uptime() -> Uptime { state.withLock { $0.uptime } }

    func sleep(for duration: Duration) async throws {
        let waiter = Waiter<Void>()
        state.withLock { state in
            state.nextID += 1
            state.sleepers.append(
                Sleeper(id: state.nextID, deadline: state.uptime + duration, waiter: waiter))
        }
        try await waiter.value()
    }

    /// Moves the time to the earliest deadline and wakes that sleeper; false when nobody sleeps.
    func advanceToNextSleeper() -> Bool {
        let sleeper = state.withLock { state -> Sleeper? in
            state.sleepers.removeAll { !$0.waiter.isWaiting }
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
        return sleeper?.waiter.resume(with: .success(())) ?? false
    }
}
