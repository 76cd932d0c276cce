import FlipcashCore
import FlipcashTestKit
import SharedExpenses
import SharedExpensesFixtures
import Testing

/// Laws of amounts that hold for every input.
@Suite struct MoneyPropertyTests {
    private static let people = (1...6).map { TestID.member($0) }

    @Test("shares of every mode add up to the total, whatever the order of the people", arguments: 1...40)
    func shares_randomInput_addUp(_ seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let people = Array(Self.people.prefix(Int.random(in: 1...6, using: &numbers)))
        let isRefund = Bool.random(using: &numbers)
        let units = Int64.random(in: 1...ExpenseAmount.unitsLimit, using: &numbers)
        let total = isRefund ? -units : units
        for mode in SplitMode.allCases {
            var input = SplitInput(mode: mode, base: .shares, normalizes: true)
            for person in people {
                switch mode {
                case .equal, .itemized: break
                case .percent, .scaled:
                    input.values[person] =
                        "\(Int.random(in: 0...999, using: &numbers)).\(Int.random(in: 0...99, using: &numbers))"
                case .shares, .adjusted: input.values[person] = "\(Int.random(in: 1...9, using: &numbers))"
                case .exact: input.values[person] = person == people[0] ? "\(total)" : "0"
                }
            }
            if mode == .adjusted {
                let part = total / 7
                input.adjustments[people[0]] = part
            }
            if mode == .itemized {
                input.items = (0..<5).map { _ in
                    let sharers = people.filter { _ in Bool.random(using: &numbers) }
                    return SplitInput.Item(
                        units: Int64.random(in: 1...9999, using: &numbers), members: sharers.isEmpty ? people : sharers)
                }
            }
            if mode == .percent || mode == .scaled { input.values[people[0]] = "1" }
            let shares = try input.shares(of: total, isRefund: isRefund, among: people)
            #expect(shares.reduce(0, +) == total, "\(mode)")
            #expect(shares.allSatisfy { $0 == 0 || ($0 < 0) == isRefund })
            let order = people.indices.shuffled(using: &numbers)
            let again = try input.shares(of: total, isRefund: isRefund, among: order.map { people[$0] })
            #expect(order.map { shares[$0] } == again, "\(mode)")
        }
    }

    @Test("parts differ from the exact shares by less than one unit", arguments: 1...40)
    func parts_randomWeights_areFair(_ seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let weights = Self.people.map { _ in UInt64.random(in: 0...1_000_000, using: &numbers) }
        let total = Int64.random(in: -1_000_000...1_000_000, using: &numbers)
        guard weights.contains(where: { $0 > 0 }) else { return }
        let parts = try Apportionment.parts(of: total, weights: weights.map { ExactRational($0) }, ids: Self.people)
        let sum = Int128(weights.reduce(0, +))
        #expect(parts.reduce(0, +) == total)
        for (part, weight) in zip(parts, weights) {
            let difference = Int128(part) * sum - Int128(total) * Int128(weight)
            #expect(abs(difference) < sum)
        }
    }

    @Test("simplified transfers move exactly the nets, and the optimal ones are never more", arguments: 1...40)
    func transfers_randomNets_moveThem(_ seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var nets: [MemberID: Int64] = [:]
        for person in 1...Int.random(in: 2...8, using: &numbers) {
            nets[TestID.member(person)] = Int64.random(in: -6...6, using: &numbers)
        }
        nets[TestID.member(99)] = -nets.values.reduce(0, +)
        let (greedy, optimal) = (try Simplification.transfers(nets), try Simplification.optimalTransfers(nets))
        for transfers in [greedy, optimal] {
            var left = nets
            for transfer in transfers {
                #expect(transfer.units > 0)
                left[transfer.from, default: 0] += transfer.units
                left[transfer.to, default: 0] -= transfer.units
            }
            #expect(left.values.allSatisfy { $0 == 0 })
            #expect(transfers.count < max(1, nets.count))
        }
        #expect(optimal.count <= greedy.count)
    }

