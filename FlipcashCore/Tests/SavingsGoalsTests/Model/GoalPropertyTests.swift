import FlipcashCore
import FlipcashTestKit
import SavingsGoals
import Testing

@Suite("Laws of savings goals")
struct GoalPropertyTests {
    /// Rounds of each test; every round has other numbers.
    private static let rounds: UInt64 = 200

    private static func units(_ generator: inout SeededGenerator, below bound: UInt64) -> ExactInteger {
        ExactInteger(UInt64.random(in: 0..<bound, using: &generator))
    }

    @Test("A split adds up to its total, whatever the order of the receivers")
    func parts_anyWeights_sumAndIgnoreOrder() throws {
        for seed in 0..<Self.rounds {
            var generator = SeededGenerator(seed: seed)
            // Totals above 64 bits: an ether has 10¹⁸ units.
            let total =
                Self.units(&generator, below: .max) * Self.units(&generator, below: 1 << 40)
                * (Bool.random(using: &generator) ? 1 : -1)
            var claims = (0..<Int.random(in: 1...9, using: &generator)).map { index in
                (id: "goal-\(index)", weight: ExactRational(Self.units(&generator, below: 1_000)) + .one)
            }
            func parts() throws -> [String: ExactInteger] {
                let ids = claims.map(\.id)
                let parts = try Apportionment.parts(of: total, weights: claims.map(\.weight), ids: ids)
                return Dictionary(uniqueKeysWithValues: zip(ids, parts))
            }
            let first = try parts()
            #expect(first.values.reduce(0, +) == total)
            claims.shuffle(using: &generator)
            #expect(try parts() == first)
        }
    }

