import FlipcashCore
import FlipcashTestKit
import SavingsGoals
import Testing

/// The example of the article `SavingsGoals.md`, line by line. `Scripts/check-examples.py` compares the two.
@Suite("The example of the documentation of savings goals")
struct DocumentationExampleTests {
    @Test("A goal is stored, paid into, valued and planned")
    func article_firstExample_works() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("goals.sqlite")
        let random = SeededRandomSource(seed: 1)
        let clock = TestClock()
        let deadline = try #require(CalendarDate("2026-04-01"))
        var printed: [String] = []
        func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }

        let store = try GoalStore(path: path)
        let calendar = GoalCalendar.utc
        let now = clock.now()

        // Save 1,000 dollars until March.
        let trip = Goal(
            id: GoalID(random: random), name: "Trip", target: AssetAmount(units: 100_000, .usd), deadline: deadline,
            start: calendar.date(of: now), created: now)
        try store.put(trip)

        // Enter a deposit for it.
        let cash = Asset(id: AssetID(random: random), currency: .usd, source: .manual, owner: trip.id)
        try store.put(cash)
        let deposit = AssetTransaction(id: TransactionID(random: random), asset: cash.id, units: 10_000, date: now)
        try store.log(deposit, for: trip.id, now: now)

        // See how far it is, and what each month needs.
        let funded = try store.allocations(of: cash.id).funded(balance: store.bookBalance(of: cash.id))
        let parts = funded.values.map { GoalTotal.Part(value: AssetAmount(units: $0, .usd).value, currency: .usd) }
        let total = GoalTotal(target: trip.target, parts: parts) { RateTable().rate(from: $0, to: .usd, now: now) }
        let requirement = Requirement(
            total: total.total, target: trip.target,
            dates: try PaymentDates(now: now, deadline: deadline, day: 25, calendar: calendar),
            daysLeft: DaysLeft(until: deadline, now: now, calendar: calendar), dollars: .one)
        print(total.line, total.progress.bar(), AssetAmount(units: requirement.required, .usd))

        #expect(printed == ["100.00 / 1000.00 USD [##------------------]  10% 300.00 USD"])
    }
}
