import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashCore

@Suite("Charts")
struct ChartTests {
    private typealias Point = DataPointResampler.Point

    private func indices(_ count: Int, target: Int, _ value: (Int) -> Double) -> [Int] {
        let points = (0..<count).map { Point(x: Double($0), y: value($0)) }
        return DataPointResampler.resample(points, target: target).map { Int($0.x) }
    }

    @Test("The series of the client specification keep the points that it lists")
    func resample_publishedSeries_keepTheirPoints() {
        #expect(
            indices(100, target: 10) { Double($0 < 50 ? 2 * $0 : 2 * (100 - $0)) }
                == [0, 1, 13, 25, 49, 50, 62, 74, 86, 99])
        #expect(indices(50, target: 8) { Double(7 * $0 * $0 % 101) } == [0, 3, 12, 17, 26, 34, 46, 49])
        #expect(
            indices(100, target: 20) { Double($0) }
                == [0, 1, 6, 11, 17, 22, 28, 33, 39, 44, 50, 55, 60, 66, 71, 77, 82, 88, 93, 99])
        let short = [Point(x: 0, y: 5), Point(x: 4, y: 1), Point(x: 5, y: 9)]
        #expect(DataPointResampler.resample(short, target: 6).map(\.y) == [5, 4, 3, 2, 1, 9])
    }

    @Test("A resampled series has the requested number of points, keeps its ends and stays within its values")
    func resample_anySeries_keepsCountAndEnds() {
        var generator = SeededGenerator(seed: 40)
        for _ in 0..<500 {
            let count = Int.random(in: 2...200, using: &generator)
            let target = Int.random(in: 2...150, using: &generator)
            let points = (0..<count).map { Point(x: Double($0), y: Double.random(in: -5...5, using: &generator)) }
            let resampled = DataPointResampler.resample(points, target: target)
            #expect(resampled.count == target)
            #expect(resampled.first == points.first && resampled.last == points.last)
            #expect(zip(resampled, resampled.dropFirst()).allSatisfy { $0.x < $1.x })
            if target < count { #expect(Set(resampled).isSubset(of: Set(points))) }
            let (low, high) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
            #expect(resampled.allSatisfy { (low - 1e-9...high + 1e-9).contains($0.y) })
        }
    }

    @Test("Points with equal positions and values that are not numbers do not trap")
    func resample_degenerateSeries_survives() {
        let same = [Point](repeating: Point(x: 1, y: 2), count: 5)
        #expect(DataPointResampler.resample(same, target: 9).count == 9)
        #expect(DataPointResampler.resample(same, target: 3).count == 3)
        let nan = (0..<10).map { Point(x: Double($0), y: $0 == 4 ? .nan : 1) }
        #expect(DataPointResampler.resample(nan, target: 4).count == 4)
    }

    // Berlin, where clocks go forward on 2026-03-29.
    private let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        return calendar
    }()

    private func instant(_ month: Int, _ day: Int, _ hour: Int = 0) throws -> Instant {
        Instant(try #require(calendar.date(from: DateComponents(year: 2026, month: month, day: day, hour: hour))))
    }

    private func point(_ month: Int, _ day: Int, _ hour: Int, _ value: Double) throws -> ChartPoint {
        ChartPoint(date: try instant(month, day, hour), value: value)
    }

    @Test("Missing days become zeros at their start, and other days keep their last point")
    func fillMissingDays_gap_isZero() throws {
        let raw = [try point(3, 27, 9, 1), try point(3, 27, 20, 2), try point(3, 31, 1, 5)]
        let filled = ChartSeries.fillMissingDays(raw, calendar: calendar)
        #expect(filled.map(\.value) == [2, 0, 0, 0, 5])
        #expect(filled[1].date == (try instant(3, 28)))
        #expect(filled[2].date == (try instant(3, 29)))
        #expect(filled[3].date == (try instant(3, 30)))
        #expect(filled[3].date.duration(since: filled[2].date) == .seconds(23 * 3600))
    }

    @Test("A series without a gap, or of one point, is unchanged")
    func fillMissingDays_noGap_isUnchanged() throws {
        let raw = [try point(3, 27, 9, 1), try point(3, 27, 20, 2), try point(3, 28, 1, 5)]
        #expect(ChartSeries.fillMissingDays(raw, calendar: calendar) == raw)
        #expect(ChartSeries.fillMissingDays([raw[0]], calendar: calendar) == [raw[0]])
    }

    @Test("A series of more than a hundred years is not filled, whatever its dates")
    func fillMissingDays_endlessSpan_isUnchanged() throws {
        let start = try instant(3, 27)
        func series(_ seconds: Int64...) -> [ChartPoint] {
            seconds.map { ChartPoint(date: Instant(seconds: $0), value: 1) }
        }
        let days = Int64(ChartSeries.filledDaysMax)
        let longest = series(start.seconds, start.seconds + 86_400 * (days - 1))
        #expect(ChartSeries.fillMissingDays(longest, calendar: calendar).count == ChartSeries.filledDaysMax)
        for raw in [
            series(start.seconds, start.seconds + 86_400 * (days + 1)), series(0, 1 << 40), series(.min, .max),
            series(-(1 << 40), 0),
        ] {
            #expect(ChartSeries.fillMissingDays(raw, calendar: calendar) == raw)
        }
        let endless = try ChartSeries(series(.min, .max), currency: .usd, calendar: calendar)
        #expect(endless.points.count == ChartSeries.pointCount)
    }

    @Test("A series is drawn with a hundred points, rounded to the currency's digits")
    func series_ofTwoPoints_hasAHundred() throws {
        let raw = [try point(3, 27, 0, 0), try point(3, 27, 12, 1)]
        let series = try ChartSeries(raw, currency: .usd, calendar: calendar)
        #expect(series.points.count == 100)
        #expect(series.points.first?.value == 0 && series.points.last?.value == 1)
        #expect(series.points[50].value == 0.51)
        #expect(series.points[99].normalisedPosition == 1)
        #expect(series.points[99].date == (try instant(3, 27, 12)))
        #expect(try ChartSeries(raw, currency: .jpy, calendar: calendar).points[50].value == 1)
        #expect(throws: ChartSeries.Failure.insufficientData) {
            try ChartSeries([raw[0]], currency: .usd, calendar: calendar)
        }
    }

    @Test("The current value is appended when it differs, and a live value replaces the last point")
    func appending_current_movesTheEnd() throws {
        let series = try ChartSeries(
            [try point(3, 27, 0, 10), try point(3, 27, 12, 20)], currency: .usd, calendar: calendar)
        let same = ChartPoint(date: try instant(3, 27, 13), value: 20.009)
        #expect(series.appending(same).points.count == 100)
        let higher = series.appending(ChartPoint(date: try instant(3, 27, 13), value: 25))
        #expect(higher.points.count == 101 && higher.change == 15 && higher.isChangePositive)
        let live = higher.appending(ChartPoint(date: try instant(3, 27, 14), value: 9), isLive: true)
        #expect(live.points.count == 101 && live.change == -1 && !live.isChangePositive)
        #expect(live.points.map(\.normalisedPosition).max() == 1)
        let tiny = live.appending(ChartPoint(date: try instant(3, 27, 15), value: 9.995), isLive: true)
        #expect(tiny.isChangePositive)
    }

    @Test("Ranges have the wire's numbers and readable labels")
    func range_facts() {
        #expect(ChartRange.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
        #expect(ChartRange.allCases.map(\.label) == ["all time", "today", "this week", "this month", "this year"])
        #expect(ChartRange.allCases.map(\.shortLabel) == ["ALL", "1D", "1W", "1M", "1Y"])
        #expect(ChartRange.lastMonth.span == .seconds(30 * 86_400) && ChartRange.lastMonth.interval == .seconds(3600))
    }
}
