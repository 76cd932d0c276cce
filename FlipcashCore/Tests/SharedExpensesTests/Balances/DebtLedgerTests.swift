import SharedExpensesFixtures
import Testing

@testable import SharedExpenses

@Suite struct DebtLedgerTests {
    private let ann = TestID.member(1)
    private let bo = TestID.member(2)
    private let cy = TestID.member(3)

    @Test("entries have the order of date, expense and split, whatever the order of the expenses and splits")
    func entries_anyOrder_haveTheOrderOfDateAndID() throws {
        var expenses = try (1...20).map {
            try Expense.sample($0, in: nil, paidBy: [ann, bo, cy][$0 % 3], among: [ann, bo, cy], units: 300)
        }
        // Some have the same date, and some have several payers.
        for index in expenses.indices {
            expenses[index].date = SplitTime(seconds: Int64(index / 4))
            if index % 5 == 0 { expenses[index].payers = [Expense.Payer(ann, 250), Expense.Payer(bo, 50)] }
        }
        let entries = try DebtLedger(expenses: expenses, payments: [SplitPayment]()) { $0 }.entries
        #expect(entries.count > 30)
        for (entry, next) in zip(entries, entries.dropFirst()) {
            #expect((entry.date, entry.expense) <= (next.date, next.expense))
            if entry.expense == next.expense {
                #expect((entry.split, entry.creditor) < (next.split, next.creditor))
            }
        }
        for expense in expenses {
            let owed = entries.filter { $0.expense == expense.id }.reduce(0) { $0 + $1.units }
            let nets = expense.payers.map { payer in
                payer.units - expense.splits.filter { $0.member == payer.member }.reduce(0) { $0 + $1.units }
            }
            #expect(owed == nets.filter { $0 > 0 }.reduce(0, +))
        }
        for index in expenses.indices { expenses[index].splits.reverse() }
        #expect(try DebtLedger(expenses: expenses.reversed(), payments: [SplitPayment]()) { $0 }.entries == entries)
    }

    @Test("people whose splits are all settled, or who have only paid, keep a balance of zero or a credit")
    func balances_nothingOpen_areKept() throws {
        var dinner = try Expense.sample(1, in: nil, paidBy: ann, among: [ann, bo], units: 200)
        for index in dinner.splits.indices { dinner.splits[index].isSettled = true }
        let payment = SplitPayment(
            id: TestID.entity(9), from: cy, to: ann, amount: ExpenseAmount(70, .usd), state: .completed)
        let balances = try DebtLedger(expenses: [dinner], payments: [payment]) { $0 }.balances(of: ann)
        #expect(balances.map(\.person) == [bo, cy])
        #expect(balances.map(\.net) == [0, -70])
        #expect(balances.map(\.state) == [.settled, .owe])
        #expect(balances.map(\.openCount) == [0, 0])
    }
}
