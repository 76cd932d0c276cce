import FlipcashCore
import FlipcashTestKit
import Synchronization
import Testing

/// Something that has happened or not.
private final class Flag: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock { $0 } }

    func set() { value.withLock { $0 = true } }
}

@Suite("The clocks of tests", .timeLimit(.minutes(1)))
struct TestClockTests {
    @Test("Setting the date wakes no sleeper; it wakes when its time has passed")
    func sleep_dateSet_wakesByUptime() async throws {
        let clock = TestClock()
        let start = clock.uptime()
        let hasWoken = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await clock.sleep(for: .seconds(60))
                hasWoken.set()
            }
            await clock.waitForSleeper(at: start + .seconds(60))
            clock.moveDate(by: .seconds(86_400))
            clock.advance(by: .seconds(59))
            #expect(clock.uptime() - start == .seconds(59))
            #expect(!hasWoken.isSet)
            clock.moveDate(by: .seconds(-2 * 86_400))
            clock.advance(by: .seconds(1))
            try await group.waitForAll()
        }
        #expect(hasWoken.isSet)
        #expect(clock.now() == TestClock.start.advanced(by: .seconds(60 - 86_400)))
    }

    @Test("Time that a test lets pass moves date and uptime alike")
    func advance_byHand_isExact() {
        let clock = TestClock(now: Instant(seconds: 100))
        let start = clock.uptime()
        clock.advance(by: .milliseconds(1_500))
        #expect(clock.now() == Instant(seconds: 101, nanoseconds: 500_000_000))
        #expect(clock.uptime() - start == .milliseconds(1_500))
    }

    @Test("Where time passes automatically the date leaps once, and the uptime does not")
    func sleep_inAWorld_dateLeaps() throws {
        let world = SimulatedWorld(start: Instant(seconds: 100))
        let start = world.clock.uptime()
        try world.run {
            try await world.clock.sleep(for: .seconds(10))
            try await world.clock.sleep(for: .seconds(10))
        }
        #expect(world.clock.uptime() - start == .seconds(20))
        #expect(world.clock.now() == Instant(seconds: 125))
    }

    @Test("A date that is read slowly is past before it is used")
    func now_slowReader_isLateAfterwards() {
        let clock = TestClock(now: Instant(seconds: 100))
        clock.advanceAfterNextReading(by: .seconds(1))
        #expect(clock.now() == Instant(seconds: 100))
        #expect(clock.now() == Instant(seconds: 101))
        #expect(clock.now() == Instant(seconds: 101))
    }

    @Test("On a hasty clock a wait is over at once and its time has passed, unless only the test moves it")
    func sleep_hasty_isOverAtOnce() async throws {
        let clock = TestClock.hasty(now: Instant(seconds: 100), leap: .seconds(7))
        let start = clock.uptime()
        try await clock.sleep(for: .seconds(3_600))
        #expect(clock.uptime() - start == .seconds(3_600) && clock.waits == [.seconds(3_600)])
        #expect(clock.now() == Instant(seconds: 3_707))
        let still = TestClock.hasty(timePasses: false)
        try await still.sleep(for: .seconds(3_600))
        #expect(still.now() == TestClock.start)
    }

    @Test("A hasty clock's wait can be ended with an error, and its time has not passed then")
    func sleep_hastyThrows_doesNotPass() async throws {
        let clock = TestClock.hasty { wait in
            if wait > .seconds(1) { throw CancellationError() }
        }
        let start = clock.uptime()
        try await clock.sleep(for: .seconds(1))
        await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(2)) }
        #expect(clock.uptime() - start == .seconds(1))
    }

    @Test("A steered wait lasts until the test ends it, and only then has its time passed")
    func sleep_steered_endsWhenToldTo() async throws {
        let clock = SteeredClock(steering: .seconds(3_600), dateAhead: .seconds(86_400))
        let lead = clock.now().duration(since: SystemClock().now())
        #expect(lead > .seconds(86_000) && lead < .seconds(87_000))
        let start = clock.uptime()
        async let wait: Void = clock.sleep(for: .seconds(3_600))
        for await begun in clock.waits {
            #expect(begun == .seconds(3_600))
            break
        }
        clock.letTimePass()
        try await wait
        #expect(clock.uptime() - start >= .seconds(3_600))
        clock.moveDate(by: .seconds(-86_400))
        #expect(clock.now().duration(since: SystemClock().now()) < .seconds(3_600))
    }

    @Test("Random bytes of a seed are the same every time, and those of another seed are not")
    func bytes_sameSeed_areEqual() {
        #expect(SeededRandomSource(seed: 3).bytes(64) == SeededRandomSource(seed: 3).bytes(64))
        #expect(SeededRandomSource(seed: 3).bytes(64) != SeededRandomSource(seed: 4).bytes(64))
        let source = SeededRandomSource()
        #expect(source.bytes(32) != source.bytes(32))
    }
}
