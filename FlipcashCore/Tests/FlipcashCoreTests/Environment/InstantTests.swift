import FlipcashCore
import Testing

@Suite("Instants")
struct InstantTests {
    private let now = Instant(seconds: 1_767_225_600, nanoseconds: 5)

    @Test("The time between two instants is exact, and has a sign")
    func duration_ordinaryInstants_isExact() {
        let later = Instant(seconds: now.seconds + 2, nanoseconds: 3)
        #expect(later.duration(since: now) == .seconds(2) - .nanoseconds(2))
        #expect(now.duration(since: later) == .nanoseconds(2) - .seconds(2))
        #expect(now.advanced(by: later.duration(since: now)) == later)
        #expect(Instant(seconds: -1, nanoseconds: -1) == Instant(seconds: -2, nanoseconds: 999_999_999))
    }

    @Test("A difference beyond 64-bit seconds is clamped, so that distant instants never look near")
    func duration_endsOfTime_saturate() {
        let (first, last) = (Instant(seconds: .min), Instant(seconds: .max, nanoseconds: 999_999_999))
        #expect(last.duration(since: first) == .seconds(Int64.max))
        #expect(first.duration(since: last) == .seconds(Int64.min))
        #expect(now.duration(since: first) == .seconds(Int64.max))
        #expect(now.duration(since: last) < .seconds(-1_000_000_000_000))
        // The parts of such durations are within their range, too.
        #expect(last.duration(since: Instant(seconds: 0)).components.seconds == .max)
        #expect(first.duration(since: Instant(seconds: 0, nanoseconds: 1)).components.seconds == .min)
    }

    @Test("An instant in the future is fresh only if the range of ages has its negative age")
    func isFresh_pastAndFuture_isWithinAges() {
        let ages = Duration.seconds(-60)...Duration.seconds(900)
        func isFresh(_ age: Duration) -> Bool { now.advanced(by: .zero - age).isFresh(at: now, ages: ages) }
        #expect(isFresh(.zero) && isFresh(.seconds(900)) && isFresh(.seconds(-60)))
        #expect(!isFresh(.seconds(900) + .nanoseconds(1)) && !isFresh(.seconds(-60) - .nanoseconds(1)))
        #expect(!Instant(seconds: .max).isFresh(at: now, ages: ages))
        #expect(!Instant(seconds: .min).isFresh(at: now, ages: ages))
        #expect(!now.isFresh(at: now.advanced(by: .seconds(5)), ages: Duration.zero..<Duration.seconds(5)))
    }

    @Test("Instants are clamped to 64-bit seconds, and stored ones to 64-bit nanoseconds")
    func init_beyondTheRange_saturates() {
        #expect(Instant(seconds: .max, nanoseconds: 2_000_000_000).seconds == .max)
        #expect(Instant(seconds: .min, nanoseconds: -1).seconds == .min)
        #expect(Instant(seconds: .max).advanced(by: .seconds(1)).seconds == .max)
        #expect(Instant(seconds: .min).advanced(by: .seconds(-1)).seconds == .min)
        #expect(now.advanced(by: .seconds(Int64.max)).seconds == .max)
        #expect(Instant(seconds: .max).nanosecondsSinceEpoch == .max)
        #expect(Instant(seconds: .min).nanosecondsSinceEpoch == .min)
        #expect(Instant(nanosecondsSinceEpoch: now.nanosecondsSinceEpoch) == now)
        for nanoseconds in [Int64.min, .min + 1, -1_000_000_001, -1_000_000_000, -1, 0, 1, .max - 1, .max] {
            #expect(Instant(nanosecondsSinceEpoch: nanoseconds).nanosecondsSinceEpoch == nanoseconds)
        }
    }
}
