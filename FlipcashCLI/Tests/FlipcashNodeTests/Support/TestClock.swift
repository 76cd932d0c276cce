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
        let waiter = Waiter<Void>()
    }

    private struct Observer {
        let deadline: Uptime
        let count: Int
        let latch = Latch()
    }

    private struct State {
        var now: Instant
        var uptime = Uptime(.seconds(1_000))
        var nextID: UInt64 = 0
        var sleepers: [Sleeper] = []
        var observers: [Observer] = []

        func sleeperCount(at deadline: Uptime) -> Int {
            sleepers.count(where: { $0.deadline == deadline && $0.waiter.isWaiting })
        }
    }

    private let state: Mutex<State>

    init(now: Instant = Instant(seconds: 1_767_225_600)) {
        state = Mutex(State(now: now))
    }

    func now() -> Instant { state.withLock { $0.now } }

    func uptime() -> Uptime { state.withLock { $0.uptime } }

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        guard duration > .zero else { return }
        let waiter = state.withLock { state in
            state.nextID += 1
            let sleeper = Sleeper(id: state.nextID, deadline: state.uptime + duration)
            state.sleepers.append(sleeper)
            let count = state.sleeperCount(at: sleeper.deadline)
            for observer in state.observers where observer.deadline == sleeper.deadline && observer.count <= count {
                observer.latch.open()
            }
            state.observers.removeAll { $0.latch.isOpen }
            return sleeper.waiter
        }
        try await waiter.value()
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
            state.sleepers.removeAll { $0.deadline <= uptime || !$0.waiter.isWaiting }
            return due
        }
        for sleeper in due { sleeper.waiter.resume(with: .success(())) }
    }

    /// Waits until `count` tasks sleep whose time comes exactly when the clock will say `date`.
    func waitForSleeper(at date: Instant, count: Int = 1) async {
        let observer = state.withLock { state -> Observer? in
            let deadline = state.uptime + date.duration(since: state.now)
            if state.sleeperCount(at: deadline) >= count { return nil }
            let observer = Observer(deadline: deadline, count: count)
            state.observers.append(observer)
            return observer
        }
        await observer?.latch.wait()
    }

    /// Waits until `count` tasks sleep that will wake in exactly `duration`.
    func waitForSleeper(in duration: Duration, count: Int = 1) async {
        await waitForSleeper(at: now().advanced(by: duration), count: count)
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
