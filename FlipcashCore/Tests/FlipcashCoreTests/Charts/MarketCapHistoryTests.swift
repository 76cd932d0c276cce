import Testing

@testable import FlipcashCore

@Suite("History of market capitalisation")
struct MarketCapHistoryTests {
    private let now = Instant(seconds: 1_000_000_123)
    private let token: UInt64 = 10_000_000_000

    private func reserve(_ age: Int64, _ tokens: UInt64) -> MarketCapHistory.Reserve {
        .init(date: Instant(seconds: now.seconds - age), supplyQuarks: tokens * token)
    }

    private func rate(_ age: Int64, _ fx: Double) -> MarketCapHistory.ExchangeRate {
        .init(date: Instant(seconds: now.seconds - age), fx: fx)
    }

    @Test("The end is rounded down to five minutes, and the start is one span before it")
    func bounds_areCut() {
        #expect(MarketCapHistory.end(now: now) == Instant(seconds: 1_000_000_100 - 1_000_000_100 % 300))
        #expect(MarketCapHistory.end(now: Instant(seconds: -1)) == Instant(seconds: -300))
        let start = MarketCapHistory.start(of: .lastDay, now: now)
        #expect(MarketCapHistory.end(now: now).duration(since: start) == .seconds(86_400))
    }

    @Test("Each reserve is valued at the newest rate that is not later, and the end at the newest reserve and rate")
    func points_useLatestRates() throws {
        let points = try #require(
            MarketCapHistory.points(
                range: .lastDay, reserves: [reserve(9000, 100), reserve(7000, 200), reserve(3000, 300)],
                rates: [rate(8000, 1), rate(5000, 2)], created: Instant(seconds: 0), now: now))
        #expect(points.count == 3)
        // Before the first rate there is no value. Steps 2 and 3 have different prices.
        let curve = DiscreteBondingCurve()
        let prices = try [200, 300].map { Double(try #require(curve.spotPrice18(supply: $0))) / 1e18 }
        #expect(points[0].value == prices[0] * 200)
        #expect(points[1].value == prices[1] * 300 * 2)
        #expect(points[2].value == points[1].value && points[2].date == MarketCapHistory.end(now: now))
    }

    @Test("A range that starts before the creation begins with zeros")
    func points_youngCurrency_startAtZero() throws {
        func points(_ range: ChartRange) throws -> [ChartPoint] {
            try #require(
                MarketCapHistory.points(
                    range: range, reserves: [reserve(3000, 100)], rates: [rate(5000, 1)],
                    created: Instant(seconds: now.seconds - 4000), now: now))
        }
        #expect(try points(.lastDay).map { $0.value == 0 } == [true, true, false, false])
        #expect(try points(.lastDay)[0].date == MarketCapHistory.start(of: .lastDay, now: now))
        #expect(try points(.allTime).map { $0.value == 0 } == [true, false, false])
        for points in [try points(.lastDay), try points(.allTime)] {
            #expect(zip(points, points.dropFirst()).allSatisfy { $0.date < $1.date })
        }
    }

    @Test("Without reserves or rates there is no series")
    func points_missingRows_areNil() {
        let created = Instant(seconds: 0)
        #expect(
            MarketCapHistory.points(range: .lastDay, reserves: [], rates: [rate(1, 1)], created: created, now: now)
                == nil)
        #expect(
            MarketCapHistory.points(range: .lastDay, reserves: [reserve(1, 1)], rates: [], created: created, now: now)
                == nil)
    }

    @Test("Each interval has one sample, its last")
    func sampled_keepsTheLastOfEachInterval() {
        let rows = [0, 30, 59, 60, 61, 200].map {
            MarketCapHistory.Reserve(date: Instant(seconds: $0), supplyQuarks: UInt64($0))
        }
        let samples = MarketCapHistory.sampled(rows, every: .seconds(60))
        #expect(samples.map(\.supplyQuarks) == [59, 61, 200])
    }
}