    @Test(
        "payments in any order of arrival give the same balances, and each lowers the balance by its amount",
        arguments: 1...30)
    func ledger_permutedPayments_sameBalances(_ seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let (a, b) = (Self.people[0], Self.people[1])
        let expenses = try (0..<6).map { step in
            try Expense.sample(
                step, in: nil, paidBy: Bool.random(using: &numbers) ? a : b, among: [a, b],
                units: Int64.random(in: 1...900, using: &numbers))
        }
        let splits = expenses.flatMap { $0.splits.map(\.id) }
        let payments = (0..<5).map { step in
            let isFromA = Bool.random(using: &numbers)
            return SplitPayment(
                id: TestID.entity(900 + step), from: isFromA ? a : b, to: isFromA ? b : a,
                amount: ExpenseAmount(Int64.random(in: 1...500, using: &numbers), .usd),
                settles: splits.filter { _ in Bool.random(using: &numbers) }, state: .completed,
                completedAt: SplitTime(seconds: Int64(step)))
        }
        func owed(_ payments: [SplitPayment]) throws -> Int64 {
            try DebtLedger(expenses: expenses, payments: payments) { $0 }.owed(from: a, to: b, in: .usd)
        }
        let reference = try DebtLedger(expenses: expenses, payments: payments) { $0 }
        for _ in 0..<4 {
            let other = try DebtLedger(
                expenses: expenses.shuffled(using: &numbers), payments: payments.shuffled(using: &numbers)
            ) { $0 }
            #expect(try other.balances(of: a) == reference.balances(of: a))
            #expect(other.openSplits == reference.openSplits)
        }
        var before = try owed([])
        for count in 1...payments.count {
            let after = try owed(Array(payments.prefix(count)))
            let last = payments[count - 1]
            #expect(after == before - (last.from == a ? last.amount.units : -last.amount.units))
            before = after
        }
        // The money shows as owed back when the expenses are gone.
        let paid = payments.reduce(0) { $0 + ($1.from == a ? $1.amount.units : -$1.amount.units) }
        #expect(
            try DebtLedger(expenses: [Expense](), payments: payments) { $0 }.owed(from: a, to: b, in: .usd) == -paid)
    }

    @Test("nets of a group add up to zero with several payers, refunds and payments", arguments: 1...30)
    func nets_randomGroup_addUpToZero(_ seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var expenses: [Expense] = []
        for step in 0..<10 {
            let sign: Int64 = Bool.random(using: &numbers) ? 1 : -1
            var expense = try Expense.sample(
                step, in: TestID.entity(1), paidBy: Self.people[0], among: Self.people,
                units: sign * Int64.random(in: 10...999, using: &numbers))
            let half = expense.total.units / 2
            if Bool.random(using: &numbers) {
                expense.payers = [
                    Expense.Payer(Self.people[1], half), Expense.Payer(Self.people[2], expense.total.units - half),
                ]
            }
            if Bool.random(using: &numbers) { expense.splits[3].isSettled = true }
            try expense.checkSums()
            expenses.append(expense)
        }
        let payment = SplitPayment(
            id: TestID.entity(500), from: Self.people[3], to: Self.people[1], amount: ExpenseAmount(77, .usd),
            settles: expenses[0].splits.map(\.id), state: .completed, completedAt: SplitTime(seconds: 1))
        let nets = try DebtLedger(expenses: expenses, payments: [payment]) { $0 }.nets()
        #expect(nets.values.allSatisfy { $0.values.reduce(0, +) == 0 })
        for people in nets.values { _ = try Simplification.transfers(people) }
    }

    @Test("merging fields is commutative, associative and idempotent", arguments: 1...40)
    func merged_randomRegisters_isALattice(_ seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        func registers() -> FieldRegisters<Int> {
            var made = FieldRegisters<Int>()
            for _ in 0..<5 {
                let stamp = ClockStamp(
                    milliseconds: UInt64.random(in: 0...3, using: &numbers),
                    counter: UInt32.random(in: 0...1, using: &numbers),
                    actor: ["a", "b"][Int.random(in: 0...1, using: &numbers)])
                // One stamp writes one value, as a device makes each stamp once.
                let value = stamp.hashable
                made.write(value, to: ["x", "y"][Int.random(in: 0...1, using: &numbers)], at: stamp)
                if Int.random(in: 0..<20, using: &numbers) == 0 { made.delete(at: stamp) }
            }
            return made
        }
        let (a, b, c) = (registers(), registers(), registers())
        #expect(a.merged(with: b) == b.merged(with: a))
        #expect(a.merged(with: b).merged(with: c) == a.merged(with: b.merged(with: c)))
        #expect(a.merged(with: a) == a)
    }

    @Test("the clock never goes back, and a stamp from the future is moved back")
    func next_clockSetBack_stillGrows() {
        let first = ClockStamp(milliseconds: 100, counter: 0, actor: "d")
        let second = first.next(at: 50)
        #expect(second == ClockStamp(milliseconds: 100, counter: 1, actor: "d"))
        #expect(second.next(at: 101) == ClockStamp(milliseconds: 101, counter: 0, actor: "d"))
        let full = ClockStamp(milliseconds: 100, counter: .max, actor: "d")
        #expect(full < full.next(at: 1))
        let ahead = ClockStamp(milliseconds: 1_000_000, counter: 3, actor: "d")
        #expect(ahead.limited(at: 1000).milliseconds == 1000)
        #expect(ahead.limited(at: 700_000) == ahead)
    }
}

extension ClockStamp {
    fileprivate var hashable: Int { Int(milliseconds) * 10 + Int(counter) * 2 + (actor == "a" ? 0 : 1) }
}
