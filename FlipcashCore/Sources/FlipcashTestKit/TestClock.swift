public import FlipcashCore
import Synchronization

/// A clock that moves only when a test, a ``SimulatedWorld`` or, on a hasty clock, a wait moves it.
///
/// Date and uptime are independent. Sleepers wake by uptime, and the date can be set without time passing. Where time
/// passes automatically, in a ``SimulatedWorld`` and on a hasty clock, the date also leaps ahead once, as on a machine
/// whose clock is corrected. Code that measures a wait with dates then gets a wrong result.
///
/// A test that moves the clock by hand first waits until the code under test sleeps, then moves the clock to the end of
/// that sleep. The result does not depend on the speed of the machine:
///
/// ```swift
/// await clock.waitForSleeper(in: .seconds(61))
/// clock.advance(by: .seconds(61))
/// ```
///
/// On a clock from ``hasty(now:leap:timePasses:during:)``, each wait ends at once.
public final class TestClock: WallClock {
    /// The date of a new clock: 2026-01-01T00:00:00Z.
    public static let start = Instant(seconds: 1_767_225_600)

    private struct Sleeper {
        let id: UInt64
        let deadline: Uptime
        let waiter = Waiter<Void>()

        static func wakesFirst(_ left: Sleeper, _ right: Sleeper) -> Bool {
            (left.deadline, left.id) < (right.deadline, right.id)
        }
    }

    private struct Observer {
        let deadline: Uptime
        let count: Int
        let latch = Latch()
    }

    /// What happens in each wait of a hasty clock.
    private struct Haste: Sendable {
        let timePasses: Bool
        let wait: @Sendable (Duration) async throws -> Void
    }

    private struct State {
        var now: Instant
        var uptime = Uptime(.seconds(1_000))
        var leap: Duration
        var slowReading = Duration.zero
        var nextID: UInt64 = 0
        var sleepers: [Sleeper] = []
        var observers: [Observer] = []
        var mostSleepers = 0
        var hastyWaits: [Duration] = []

        func sleeperCount(at deadline: Uptime) -> Int {
            sleepers.count(where: { $0.deadline == deadline && $0.waiter.isWaiting })
        }

        /// Lets `duration` pass and returns the sleepers whose time has come, earliest first.
        mutating func pass(_ duration: Duration) -> [Sleeper] {
            now = now.advanced(by: duration)
            uptime = uptime + duration
            let time = uptime
            let due = sleepers.filter { $0.deadline <= time }.sorted(by: Sleeper.wakesFirst)
            sleepers.removeAll { $0.deadline <= time || !$0.waiter.isWaiting }
            return due
        }

        mutating func leapOnce() {
            now = now.advanced(by: leap)
            leap = .zero
        }
    }

    private let state: Mutex<State>
    /// Nil unless the clock is hasty.
    private let haste: Haste?

    /// A clock that shows `now`.
    ///
    /// - Parameter leap: how far the date leaps the first time that time passes automatically.
    public convenience init(now: Instant = TestClock.start, leap: Duration = .seconds(5)) {
        self.init(now: now, leap: leap, haste: nil)
    }

    private init(now: Instant, leap: Duration, haste: Haste?) {
        state = Mutex(State(now: now, leap: leap))
        self.haste = haste
    }

    /// The current date. Lets the time of ``advanceAfterNextReading(by:)`` pass after it was read.
    public func now() -> Instant {
        let (now, due) = state.withLock { state -> (Instant, [Sleeper]) in
            let now = state.now
            let pause = state.slowReading
            state.slowReading = .zero
            return (now, pause > .zero ? state.pass(pause) : [])
        }
        for sleeper in due { sleeper.waiter.resume(with: .success(())) }
        return now
    }

    /// The current uptime; a new clock starts at 1,000 seconds.
    public func uptime() -> Uptime { state.withLock { $0.uptime } }

    /// How many tasks have slept at the same time, at most.
    public var mostSleepers: Int { state.withLock { $0.mostSleepers } }

    /// Suspends until the uptime has moved by `duration`. Returns at once if `duration` is zero or less.
    ///
    /// A hasty clock instead notes the wait, runs the test's closure, and returns.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, and errors of the closure.
    public func sleep(for duration: Duration) async throws {
        if let haste { return try await hurry(duration, haste) }
        try Task.checkCancellation()
        guard duration > .zero else { return }
        let waiter = state.withLock { state -> Waiter<Void> in
            state.nextID += 1
            let sleeper = Sleeper(id: state.nextID, deadline: state.uptime + duration)
            state.sleepers.append(sleeper)
            state.mostSleepers = max(state.mostSleepers, state.sleepers.count(where: \.waiter.isWaiting))
            let count = state.sleeperCount(at: sleeper.deadline)
            for observer in state.observers where observer.deadline == sleeper.deadline && observer.count <= count {
                observer.latch.open()
            }
            state.observers.removeAll { $0.latch.isOpen }
            return sleeper.waiter
        }
        try await waiter.value()
    }
}

