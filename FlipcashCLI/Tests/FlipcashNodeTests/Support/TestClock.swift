import FlipcashCore
import Synchronization

/// A clock that moves only when a test says so, and tells when somebody waits for it.
///
/// A test that wants to see what happens after 61 seconds first waits until the code under test sleeps towards that
/// moment, then moves there. Nothing depends on how fast the machine is:
///
/// ```swift
/// try await clock.waitForSleeper(at: start.advanced(by: .seconds(61)))
/// clock.advance(by: .seconds(61))
/// ```
///
/// Moving it back sets its date alone: no time passes.
final class TestClock: WallClock {
    private struct Sleeper {
        let id: UInt64
        let deadline: Uptime
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Observer {
        let deadline: Uptime
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now: Instant
        var uptime = Uptime(.seconds(1_000))
        var nextID: UInt64 = 0
        var sleepers: [Sleeper] = []
        var cancelledEarly: Set<UInt64> = []
        var observers: [Observer] = []
    }

    private let state: Mutex<State>

    init(now: Instant = Instant(seconds: 1_767_225_600)) {
        state = Mutex(State(now: now))
    }

    func now() -> Instant { state.withLock { $0.now } }

    func uptime() -> Uptime { state.withLock { $0.uptime } }

    func sleep(for duration: Duration) async throws {
        let (id, deadline, isDue) = state.withLock { state in
            state.nextID += 1
            return (state.nextID, state.uptime + duration, duration <= .zero)
        }
        try Task.checkCancellation()
        if isDue { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = add(Sleeper(id: id, deadline: deadline, continuation: continuation))
                outcome.observers.forEach { $0.resume() }
                switch outcome.wake {
                case .success?: continuation.resume()
                case .failure(let error)?: continuation.resume(throwing: error)
                case nil: break
                }
            }
        } onCancel: {
            cancel(id)
        }
    }

    /// Moves the time and wakes everybody whose time has come, earliest first.
    func advance(by duration: Duration) {
        let due = state.withLock { state -> [Sleeper] in
            state.now = state.now.advanced(by: duration)
            state.uptime = state.uptime + max(.zero, duration)
            let uptime = state.uptime
            let due = state.sleepers.filter { $0.deadline <= uptime }.sorted {
                ($0.deadline, $0.id) < ($1.deadline, $1.id)
            }
            state.sleepers.removeAll { $0.deadline <= uptime }
            return due
        }
        due.forEach { $0.continuation.resume() }
    }

    /// Waits until `count` tasks sleep whose time comes exactly when the clock will say `date`.
    func waitForSleeper(at date: Instant, count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                let deadline = state.uptime + date.duration(since: state.now)
                if state.sleepers.count(where: { $0.deadline == deadline }) >= count { return true }
                state.observers.append(Observer(deadline: deadline, count: count, continuation: continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Waits until `count` tasks sleep that will wake in exactly `duration`.
    func waitForSleeper(in duration: Duration, count: Int = 1) async {
        await waitForSleeper(at: now().advanced(by: duration), count: count)
    }

    private struct Added {
        var wake: Result<Void, any Error>?
        var observers: [CheckedContinuation<Void, Never>] = []
    }

    private func add(_ sleeper: Sleeper) -> Added {
        state.withLock { state in
            if state.cancelledEarly.remove(sleeper.id) != nil { return Added(wake: .failure(CancellationError())) }
            if sleeper.deadline <= state.uptime { return Added(wake: .success(())) }
            state.sleepers.append(sleeper)
            let there = state.sleepers.count { $0.deadline == sleeper.deadline }
            let met = state.observers.filter { $0.deadline == sleeper.deadline && $0.count <= there }
            state.observers.removeAll { $0.deadline == sleeper.deadline && $0.count <= there }
            return Added(observers: met.map(\.continuation))
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
}

/// Random bytes that repeat from run to run.
final class TestRandomSource: RandomSource {
    private let next: Mutex<UInt64>

    init(seed: UInt64 = 1) { next = Mutex(seed) }

    func bytes(_ count: Int) -> [UInt8] {
        next.withLock { state in
            (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            }
        }
    }
}

extension RuntimeEnvironment {
    /// An environment with a clock that a test moves and bytes that repeat.
    static func test(clock: TestClock = TestClock(), seed: UInt64 = 1) -> RuntimeEnvironment {
        RuntimeEnvironment(clock: clock, random: TestRandomSource(seed: seed), tasks: ConcurrentTaskSpawner())
    }
}
