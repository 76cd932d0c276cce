import SharedExpensesFixtures
import Testing

@testable import SharedExpenses

@Suite struct KeptValuesTests {
    private let ann = TestID.member(1)
    private let bo = TestID.member(2)
    private let cy = TestID.member(3)

    private func hotel(rate: String?) throws -> Expense {
        var hotel = try Expense.sample(1, in: nil, paidBy: ann, among: [ann, bo, cy], units: 10_000)
        let eur = try ExpenseCurrency("eur")
        hotel.total.currency = eur
        hotel.rate = rate.map {
            PinnedRate(currency: eur, base: .usd, value: $0, source: "test", at: SplitTime(seconds: 7))
        }
        return hotel
    }

    private func values(_ expense: Expense, _ payments: [SplitPayment] = []) throws -> KeptValues {
        let ledger = try DebtLedger(expenses: [expense], payments: payments) { $0 }
        return try KeptValues(of: ledger, expenses: [expense.id: expense], in: .usd)
    }

    @Test("the parts of the converted total are owed, and everybody's sums add up to zero")
    func nets_keptRate_areExact() throws {
        let nets = try values(hotel(rate: "1.0843")).nets()
        #expect(nets[ann]?.units == 7228)
        #expect(nets[bo]?.units == -3614 && nets[cy]?.units == -3614)
        #expect(nets[ann]?.leftOut.isEmpty == true)
        #expect(nets[ann]?.rateTimes == SplitTime(seconds: 7)...SplitTime(seconds: 7))
    }

    @Test(
        "without a usable rate a debt is left out", arguments: [nil, "0", "x", "1000000000000000000000"] as [String?])
    func nets_noRate_leavesOut(rate: String?) throws {
        let nets = try values(hotel(rate: rate)).nets()
        #expect(nets[ann]?.units == 0 && nets[ann]?.rateTimes == nil)
        #expect(nets[ann]?.leftOut == [try ExpenseCurrency("eur"): 6666])
    }

    @Test("a sum whose negative does not fit is an error, because values are shown to both people")
    func checkedSum_smallestNumber_throws() throws {
        #expect(throws: SplitFailure(.amountOutOfRange)) { try [Int64.min + 1, -1].checkedSum() }
        #expect(try [Int64.min + 1, 0].checkedSum() == .min + 1)
    }

    @Test("a payment without splits lowers the oldest debt in proportion; what is paid beyond is left out")
    func value_partlyPaid_isLowered() throws {
        let eur = try ExpenseCurrency("eur")
        for (paid, units, rest) in [(1000, 2530, nil), (3333, 0, nil), (4000, 0, -667)] as [(Int64, Int64, Int64?)] {
            let payment = SplitPayment(
                id: TestID.entity(9), from: bo, to: ann, amount: ExpenseAmount(paid, eur), state: .completed)
            let values = try values(hotel(rate: "1.0843"), [payment])
            let value = values.value(of: ann, with: bo, from: eur)
            #expect(value.units == units && value.leftOut[eur] == rest, "\(paid)")
            #expect(values.value(of: bo, with: ann, from: eur).units == -units)
        }
    }
}
