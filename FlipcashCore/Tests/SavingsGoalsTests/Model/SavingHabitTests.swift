import FlipcashCore
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

    @Test("A change of a draft is significant above 10 points or above 50 a day, in either direction")
    func isSignificant_bounds_areExcluded() {
        let fifty = ExactRational(50 as UInt64)
        #expect(!SavingHabit.isSignificant(progressChange: 10, dailyChange: fifty))
        #expect(!SavingHabit.isSignificant(progressChange: -10, dailyChange: -fifty))
        #expect(SavingHabit.isSignificant(progressChange: -11, dailyChange: .zero))
        #expect(SavingHabit.isSignificant(progressChange: 0, dailyChange: -fifty - .one))
    }
}
