import SharedExpenses
import SharedExpensesFixtures
import Testing

/// The examples of the articles of SharedExpenses and SharedExpensesFixtures.
@Suite struct DocumentationExampleTests {
    @Test("a dinner is split, paid in part, and one debt is left")
    func sharedExpenses_example_leavesOneDebt() throws {
        let ann = MemberID("ann")
        let bo = MemberID("bo")
        let cy = MemberID("cy")

        // Ann pays 10.00 for three.
        let people = [ann, bo, cy]
        let shares = try SplitInput(mode: .equal).shares(of: 1000, isRefund: false, among: people)
        let splits = zip(people, shares).map {
            Expense.Split(id: EntityID("dinner-\($0.0)"), member: $0.0, units: $0.1)
        }
        let dinner = Expense(
            id: EntityID("dinner"), context: .adHoc, groupID: nil, description: "Dinner", date: SplitTime(seconds: 0),
            total: ExpenseAmount(1000, .usd), payers: [Expense.Payer(ann, 1000)], splits: splits, involved: people)

        // Bo gives Ann 3.33 in cash.
        let cash = SplitPayment(
            id: EntityID("cash"), from: bo, to: ann, amount: ExpenseAmount(333, .usd), settles: [EntityID("dinner-bo")],
            state: .completed)

        // Cy still owes 3.33.
        let ledger = try DebtLedger(expenses: [dinner], payments: [cash]) { $0 }
        let balances = try ledger.balances(of: ann)

        #expect(balances.map(\.net) == [0, 333])
        #expect(balances.map(\.state) == [.settled, .owed])
    }

    @Test("the service in memory gives an account and passes the suite")
    func fixtures_example_passes() async throws {
        let server = InMemorySharedExpenses()
        let service = server.service(for: TestID.account(1), name: "Ann")
        let account = try await service.account()

        // Every implementation of the service passes these.
        for check in ConformanceCheck.all { try await check.run(on: InMemorySubject()) }

        #expect(account.account.displayName == "Ann")
    }
}
