import FlipcashCore
import FlipcashTestKit
import Synchronization
import Testing

// Tests FlipcashCore's types for waiting in this target's world, where time advances only when every task waits.

@Suite("Deadlines") struct DeadlineTests {
    private let world = SimulatedWorld()

    @Test("Work that ends in time returns its value")
    func withDeadline_inTime_givesValue() throws {
        let clock = world.clock
        let value = try world.run {
            try await clock.withDeadline(.seconds(2)) { () async throws -> Int in
                try await clock.sleep(for: .seconds(1))
                return 7
            }
        }
        #expect(value == 7)
    }

    @Test("Work that takes too long is cancelled, and has ended when the error is thrown")
    func withDeadline_tooLong_isCancelled() throws {
        let clock = world.clock
        let wasCancelled = OneTimeValue<Bool>()
        #expect(throws: DeadlineExceeded()) {
            try world.run {
                try await clock.withDeadline(.seconds(2)) { () async throws -> Void in
                    try? await clock.sleep(for: .seconds(60))
                    wasCancelled.set(Task.isCancelled)
                }
            }
        }
        #expect(wasCancelled.value == true)
    }

    @Test("A moving deadline is read again when its last value has passed")
    func sleepWhileLeft_endMoves_sleepsOn() throws {
        let clock = world.clock
        let end = Mutex(clock.uptime() + .seconds(5))
        let took = try world.run {
            let start = clock.uptime()
            let mover = world.environment.tasks.spawn {
                try? await clock.sleep(for: .seconds(3))
                end.withLock { $0 = clock.uptime() + .seconds(10) }
            }
            try await clock.sleep(whileLeft: { end.withLock { $0 } - clock.uptime() })
            await mover.wait()
            return clock.uptime() - start
        }
        #expect(took == .seconds(13))
    }
}

@Suite("Polling") struct PollingTests {
    private let clock = TestClock.hasty()

    @Test("The first value ends the polling; only later attempts wait")
    func poll_value_isReturned() async throws {
        var calls = 0
        let answer = try await clock.poll(attempts: 5, every: .seconds(2)) { () async throws -> Int? in
            calls += 1
            return calls == 3 ? 7 : nil
        }
        #expect(answer == 7 && calls == 3)
        #expect(clock.waits == [.seconds(2), .seconds(2)])
    }

    @Test("Without a value, polling ends after the last attempt and does not wait again")
    func poll_noValue_returnsNil() async throws {
        var calls = 0
        let answer = try await clock.poll(attempts: 3, every: .seconds(2)) { () async throws -> Int? in
            calls += 1
            return nil
        }
        #expect(answer == nil && calls == 3)
        #expect(clock.waits == [.seconds(2), .seconds(2)])
        let untried = try await clock.poll(attempts: 0, every: .seconds(2)) { () async throws -> Int? in 1 }
        #expect(untried == nil)
    }

    @Test("An error of an attempt, and a cancellation during a pause, end the polling")
    func poll_error_isThrown() async throws {
        await #expect(throws: DeadlineExceeded.self) {
            _ = try await clock.poll(attempts: 3, every: .seconds(2)) { () async throws -> Int? in
                throw DeadlineExceeded()
            }
        }
        #expect(clock.waits.isEmpty)
        let cancelling = TestClock.hasty { _ in throw CancellationError() }
        await #expect(throws: CancellationError.self) {
            _ = try await cancelling.poll(attempts: 3, every: .seconds(2)) { () async throws -> Int? in nil }
        }
        #expect(cancelling.waits == [.seconds(2)])
    }
}

@Suite("Waiters") struct WaiterTests {
    private let world = SimulatedWorld()

    @Test("The first value that is set counts, for all earlier and later waiters")
    func oneTimeValue_set_isHandedToAll() throws {
        let value = OneTimeValue<Int>()
        let results = try world.run {
            let waits = (0..<3).map { _ in world.environment.tasks.start { await value.wait() } }
            try await world.clock.sleep(for: .seconds(1))
            value.set(1)
            value.set(2)
            var results: [Int?] = [await value.wait()]
            for wait in waits { results.append(try await wait.value) }
            return results
        }
        #expect(results == [1, 1, 1, 1])
    }

    @Test("Cancelling a task ends its wait, unless the caller asked for the opposite")
    func oneTimeValue_cancelled_endsTheWait() throws {
        let value = OneTimeValue<Int>()
        let results = try world.run {
            let impatient = world.environment.tasks.start { await value.wait() }
            let patient = world.environment.tasks.start { await value.wait(endsWhenCancelled: false) }
            try await world.clock.sleep(for: .seconds(1))
            impatient.cancel()
            patient.cancel()
            let first = try await impatient.value
            value.set(3)
            let second = try await patient.value
            return [first, second]
        }
        #expect(results == [nil, 3])
    }

