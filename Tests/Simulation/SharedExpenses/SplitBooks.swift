import SharedExpenses

/// A naive model of a group's expenses and payments: what everybody must see.
struct SplitBooks: Hashable {
    struct Spending: Hashable {
        let payer: Int
        let cents: Int
        /// Whose shares are marked as settled.
        var settled: Set<Int> = []
    }

    struct Payment: Hashable {
        let payer: Int
        let payee: Int
        let cents: Int
        let isOfWallet: Bool
        /// Whether the money has moved.
        var isDone: Bool
    }

    var spendings: [Int: Spending] = [:]
    var payments: [Int: Payment] = [:]

    /// Notes an act whose operations were all accepted.
    mutating func note(_ act: SplitAct) {
        switch act {
        case .spend(let expense, let person, let cents): spendings[expense] = Spending(payer: person, cents: cents)
        case .delete(let expense, _): spendings[expense] = nil
        case .mark(let expense, let person): spendings[expense]?.settled.insert(person)
        case .repay(let number, let payer, let payee, let cents):
            payments[number] = Payment(payer: payer, payee: payee, cents: cents, isOfWallet: false, isDone: true)
        case .pay(let number, let payer, let payee, let cents):
            payments[number] = Payment(payer: payer, payee: payee, cents: cents, isOfWallet: true, isDone: true)
        }
    }

    /// Notes that the money of a payment has not moved.
    mutating func noteUnpaid(_ act: SplitAct) {
        guard case .pay(let number, let payer, let payee, let cents) = act else { return }
        payments[number] = Payment(payer: payer, payee: payee, cents: cents, isOfWallet: true, isDone: false)
    }

    /// The cents that wallets have moved for a person: what was received less what was paid.
    func moved(_ person: Int) -> Int {
        payments.values.filter { $0.isOfWallet && $0.isDone }.reduce(0) { sum, payment in
            sum + (payment.payee == person ? payment.cents : 0) - (payment.payer == person ? payment.cents : 0)
        }
    }
}

extension SplitBooks {
    /// What a person sees, in the terms of the model.
    ///
    /// - Parameter members: the ids of the people, in their order.
    init(_ entities: some Sequence<SplitEntity>, members: [MemberID]) {
        func person(_ id: MemberID) -> Int { members.firstIndex(of: id) ?? -1 }
        for entity in entities {
            switch entity {
            case .expense(let expense):
                let settled = expense.splits.filter(\.isSettled).map { person($0.member) }
                spendings[SplitNumbers.number(of: expense.id)] = Spending(
                    payer: expense.payers.first.map { person($0.member) } ?? -1, cents: Int(expense.total.units),
                    settled: Set(settled))
            case .payment(let payment):
                payments[SplitNumbers.number(of: payment.id)] = Payment(
                    payer: person(payment.from), payee: person(payment.to), cents: Int(payment.amount.units),
                    isOfWallet: payment.method == .direct,
                    isDone: payment.state == .completed && payment.isVerified == (payment.method == .direct))
            case .friend, .group, .closing, .invite, .request: break
            }
        }
    }
}