/// Moving the clock by hand.
extension TestClock {
    /// Moves date and uptime ahead by `duration`. Wakes all sleepers whose time has come, earliest first.
    ///
    /// - Parameter duration: zero or more. ``moveDate(by:)`` sets the date back.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "time does not run back; moveDate(by:) sets the date")
        for sleeper in state.withLock({ $0.pass(duration) }) { sleeper.waiter.resume(with: .success(())) }
    }

    /// Sets the date ahead, or back when `duration` is negative. No time passes, and no sleeper wakes.
    public func moveDate(by duration: Duration) { state.withLock { $0.now = $0.now.advanced(by: duration) } }

    /// Lets `duration` pass right after the next read of the date, to simulate slow code.
    public func advanceAfterNextReading(by duration: Duration) { state.withLock { $0.slowReading = duration } }
}

/// Waiting for sleepers.
extension TestClock {
    /// Waits until `count` tasks sleep until exactly `deadline`.
    public func waitForSleeper(at deadline: Uptime, count: Int = 1) async {
        let observer = state.withLock { state -> Observer? in
            if state.sleeperCount(at: deadline) >= count { return nil }
            let observer = Observer(deadline: deadline, count: count)
            state.observers.append(observer)
            return observer
        }
        await observer?.latch.wait()
    }

    /// Waits until `count` tasks sleep until exactly `duration` from now.
    public func waitForSleeper(in duration: Duration, count: Int = 1) async {
        await waitForSleeper(at: uptime() + duration, count: count)
    }
}

/// Time that passes automatically.
extension TestClock {
    /// Moves to the earliest deadline and wakes only that sleeper.
    ///
    /// - Returns: false when no task sleeps.
    public func advanceToNextSleeper() -> Bool {
        let sleeper = state.withLock { state -> Sleeper? in
            state.sleepers.removeAll { !$0.waiter.isWaiting }
            guard let sleeper = state.sleepers.min(by: Sleeper.wakesFirst) else { return nil }
            state.sleepers.removeAll { $0.id == sleeper.id }
            let passed = max(.zero, sleeper.deadline - state.uptime)
            state.now = state.now.advanced(by: passed)
            state.uptime = state.uptime + passed
            state.leapOnce()
            return sleeper
        }
        return sleeper?.waiter.resume(with: .success(())) ?? false
    }

    /// Lets `duration` pass as ``advance(by:)`` does. Also makes the date leap.
    private func passAutomatically(_ duration: Duration) {
        let due = state.withLock { state -> [Sleeper] in
            let due = state.pass(max(.zero, duration))
            state.leapOnce()
            return due
        }
        for sleeper in due { sleeper.waiter.resume(with: .success(())) }
    }
}

/// Waits that take no real time.
extension TestClock {
    /// A clock on which each wait ends at once and moves the clock by its duration.
    ///
    /// For code that waits but does not run in a ``SimulatedWorld``, such as a command whose node uses the system's
    /// clock. A test can run code in each wait, or end it with an error:
    ///
    /// ```swift
    /// let clock = TestClock.hasty { wait in
    ///     if wait == timeout { try await server.untilSilent() }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - timePasses: whether a wait moves the clock. If false, only the test does; code that waits until a point in
    ///     time then polls the clock without a pause.
    ///   - wait: runs in each wait. When it throws, the wait throws the same error and its time does not pass.
    public static func hasty(
        now: Instant = TestClock.start, leap: Duration = .seconds(5), timePasses: Bool = true,
        during wait: @escaping @Sendable (Duration) async throws -> Void = { _ in }
    ) -> TestClock {
        TestClock(now: now, leap: leap, haste: Haste(timePasses: timePasses, wait: wait))
    }

    /// The waits that have begun on a hasty clock, in order.
    public var waits: [Duration] { state.withLock { $0.hastyWaits } }

    private func hurry(_ duration: Duration, _ haste: Haste) async throws {
        await Task.yield()
        try Task.checkCancellation()
        state.withLock { $0.hastyWaits.append(duration) }
        try await haste.wait(duration)
        if haste.timePasses { passAutomatically(duration) }
    }
}
