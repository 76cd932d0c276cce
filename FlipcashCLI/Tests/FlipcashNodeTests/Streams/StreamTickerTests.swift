import FlipcashCore
import FlipcashTestKit
import Synchronization
import Testing

@testable import FlipcashNode

@Suite("The ticker of all streams")
struct StreamTickerTests {
    private let clock = TestClock()
    private let ticker: StreamTicker
    private let start: Uptime
    private let calls = AsyncStream<String>.makeStream()

    init() {
        ticker = StreamTicker(clock: clock, tasks: ConcurrentTaskSpawner())
        start = clock.uptime()
    }

    private func record(_ name: String, next: Duration? = nil) -> StreamTicker.Call {
        { [calls] now in
            calls.continuation.yield(name)
            return next.map { now + $0 }
        }
    }

    private func take(_ count: Int) async -> [String] {
        var names: [String] = []
        for await name in calls.stream {
            names.append(name)
            if names.count == count { break }
        }
        return names
    }

    @Test("Calls come in the order of their times, and of their places at one time")
    func add_severalTimes_inOrder() async {
        _ = ticker.add(at: start + .seconds(3), record("c"))
        _ = ticker.add(at: start + .seconds(1), record("a"))
        _ = ticker.add(at: start + .seconds(1), record("b"))
        await clock.waitForSleeper(at: start + .seconds(1))
        clock.advance(by: .seconds(5))
        #expect(await take(3) == ["a", "b", "c"])
    }

    @Test("A call that returns a time is called again then")
    func call_returnsTime_repeats() async {
        let place = ticker.add(at: start + .seconds(1), record("a", next: .seconds(2)))
        for second in [1, 3, 5] {
            let time = start + .seconds(second)
            await clock.waitForSleeper(at: time)
            clock.advance(by: time - clock.uptime())
        }
        #expect(await take(3) == ["a", "a", "a"])
        ticker.remove(place)
    }

    @Test("A call that moves to an earlier time is called then, and once; a later time changes nothing")
    func move_earlier_callsOnce() async {
        let place = ticker.add(at: start + .seconds(10), record("a"))
        _ = ticker.add(at: start + .seconds(12), record("end"))
        ticker.move(place, to: start + .seconds(2))
        ticker.move(place, to: start + .seconds(4))
        await clock.waitForSleeper(at: start + .seconds(2))
        clock.advance(by: .seconds(2))
        #expect(await take(1) == ["a"])
        await clock.waitForSleeper(at: start + .seconds(10))
        clock.advance(by: .seconds(10))
        #expect(await take(1) == ["end"])
    }

    @Test("A call without a next time can be moved to a new one")
    func move_afterLastCall_callsAgain() async {
        let place = ticker.add(at: start + .seconds(1), record("a"))
        await clock.waitForSleeper(at: start + .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(await take(1) == ["a"])
        ticker.move(place, to: start + .seconds(3))
        await clock.waitForSleeper(at: start + .seconds(3))
        clock.advance(by: .seconds(2))
        #expect(await take(1) == ["a"])
    }

    @Test("A removed call is not called, and times within one grain share one awakening")
    func remove_beforeTime_notCalled() async {
        let removed = ticker.add(at: start + .milliseconds(1), record("removed"))
        _ = ticker.add(at: start + .milliseconds(2), record("a"))
        _ = ticker.add(at: start + .milliseconds(49), record("b"))
        ticker.remove(removed)
        await clock.waitForSleeper(at: start + StreamTicker.grain)
        clock.advance(by: StreamTicker.grain)
        #expect(await take(2) == ["a", "b"])
        #expect(ticker.count == 2)
    }
}

@Suite("The ring of closed rendezvous keys")
struct RecentKeysTests {
    private func time(_ second: Int) -> Uptime { Uptime(.seconds(second)) }

    @Test("A full ring forgets the oldest note, and never more than it holds stays")
    func note_fullRing_forgetsOldest() {
        var keys = RecentKeys<Int>(capacity: 3)
        for key in 1...4 { keys.note(key, at: time(key)) }
        #expect((1...4).map { keys.time(of: $0) } == [nil, time(2), time(3), time(4)])
        for key in 0..<1_000 { keys.note(key, at: time(key)) }
        #expect(keys.count == 3)
        #expect(keys.time(of: 999) == time(999))
        #expect(keys.time(of: 996) == nil)
    }

    @Test("A key that is noted again has its latest time, also when its earlier note is overwritten")
    func note_again_keepsLatest() {
        var keys = RecentKeys<Int>(capacity: 3)
        keys.note(1, at: time(1))
        keys.note(1, at: time(2))
        keys.note(2, at: time(3))
        keys.note(3, at: time(4))
        #expect(keys.time(of: 1) == time(2))
        keys.note(4, at: time(5))
        #expect(keys.time(of: 1) == nil)
        #expect(keys.count == 3)
    }

    @Test("A forgotten key has no time until it is noted again")
    func forget_thenNote_hasNewTime() {
        var keys = RecentKeys<Int>(capacity: 2)
        keys.note(1, at: time(1))
        keys.forget(1)
        #expect(keys.time(of: 1) == nil)
        keys.note(1, at: time(2))
        keys.note(2, at: time(3))
        #expect(keys.time(of: 1) == time(2))
    }

    @Test("A rendezvous counts as attended for the grace after its stream closed, unless too many closed since")
    func hub_manyClosed_remembersLatest() throws {
        let clock = TestClock()
        let hub = RendezvousHub<Int>(clock: clock, grace: .seconds(5), closedCountMax: 10)
        let keys = (0..<11).map { PublicKey(repeating: UInt8($0)) }
        for key in keys {
            let place = hub.register(key, isSigned: true, send: { _ in true })
            hub.remove(try #require(place))
        }
        #expect(keys.map(hub.isAttended) == [false] + [Bool](repeating: true, count: 10))
        let registration = hub.register(keys[1], isSigned: true, send: { _ in true })
        let again = try #require(registration)
        clock.advance(by: .seconds(6))
        #expect(keys.filter(hub.isAttended) == [keys[1]])
        hub.remove(again)
        #expect(hub.isAttended(keys[1]))
    }
}

extension PublicKey {
    fileprivate init(repeating byte: UInt8) {
        self = PublicKey(exactly: [UInt8](repeating: byte, count: 32)) ?? .usdf
    }
}
