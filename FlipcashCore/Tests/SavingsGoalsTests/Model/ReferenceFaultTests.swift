import FlipcashCore
import SavingsGoals
import Testing

/// Behaviour of the reference product that is wrong and must not be copied (goals specification §16).
@Suite("What the reference gets wrong")
struct ReferenceFaultTests {
    private static let now = Instant(seconds: 1_797_595_200)  // 2026-12-18T12:00:00Z

    private func amount(_ text: String, _ currency: AssetCurrency = .usd) throws -> AssetAmount {
        try #require(AssetAmount(decimal: text, currency))
    }

    private func date(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

    @Test("1: an amount without a rate is left out and named, neither added one to one nor silently dropped")
    func total_missingRate_isNamed() throws {
        let doge = try #require(AssetCurrency("DOGE"))
        let parts = [
            GoalTotal.Part(value: try amount("5").value, currency: .usd),
            GoalTotal.Part(value: try amount("10", doge).value, currency: doge),
        ]
        let total = GoalTotal(target: try amount("100"), parts: parts) {
            RateTable().rate(from: $0, to: .usd, now: Self.now)
        }
        #expect(total.total.text == "5.00")
        #expect(total.listLine == "≥ 5.00 / 100.00 USD (no rate for DOGE)")
    }

    @Test("2: an asset that promises too much counts once, in proportion")
    func funded_overAllocated_countsOnce() throws {
        let (g, h) = (try #require(GoalID("g")), try #require(GoalID("h")))
        let funded = try Allocations([g: 1_000, h: 500]).funded(balance: 1_000)
        #expect(funded == [g: 667, h: 333])
    }

    @Test("3 and 15: payments are counted in one way, and one on the day of the deadline never counts")
    func payments_onTheDeadline_doNotCount() throws {
        let dates = try PaymentDates(now: Self.now, deadline: date("2027-02-25"), day: 25, calendar: .utc)
        #expect(dates.dates.map(\.description) == ["2026-12-25", "2027-01-25"])
    }

    @Test("4: months are labelled in UTC, also where the local month differs")
    func monthLabel_localMonthDiffers_isUTC() throws {
        // 2027-01-01 in Tokyo, still December in UTC.
        #expect(MonthLabel(Instant(seconds: 1_798_727_400)).description == "2026-12")
    }

    @Test("5: the thresholds compare dollars, not bare numbers of any currency")
    func requirement_thresholds_areDollars() throws {
        let yen = try #require(AssetCurrency("JPY"))
        let dates = try PaymentDates(now: Self.now, deadline: date("2027-03-01"), day: 25, calendar: .utc)
        let left = DaysLeft(until: try date("2027-03-01"), now: Self.now, calendar: .utc)
        let requirement = Requirement(
            total: .zero(yen), target: try amount("300000", yen), dates: dates, daysLeft: left,
            dollars: ExactRational(units: 66, places: 4))
        #expect(requirement.required == 100_000 && requirement.status == .onTrack)
    }

    @Test("6: what one goal cannot take goes to others")
    func flex_surplus_isRedistributed() throws {
        let goals = [
            FlexGoal(id: "full", required: 100, months: 1, remaining: 100, flex: .flexible, progress: 0),
            FlexGoal(id: "open", required: 100, months: 9, remaining: 900, flex: .flexible, progress: 0),
        ]
        let flex = try Flex(factor: ExactRational(units: 12, places: 1), strategy: .balanced, goals: goals)
        #expect(flex.adjustments.map(\.amount) == [100, 140] && flex.unplaced == 0)
    }

    @Test("7: growth is per day, so weekly points do not multiply it by seven")
    func forecast_weeklyPoints_isPerDay() throws {
        let points = try [("2026-12-01", 0), ("2026-12-08", 7_000)].map {
            Forecast.Point(date: try date($0.0), total: ExactInteger($0.1))
        }
        let forecast = try Forecast(
            points: points, target: 100_000, deadline: date("2026-12-18"), today: date("2026-12-08"))
        #expect(forecast.base == 17_000)
    }

    @Test("8: the optimistic forecast of falling savings is the higher one")
    func forecast_falling_isOrdered() throws {
        let points = try [("2026-11-01", 50_000), ("2026-12-01", 40_000)].map {
            Forecast.Point(date: try date($0.0), total: ExactInteger($0.1))
        }
        let forecast = try Forecast(
            points: points, target: 100_000, deadline: date("2026-12-31"), today: date("2026-12-01"))
        #expect(forecast.pessimistic < forecast.base && forecast.base < forecast.optimistic)
    }

    @Test("9: an undo window of zero hours means that nothing can be undone")
    func cycle_noUndoWindow_cannotUndo() {
        let record = ExecutionCycle.Record(month: "2026-12", status: .executing, changed: Self.now)
        #expect(!ExecutionCycle(records: [record], undoHours: 0, now: Self.now).canUndo)
        #expect(ExecutionCycle(records: [record], undoHours: 1, now: Self.now).canUndo)
    }

    @Test("10: monthly reminders return to the last day of long months, at their time")
    func reminders_monthEnd_doNotDrift() throws {
        let schedule = ReminderSchedule(
            first: try date("2026-01-31"), frequency: .monthly, time: try #require(TimeOfDay("18:30")),
            deadline: try date("2026-03-31"), calendar: .utc)
        #expect(schedule.dates.map(\.description) == ["2026-01-31", "2026-02-28", "2026-03-31"])
        #expect(schedule.times.map(TimestampText.text).allSatisfy { $0.hasSuffix("T18:30:00.000") })
    }

    @Test("11: when the fetch fails a stale rate is used and flagged, and without one there is an error")
    func failedFetch_staleRate_isFlagged() {
        let pair = RatePair(AssetCurrency("BTC") ?? .usd, .usd)
        let old = RateEntry(pair: pair, rate: "60000", date: Self.now.advanced(by: .seconds(-301)))
        let rate = RateTable([old]).rate(from: pair.from, to: pair.to, now: Self.now)
        #expect(rate?.isStale == true && rate?.age == 301)
        #expect(RateTable().rate(from: pair.from, to: pair.to, now: Self.now) == nil)
    }

    @Test("12: amounts of a chain keep their units, however large they are")
    func chainImport_largeAmount_isNotGuessed() {
        let transfer = ChainImport.Transfer(externalID: "h:0", units: 5_000_000, date: Self.now)
        #expect(ChainImport(existing: [], incoming: [transfer]).inserted.map(\.units) == [5_000_000])
    }

    @Test("13: decimals come from the wallet's own table")
    func scale_fiat_isOwnTable() throws {
        let scales = try ["IQD", "AFN", "IDR", "COP", "PKR", "BHD", "USD"].map { try #require(AssetCurrency($0)).scale }
        #expect(scales == [0, 0, 0, 0, 0, 3, 2])
    }

    @Test("14: rounding up is towards plus infinity, halves are away from zero")
    func rounding_negative_isNamed() {
        let value = -ExactRational(units: 10_005, places: 3)
        #expect(AssetAmount(value, .usd, .ceiling).text == "-10.00")
        #expect(AssetAmount(value, .usd, .halfAwayFromZero).text == "-10.01")
        #expect(AssetAmount(-ExactRational(units: 1, places: 3), .usd, .ceiling).text == "0.00")
    }

    @Test("Percentages above 100 are shown as 100, and the total stays as it is")
    func progress_aboveTarget_isCapped() {
        let progress = GoalProgress(total: 25_000, target: 10_000)
        #expect(progress.percent == 100 && progress.isAchieved)
    }

    @Test("Notices of the deadline come at nine in the morning unless the goal says otherwise")
    func notices_default_areAtNine() throws {
        let goal = try #require(GoalID("g"))
        let notices = DeadlineNotice.upcoming(
            goal: goal, deadline: try date("2027-03-01"), now: Self.now, calendar: .utc)
        #expect(notices.map { TimestampText.text($0.date) } == ["2027-02-26T09:00:00.000", "2027-03-01T09:00:00.000"])
    }
}
