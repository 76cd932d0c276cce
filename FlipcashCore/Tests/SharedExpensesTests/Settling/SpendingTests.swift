import SharedExpenses
import SharedExpensesFixtures
import Testing

@Suite struct SpendingTests {
    private let me = TestID.member(1)
    private let ann = TestID.member(2)

    private func expense(
        _ number: Int, _ units: Int64, paidBy payer: MemberID, category: String = "", month: Int64 = 0,
        currency: ExpenseCurrency = .usd
    ) -> Expense {
        let half = units / 2
        return Expense(
            id: TestID.entity(number), context: .adHoc, groupID: nil, description: "x",
            date: SplitTime(seconds: month), total: ExpenseAmount(units, currency), payers: [.init(payer, units)],
            splits: [
                .init(id: TestID.entity(number + 1), member: me, units: half),
                .init(id: TestID.entity(number + 2), member: ann, units: units - half),
            ], involved: [me, ann], isRefund: units < 0, category: category)
    }

    private func spending(_ expenses: [Expense], by key: Spending.Key) throws -> Spending {
        try Spending(of: expenses, by: key, viewer: me, person: { $0 }, month: { "month \($0.seconds)" })
    }

    @Test("refunds subtract, and each currency has sums of its own")
    func init_refundsAndCurrencies_areKeptApart() throws {
        let eur = try ExpenseCurrency("eur")
        let all = [
            expense(10, 1000, paidBy: me, category: "food"), expense(20, -400, paidBy: me, category: "food"),
            expense(30, 700, paidBy: ann, category: "travel"), expense(40, 200, paidBy: ann, currency: eur),
        ]
        let spending = try spending(all, by: .category)
        #expect(
            spending.rows[.usd] == [
                .init(key: "travel", total: 700, share: 350), .init(key: "food", total: 600, share: 300),
            ])
        #expect(spending.rows[eur] == [.init(key: "", total: 200, share: 100)])
    }

    @Test("by person: what each paid and what each bears; both add up to the total")
    func init_byPerson_sumsAreEqual() throws {
        let spending = try spending([expense(10, 1001, paidBy: me), expense(20, 500, paidBy: ann)], by: .person)
        let rows = try #require(spending.rows[.usd])
        #expect(rows.map(\.total) == [1001, 500])
        #expect(rows.map(\.share) == [750, 751])
    }

    @Test("months are in order, whatever was spent")
    func init_byMonth_inOrder() throws {
        let all = [expense(10, 100, paidBy: me, month: 2), expense(20, 900, paidBy: me, month: 1)]
        #expect(try spending(all, by: .month).rows[.usd]?.map(\.key) == ["month 1", "month 2"])
    }

    @Test("sums that do not fit are an error")
    func init_overflow_throws() {
        let huge = (1...3).map { number in
            var expense = expense(number * 10, 2, paidBy: me)
            expense.total.units = .max / 2
            return expense
        }
        #expect(throws: SplitFailure(.amountOutOfRange)) { try spending(huge, by: .category) }
    }
}
