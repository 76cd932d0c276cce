import SharedExpenses
import SharedExpensesFixtures
import Testing

/// What a payment is for (expense specification §9.4, §9.5).
@Suite struct SettlementPlanTests {
    private let me = TestID.member(1)
    private let ann = TestID.member(2)

    /// Expenses that Ann paid, in the order of their days. I owe each amount.
    private func ledger(_ amounts: [Int64], currency: ExpenseCurrency = .usd) throws -> DebtLedger {
        let expenses = amounts.enumerated().map { index, units in
            let (payer, debtor) = units > 0 ? (ann, me) : (me, ann)
            return Expense(
                id: TestID.entity(100 + index), context: .adHoc, groupID: nil, description: "x",
                date: SplitTime(seconds: Int64(index)), total: ExpenseAmount(abs(units), currency),
                payers: [.init(payer, abs(units))],
                splits: [.init(id: TestID.entity(200 + index), member: debtor, units: abs(units))],
                involved: [me, ann])
        }
        return try DebtLedger(expenses: expenses, payments: []) { $0 }
    }

    private func plan(
        _ ledger: DebtLedger, _ currency: ExpenseCurrency = .usd, entered: ExpenseAmount? = nil,
        rate: PinnedRate? = nil
    ) throws -> SettlementPlan {
        let pair = SettlementPlan.Pair(from: me, to: ann)
        return try SettlementPlan(
            ledger: ledger, pair: pair, ids: pair, currency: currency, groupID: nil, entered: entered, rate: rate)
    }

    @Test("without an amount the whole debt is paid, and all items are cleared")
    func init_noAmount_paysEverything() throws {
        let plan = try plan(ledger([300, 200, -100]))
        #expect((plan.amount.units, plan.owed, plan.left, plan.excess) == (400, 400, 0, 0))
        #expect(plan.settles.count == 3)
    }

    @Test("a part clears the oldest items that it covers")
    func init_part_clearsOldest() throws {
        let plan = try plan(ledger([300, 200, 100]), entered: ExpenseAmount(400, .usd))
        #expect(plan.settles == [TestID.entity(200), TestID.entity(202)])
        #expect(plan.left == 200 && plan.excess == 0)
    }

    @Test("more than the debt is an excess; without a debt all of it is")
    func init_more_countsExcess() throws {
        #expect(try plan(ledger([300]), entered: ExpenseAmount(500, .usd)).excess == 200)
        #expect(try plan(ledger([]), entered: ExpenseAmount(500, .usd)).excess == 500)
        let owedToMe = try plan(ledger([-300]), entered: ExpenseAmount(500, .usd))
        #expect(owedToMe.owed == -300 && owedToMe.excess == 500 && owedToMe.left == -800)
    }

    @Test("what is on its way is not paid again")
    func init_underWay_reducesTheRest() throws {
        let pair = SettlementPlan.Pair(from: me, to: ann)
        func plan(_ underWay: Int64, _ entered: Int64? = nil) throws -> SettlementPlan {
            try SettlementPlan(
                ledger: ledger([300, 200]), pair: pair, ids: pair, currency: .usd, groupID: nil, underWay: underWay,
                entered: entered.map { ExpenseAmount($0, .usd) })
        }
        #expect(try plan(100).amount.units == 400 && plan(100).left == 0 && plan(100).excess == 0)
        #expect(try plan(450, 100).excess == 50)
        #expect(throws: SplitFailure(.amountSign)) { try plan(500) }
    }

    @Test("an amount in another currency is converted once, and the rate is kept")
    func init_otherCurrency_pinsRate() throws {
        let eur = try ExpenseCurrency("eur")
        let rate = PinnedRate(
            currency: .usd, base: eur, value: "0.9", source: "wallet", at: SplitTime(seconds: 5))
        let plan = try plan(ledger([1000], currency: eur), eur, entered: ExpenseAmount(501, .usd), rate: rate)
        #expect(plan.amount == ExpenseAmount(451, eur))
        #expect(plan.rate == rate && plan.payment(id: TestID.entity(1), method: .direct).rate == rate)
    }

    @Test("nothing owed without an amount, no amount above zero, and a missing rate are errors")
    func init_badInput_throws() throws {
        #expect(throws: SplitFailure(.amountSign)) { try plan(ledger([])) }
        #expect(throws: SplitFailure(.amountSign)) { try plan(ledger([100]), entered: ExpenseAmount(0, .usd)) }
        #expect(throws: SplitFailure(.badRate)) {
            let eur = try ExpenseCurrency("eur")
            return try plan(ledger([100]), entered: ExpenseAmount(5, eur))
        }
    }

    @Test("payments between wallets begin as proposed, records have happened")
    func payment_method_decidesState() throws {
        let plan = try plan(ledger([100]))
        #expect(plan.payment(id: TestID.entity(1), method: .direct).state == .proposed)
        #expect(plan.payment(id: TestID.entity(1), method: .cashLink).state == .proposed)
        #expect(plan.payment(id: TestID.entity(1), method: .cash).state == .completed)
        #expect(plan.payment(id: TestID.entity(1), method: .external).state == .completed)
    }

    @Test("a completed payment of a plan lowers the debt by its amount")
    func plan_applied_lowersDebtByAmount() throws {
        for entered: Int64 in [1, 250, 300, 450, 600, 900] {
            let ledger = try ledger([300, 200, 100])
            let plan = try plan(ledger, entered: ExpenseAmount(entered, .usd))
            let payment = plan.payment(id: TestID.entity(1), method: .cash)
            let expenses = [300, 200, 100].enumerated().map { index, units in
                Expense(
                    id: TestID.entity(100 + index), context: .adHoc, groupID: nil, description: "x",
                    date: SplitTime(seconds: Int64(index)), total: ExpenseAmount(Int64(units), .usd),
                    payers: [.init(ann, Int64(units))],
                    splits: [.init(id: TestID.entity(200 + index), member: me, units: Int64(units))],
                    involved: [me, ann])
            }
            let after = try DebtLedger(expenses: expenses, payments: [payment]) { $0 }
            #expect(try after.owed(from: me, to: ann, in: .usd) == plan.left)
        }
    }
}
