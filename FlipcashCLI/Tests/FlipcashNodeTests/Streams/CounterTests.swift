import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashNode

@Suite("Counters of what clients do")
struct CounterTests {
    @Test("A key has at most its share in flight, and all keys together have at most theirs")
    func enter_overBound_refused() {
        let counter = InFlightCounter<String>(keyMax: 2, totalMax: 3)
        #expect(counter.enter("a") && counter.enter("a"))
        #expect(!counter.enter("a"))
        #expect(counter.enter("b"))
        #expect(!counter.enter("b"), "all keys together have three")
        #expect(counter.total == 3)
        counter.leave("a")
        #expect(counter.enter("b"))
        counter.leave("b")
        counter.leave("b")
        counter.leave("b")
        #expect(counter.total == 1, "leaving without having entered counts nothing")
        #expect(counter.enter("a"))
    }

    @Test("Keys that have many leave a reserve to those that have few")
    func enter_reserve_isForKeysWithFew() {
        let counter = InFlightCounter<String>(keyMax: 6, totalMax: 16, reserve: 4)
        for key in ["a", "b"] { #expect((0..<6).allSatisfy { _ in counter.enter(key) }) }
        #expect((0..<6).map { _ in counter.enter("c") } == [true, true, true, true, false, false])
        #expect(counter.total == 16)
        #expect(!counter.enter("d"))
        counter.leave("a")
        #expect(!counter.enter("a"), "a key with many gets none of the reserve")
        #expect(counter.enter("d"))
    }

    @Test("A key may act at most `max` times in the hour after its first act")
    func count_withinHour_bounded() {
        let clock = TestClock()
        let counter = HourlyCounter<String>(max: 2, clock: clock)
        #expect(counter.count("a") && counter.count("a"))
        #expect(!counter.count("a"))
        #expect(counter.count("b"))
        clock.moveDate(by: .seconds(7200))
        #expect(!counter.count("a"), "the date does not matter")
        clock.advance(by: .seconds(3599))
        #expect(!counter.count("a"))
        clock.advance(by: .seconds(1))
        #expect(counter.count("a") && counter.count("a") && !counter.count("a"))
        #expect(!HourlyCounter<String>(max: 0, clock: clock).count("a"))
    }

    @Test("Keys beyond the table's size share counts and never exceed their limit")
    func count_manyKeys_bounded() {
        let clock = TestClock()
        let counter = HourlyCounter<Int>(max: 2, clock: clock)
        let full = HourlyCounter<Int>.keysMax
        for key in 0..<full { #expect(counter.count(key)) }
        clock.advance(by: .seconds(1800))
        let others = full..<full + 1000
        let acted = others.filter(counter.count)
        #expect(acted.count > 900, "few keys share a count")
        let actedAgain = others.filter(counter.count)
        #expect(actedAgain.count > 900)
        #expect(others.filter(counter.count) == [])
        #expect(counter.count(0) && !counter.count(0), "a key that was counted before keeps its own count")

        clock.advance(by: .seconds(1800))
        #expect(others.filter(counter.count) == [], "what a key did under a shared count counts for its own")
        #expect((0..<1000).filter(counter.count).count > 900)
        clock.advance(by: .seconds(1800))
        #expect(others.allSatisfy(counter.count))
    }

    @Test("Keys that come later never do more than their share within an hour, in whatever order keys come")
    func count_randomKeys_neverExceedTheirShare() {
        let clock = TestClock()
        let counter = HourlyCounter<Int>(max: 3, clock: clock)
        var random = SeededGenerator(seed: 1)
        var acts: [Int: [Uptime]] = [:]
        for key in 0..<HourlyCounter<Int>.keysMax - 5 { #expect(counter.count(key)) }
        for _ in 0..<4_000 {
            clock.advance(by: .seconds(Int64.random(in: 0..<20, using: &random)))
            let key = -Int.random(in: 1...10, using: &random)
            if counter.count(key) { acts[key, default: []].append(clock.uptime()) }
        }
        for (key, times) in acts {
            // Hours begin with a key's first act, so that two shares may meet where one hour follows the other.
            for (early, late) in zip(times, times.dropFirst(6)) { #expect(late - early >= .seconds(3600), "\(key)") }
        }
        #expect(acts.count == 10)
    }
}
