import FlipcashCore
import FlipcashTestKit
import SavingsGoals
import Testing

@Suite("Figures about how somebody saves") struct SavingHabitTests {
    private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

    @Test("A streak counts the days without a gap up to today")
    func streak_days_countBackFromToday() throws {
        let days = Set(try ["2026-02-27", "2026-02-28", "2026-03-01", "2026-02-20"].map(day))
        #expect(SavingHabit.streak(contributions: days, today: try day("2026-03-01")) == 3)
        #expect(SavingHabit.streak(contributions: days, today: try day("2026-02-20")) == 1)
        #expect(SavingHabit.streak(contributions: days, today: try day("2026-03-02")) == 0)
        #expect(SavingHabit.streak(contributions: [], today: try day("2026-03-02")) == 0)
    }

    @Test("A day is as busy as its contributions in fives, or half as its value in thousands, at most 1")
    func heat_countAndValue_isTheLarger() {
        func value(_ units: Int, _ places: Int) -> ExactRational {
            ExactRational(units: ExactInteger(units), places: places)
        }
        #expect(SavingHabit.heat(count: 0, value: .zero) == .zero)
        #expect(SavingHabit.heat(count: 2, value: .zero) == value(4, 1))
        #expect(SavingHabit.heat(count: 7, value: .zero) == .one)
        #expect(SavingHabit.heat(count: 1, value: value(500, 0)) == value(25, 2))
        #expect(SavingHabit.heat(count: 1, value: value(9_000, 0)) == value(5, 1))
        #expect(SavingHabit.heat(count: -1, value: value(-5, 0)) == .zero)
    }

    @Test("Several assets are concentrated when one holds 70 % of the value")
    func isConcentrated_share_decides() {
        func values(_ numbers: UInt64...) -> [ExactRational] { numbers.map { ExactRational($0) } }
        #expect(SavingHabit.isConcentrated(values: values(70, 30)))
        #expect(!SavingHabit.isConcentrated(values: values(69, 31)))
        #expect(!SavingHabit.isConcentrated(values: values(100)))
        #expect(!SavingHabit.isConcentrated(values: values(0, 0)))
        #expect(!SavingHabit.isConcentrated(values: []))
    }

    @Test("The impact of a change compares progress and what a day needs, in the display currency")
    func impact_changedTarget_isCompared() throws {
        let now = TestClock.start
        func figures(target: ExactInteger, days: Int) -> DraftImpact.Figures {
            let deadline = GoalCalendar.utc.date(of: now).adding(days: days)
            return .init(
                total: AssetAmount(units: 40_000, .usd), target: AssetAmount(units: target, .usd),
                daysLeft: DaysLeft(until: deadline, now: now, calendar: .utc))
        }
        let before = figures(target: 100_000, days: 60)
        #expect(before.percent == 40 && before.daily.text == "10.00")
        let doubled = DraftImpact(before: before, after: figures(target: 200_000, days: 60), rate: .one)
        #expect(doubled.after.percent == 20 && doubled.after.daily.text == "26.67" && doubled.isSignificant)
        let sooner = DraftImpact(before: before, after: figures(target: 100_000, days: 10), rate: .one)
        #expect(sooner.after.daily.text == "60.00" && !sooner.isSignificant)
        let dearer = ExactRational(units: 101, places: 2)
        #expect(DraftImpact(before: before, after: sooner.after, rate: dearer).isSignificant)
        #expect(!DraftImpact(before: before, after: sooner.after, rate: nil).isSignificant)
    }

    @Test("A change of a draft is significant above 10 points or above 50 a day, in either direction")
    func isSignificant_bounds_areExcluded() {
        let fifty = ExactRational(50 as UInt64)
        #expect(!SavingHabit.isSignificant(progressChange: 10, dailyChange: fifty))
        #expect(!SavingHabit.isSignificant(progressChange: -10, dailyChange: -fifty))
        #expect(SavingHabit.isSignificant(progressChange: -11, dailyChange: .zero))
        #expect(SavingHabit.isSignificant(progressChange: 0, dailyChange: -fifty - .one))
    }
}
