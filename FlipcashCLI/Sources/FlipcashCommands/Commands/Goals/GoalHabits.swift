import FlipcashCore
import SavingsGoals

/// How somebody saves for one goal (goals specification §11).
struct GoalHabits: Sendable {
    /// A day with contributions.
    struct Day: Sendable {
        let date: CalendarDate
        let count: Int
        /// Their value; contributions without a rate are left out.
        let value: AssetAmount

        var heat: ExactRational { SavingHabit.heat(count: count, value: value.value) }
    }

    /// The consecutive days up to today with a contribution.
    let streak: Int
    /// The days with contributions among the last ``dayCount``, in order.
    let days: [Day]
    /// The asset that has most of the goal's value; nil if none has.
    let concentration: Asset?
    /// The last of these days.
    let today: CalendarDate

    /// How many days are shown.
    static let dayCount = 28
    /// How many days a streak can have.
    static let streakMax = 366

    /// The JSON object.
    func object() -> OutputObject {
        var object = OutputObject()
        object["streak_days"] = .integer(Int64(streak))
        object["days"] = .array(
            days.map { day in
                .fields([
                    "date": .string(day.date.description), "count": .integer(Int64(day.count)),
                    "value": .string(day.value.text), "currency": .string(day.value.currency.lowercasedCode),
                    "heat": .string(day.heat.text(places: 2)),
                ])
            })
        object["concentrated_asset"] = concentration.map { .string($0.id.text) }
        return object
    }

    /// The figures for people; those that say nothing are left out.
    func facts(_ desk: GoalDesk) -> [(String, String)] {
        var facts: [(String, String)] = []
        if streak > 0 { facts.append(("Streak", streak == 1 ? "1 day" : "\(streak) days")) }
        if !days.isEmpty { facts.append(("Last 4 weeks", strip)) }
        if let concentration { facts.append(("Most of it", "is in one asset, \(desk.name(of: concentration))")) }
        return facts
    }

    /// One sign a day: a point without contributions, then `-`, `+`, `*` and `#` for each quarter of the heat.
    private var strip: String {
        let heats = Dictionary(days.map { ($0.date, $0.heat) }) { $1 }
        return (0..<Self.dayCount).map { index in
            guard let heat = heats[today.adding(days: index + 1 - Self.dayCount)] else { return "." }
            let quarter = (heat * ExactRational(4 as UInt64)).whole(.floor).int ?? 0
            return ["-", "+", "*", "#"][min(quarter, 3)]
        }.joined()
    }
}

extension GoalDesk {
    /// The habits of `valuation`'s goal, in the currency of sums. It reads the contributions of a year.
    func habits(of valuation: GoalValuation) async throws -> GoalHabits {
        let currency = try store.settings().displayCurrency
        let assets = try store.assets(of: valuation.goal.id)
        let rates = try await rates.rates(for: Set(assets.map { RatePair($0.currency, currency) })).rates
        let start = calendar.startOfDay(today.adding(days: 1 - GoalHabits.streakMax))
        var counts: [CalendarDate: Int] = [:]
        var values: [CalendarDate: ExactRational] = [:]
        for asset in assets {
            let rate = rates[RatePair(asset.currency, currency)]?.value
            for entry in try store.contributions(of: asset, to: valuation.goal.id, since: start) {
                let day = calendar.date(of: entry.date)
                counts[day, default: 0] += 1
                let value = AssetAmount(units: entry.units, asset.currency).value * (rate ?? .zero)
                values[day] = (values[day] ?? .zero) + value
            }
        }
        let first = today.adding(days: 1 - GoalHabits.dayCount)
        let days = counts.filter { $0.key >= first && $0.key <= today }.sorted { $0.key < $1.key }.map { day, count in
            GoalHabits.Day(
                date: day, count: count, value: AssetAmount(values[day] ?? .zero, currency, .floor))
        }
        return GoalHabits(
            streak: SavingHabit.streak(contributions: Set(counts.keys), today: today), days: days,
            concentration: Self.concentration(of: valuation.parts), today: today)
    }

    private static func concentration(of parts: [GoalValuation.Part]) -> Asset? {
        let valued = parts.compactMap { part in part.value.map { (asset: part.asset, value: $0.value) } }
        guard SavingHabit.isConcentrated(values: valued.map(\.value)) else { return nil }
        return valued.max { $0.value < $1.value }?.asset
    }
}