    @Test("Funded shares never exceed the balance or the promises")
    func funded_anyPromises_areBounded() throws {
        for seed in 0..<Self.rounds {
            var generator = SeededGenerator(seed: seed)
            var shares: [GoalID: ExactInteger] = [:]
            for index in 0..<Int.random(in: 0...6, using: &generator) {
                shares[try #require(GoalID("g\(index)"))] = Self.units(&generator, below: 1_000)
            }
            let balance = Self.units(&generator, below: 3_000) - 500
            let allocations = try Allocations(shares)
            let funded = allocations.funded(balance: balance)
            #expect(funded.values.reduce(0, +) == min(max(0, balance), allocations.total))
            for (goal, units) in funded { #expect(units.signum >= 0 && units <= shares[goal] ?? 0) }
        }
    }

    private static func flexGoals(_ generator: inout SeededGenerator) -> [FlexGoal] {
        (0..<Int.random(in: 1...7, using: &generator)).map { index in
            FlexGoal(
                id: "g\(index)", required: units(&generator, below: 100_000),
                months: Int.random(in: 1...24, using: &generator), remaining: units(&generator, below: 400_000),
                flex: [.flexible, .flexible, .flexible, .protected, .skipped].randomElement(using: &generator)
                    ?? .flexible,
                progress: Int.random(in: 0...100, using: &generator),
                custom: Bool.random(using: &generator) ? units(&generator, below: 100_000) : nil)
        }
    }

    @Test("Flex moves money but neither makes nor loses any, and keeps its bounds")
    func flex_anyGoals_conservesAndKeepsBounds() throws {
        for seed in 0..<Self.rounds {
            var generator = SeededGenerator(seed: seed)
            let goals = Self.flexGoals(&generator)
            let factor = ExactRational(units: Self.units(&generator, below: 201), places: 2)
            for strategy in FlexStrategy.allCases {
                let flex = try Flex(factor: factor, strategy: strategy, goals: goals)
                var raw: ExactInteger = 0
                var placed: ExactInteger = 0
                for (goal, adjustment) in zip(goals, flex.adjustments) {
                    switch goal.flex {
                    case .skipped: #expect(adjustment.amount == 0)
                    case .protected: #expect(adjustment.amount == goal.custom ?? goal.required)
                    case .flexible:
                        raw += (ExactRational(goal.required) * factor).whole(.halfAwayFromZero)
                        placed += adjustment.amount
                        #expect(adjustment.amount.signum >= 0 && adjustment.amount <= goal.remaining)
                        #expect(adjustment.amount * 2 <= goal.required * 3)
                    }
                }
                #expect(placed + flex.unplaced == raw, "seed \(seed) \(strategy)")
            }
        }
    }

    @Test("A fit spends the budget exactly, up to what cannot be placed")
    func fit_anyGoals_spendsTheBudget() {
        for seed in 0..<Self.rounds {
            var generator = SeededGenerator(seed: seed)
            let goals = Self.flexGoals(&generator)
            let budget = Self.units(&generator, below: 500_000)
            let fit = BudgetFit(budget: budget, goals: goals)
            #expect(fit.amounts.values.reduce(0, +) + fit.leftover - fit.shortfall == budget)
        }
    }

    @Test("With the smallest budget no goal is late, and with one unit less a goal is")
    func minimum_anyGoals_isTight() throws {
        for seed in 0..<Self.rounds {
            var generator = SeededGenerator(seed: seed)
            let goals = (0..<Int.random(in: 1...6, using: &generator)).map { index in
                // A later deadline has no fewer payments.
                let months = (index + 1) * Int.random(in: 1...3, using: &generator)
                return BudgetGoal(
                    id: "g\(index)", remaining: Self.units(&generator, below: 5_000) + 1_000, months: months,
                    deadline: CalendarDate(dayNumber: 20_000 + months * 31))
            }
            let budget = Budget(goals: goals)
            let minimum = budget.minimum.amount
            let plan = try budget.schedule(minimum)
            #expect(plan.isFeasible && plan.isLeveled && plan.timeline.values.allSatisfy { !$0.isLate })
            let less = try budget.schedule(minimum - 1)
            #expect(!less.isFeasible && less.timeline.values.contains { $0.isLate })
            #expect(
                plan.payments.joined().reduce(0 as ExactInteger) { $0 + $1.amount }
                    == goals.reduce(0 as ExactInteger) { $0 + $1.remaining })
        }
    }

    @Test("The pessimistic forecast is never above the base, the optimistic never below")
    func forecast_anyPoints_isOrdered() throws {
        for seed in 0..<Self.rounds {
            var generator = SeededGenerator(seed: seed)
            let today = CalendarDate(dayNumber: 20_500)
            let points = (0..<Int.random(in: 2...9, using: &generator)).map { index in
                Forecast.Point(
                    date: today.adding(days: index - 10), total: Self.units(&generator, below: 1_000_000))
            }
            let forecast = try Forecast(
                points: points, target: Self.units(&generator, below: 2_000_000),
                deadline: today.adding(days: Int.random(in: -5...400, using: &generator)), today: today)
            #expect(forecast.pessimistic <= forecast.base && forecast.base <= forecast.optimistic)
        }
    }

    @Test("Written rows are read back, whatever they contain")
    func csv_anyFields_roundTrips() throws {
        let pieces = ["", "a", ",", "\"", "\n", "\r", "\r\n", "é", "目標", " ", "=1", ";"]
        for seed in 0..<Self.rounds {
            var generator = SeededGenerator(seed: seed)
            let rows = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                    (0..<3).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
                }
            }
            #expect(try CSVText.rows(CSVText.table(rows)) == rows)
        }
    }

    @Test("No line of a calendar file has more than 75 bytes, and none ends inside a character")
    func calendarLine_anyText_foldsBetweenCharacters() {
        for seed in 0..<Self.rounds {
            var generator = SeededGenerator(seed: seed)
            let text = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                ["x", "ü", "目", "👨‍👩‍👧", ",", "\\", "\n"].randomElement(using: &generator) ?? ""
            }.joined()
            let lines = CalendarLine("SUMMARY", text: text).lines
            #expect(lines.allSatisfy { $0.utf8.count <= 75 })
            #expect(lines.dropFirst().allSatisfy { $0.utf8.first == 0x20 })
            let unfolded = lines.enumerated().map {
                $0.offset == 0 ? $0.element : String($0.element.unicodeScalars.dropFirst())
            }.joined()
            let unescaped = unfolded.dropFirst("SUMMARY:".count).replacing("\\n", with: "\n")
                .replacing("\\,", with: ",").replacing("\\\\", with: "\\")
            #expect(text.contains("\\") || String(unescaped) == text)
        }
    }

    @Test("Integers of any size agree with 64-bit arithmetic where both can answer")
    func exactInteger_smallValues_agreeWithInt() throws {
        for seed in 0..<Self.rounds {
            var generator = SeededGenerator(seed: seed)
            let (a, b) = (
                Int.random(in: -9_999...9_999, using: &generator), Int.random(in: -99...99, using: &generator)
            )
            let (x, y) = (ExactInteger(a), ExactInteger(b))
            #expect((x + y).int == a + b && (x - y).int == a - b && (x * y).int == a * b && (x < y) == (a < b))
            #expect(ExactInteger(x.description) == x)
            guard b != 0 else {
                #expect(x.divided(by: y, .floor) == nil)
                continue
            }
            let exact = Double(a) / Double(b)
            #expect(x.divided(by: y, .floor)?.int == Int(exact.rounded(.down)))
            #expect(x.divided(by: y, .ceiling)?.int == Int(exact.rounded(.up)))
            #expect(x.divided(by: y, .halfAwayFromZero)?.int == Int(exact.rounded(.toNearestOrAwayFromZero)))
        }
        #expect(ExactInteger(Int.min).int == .min && ExactInteger(UInt64.max).int == nil)
    }
}