    @Test("Cancelled waiters are not counted and are skipped")
    func waiterQueue_cancelledFirst_resumesSecond() async throws {
        var queue = WaiterQueue<Int>()
        let (first, second) = (queue.join(), queue.join())
        #expect(queue.count == 2)
        first.resume(with: .failure(CancellationError()))
        #expect(queue.count == 1)
        let isSecondResumed = queue.resumeFirst(returning: 5)
        #expect(isSecondResumed && queue.count == 0)
        let isAnotherResumed = queue.resumeFirst(returning: 6)
        #expect(!isAnotherResumed)
        #expect(try await second.value() == 5)
        await #expect(throws: CancellationError.self) { try await first.value() }
    }

    @Test("Spawned work and the wait for it continue when the waiting task is cancelled")
    func spawnedWork_waitingTaskCancelled_goesOn() throws {
        let clock = world.clock
        let value = try world.run {
            let work = world.environment.tasks.start { () async throws -> String in
                try await clock.sleep(for: .seconds(5))
                return "done"
            }
            let waiting = world.environment.tasks.start { try await work.value }
            try await clock.sleep(for: .seconds(1))
            waiting.cancel()
            return try await waiting.value
        }
        #expect(value == "done")
    }
}

@Suite("Heartbeats") struct HeartbeatTests {
    private let world = SimulatedWorld()

    @Test("Each beat restarts the time-out, and an announced delay changes it")
    func waitForSilence_beats_moveTheEnd() throws {
        let clock = world.clock
        let took = try world.run {
            let start = clock.uptime()
            let life = Heartbeat(clock: clock, timeout: .seconds(15))
            let beats = world.environment.tasks.spawn {
                try? await clock.sleep(for: .seconds(10))
                life.beat()
                try? await clock.sleep(for: .seconds(10))
                life.beat(nextAfter: .seconds(20))
            }
            try await life.waitForSilence()
            await beats.wait()
            return clock.uptime() - start
        }
        #expect(took == .seconds(60))
    }

    @Test("The delay that a ping announces is clamped")
    func beat_announcedDelay_isBounded() {
        let life = Heartbeat(clock: world.clock, timeout: .seconds(15))
        #expect(!life.wasHeard && life.timeLeft == .seconds(15))
        life.beat(nextAfter: .zero)
        #expect(life.wasHeard && life.timeLeft == Heartbeat.announcedTimeoutMin)
        life.beat(nextAfter: .seconds(Int64.max))
        #expect(life.timeLeft == .seconds(7_200))
    }

    @Test("Setting the machine's clock does not change the time-out")
    func timeLeft_clockSet_stays() {
        let life = Heartbeat(clock: world.clock, timeout: .seconds(15))
        world.clock.moveDate(by: .seconds(3_600))
        #expect(life.timeLeft == .seconds(15))
        world.clock.moveDate(by: .seconds(-7_200))
        #expect(life.timeLeft == .seconds(15))
    }
}

@Suite struct AsyncLockTests {
    private let world = SimulatedWorld()

    @Test("The lock is passed on in order of arrival, across suspensions")
    func withLock_isFirstInFirstOut() throws {
        let lock = AsyncLock()
        let order = Mutex<[Int]>([])
        try world.run {
            var tasks: [SpawnedTask] = []
            for number in 0..<5 {
                tasks.append(
                    world.environment.tasks.spawn {
                        try? await lock.withLock {
                            order.withLock { $0.append(number) }
                            try await world.clock.sleep(for: .seconds(1))
                            order.withLock { $0.append(number) }
                        }
                    })
            }
            for task in tasks { await task.wait() }
        }
        #expect(order.withLock { $0 } == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    }

    @Test("A cancelled waiter leaves the queue, and the others continue")
    func withLock_cancelledWaiter_leaves() throws {
        let lock = AsyncLock()
        let done = Mutex<[String]>([])
        try world.run {
            let holder = world.environment.tasks.spawn {
                try? await lock.withLock { try await world.clock.sleep(for: .seconds(5)) }
            }
            try await world.clock.sleep(for: .seconds(1))
            let cancelled = world.environment.tasks.spawn {
                do {
                    try await lock.withLock { done.withLock { $0.append("cancelled ran") } }
                } catch { done.withLock { $0.append("cancelled left") } }
            }
            let last = world.environment.tasks.spawn {
                try? await lock.withLock { done.withLock { $0.append("last ran") } }
            }
            try await world.clock.sleep(for: .seconds(1))
            cancelled.cancel()
            for task in [holder, cancelled, last] { await task.wait() }
        }
        #expect(done.withLock { $0 } == ["cancelled left", "last ran"])
    }
}
