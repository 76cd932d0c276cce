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

    @Test("A key acts at most so often within an hour of its first act")
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

    @Test("Only so many keys are remembered; others wait until an hour is over")
    func count_manyKeys_bounded() {
        let clock = TestClock()
        let counter = HourlyCounter<Int>(max: 1, clock: clock)
        for key in 0..<HourlyCounter<Int>.keysMax { #expect(counter.count(key)) }
        #expect(!counter.count(-1))
        clock.advance(by: .seconds(3600))
        #expect(counter.count(-1))
    }
}
