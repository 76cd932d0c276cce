extension DebtLedger {
    /// The ids of all splits that are open, without repetition, in the order of the ids.
    public var openSplits: [EntityID] { Set(entries.filter(\.isOpen).map(\.split)).sorted() }

    /// The currencies in which each pair of people has, or once had, an open debt.
    private func pairs(of viewer: MemberID?) -> [MemberID: [MemberID: Set<ExpenseCurrency>]] {
        var found: [MemberID: [MemberID: Set<ExpenseCurrency>]] = [:]
        func note(_ first: MemberID, _ second: MemberID, _ currency: ExpenseCurrency) {
            if viewer == nil || first == viewer { found[first, default: [:]][second, default: []].insert(currency) }
            if viewer == nil || second == viewer { found[second, default: [:]][first, default: []].insert(currency) }
        }
        for entry in entries { note(entry.debtor, entry.creditor, entry.currency) }
        for pair in paidPairs { note(pair.from, pair.to, pair.currency) }
        return found
    }

    /// The balances of a person with everybody else, in the order of person and currency.
    public func balances(of viewer: MemberID) throws(SplitFailure) -> [Balance] {
        var nets: [MemberID: [ExpenseCurrency: Int64]] = [:]
        var counts: [MemberID: [ExpenseCurrency: Int]] = [:]
        for entry in entries where entry.isOpen && (entry.debtor == viewer || entry.creditor == viewer) {
            let other = entry.debtor == viewer ? entry.creditor : entry.debtor
            let units = entry.debtor == viewer ? -entry.units : entry.units
            nets[other, default: [:]][entry.currency] =
                try [nets[other]?[entry.currency] ?? 0, units].checkedSum()
            counts[other, default: [:]][entry.currency, default: 0] += 1
        }
        var balances: [Balance] = []
        for (other, currencies) in pairs(of: viewer)[viewer] ?? [:] {
            for currency in currencies {
                let received = try credit(Pair(from: other, to: viewer, currency: currency))
                let paid = try credit(Pair(from: viewer, to: other, currency: currency))
                let net = try [nets[other]?[currency] ?? 0, -received, paid].checkedSum()
                let count = counts[other]?[currency] ?? 0
                let isQuiet = count == 0 && received == paid
                let state: State = net > 0 ? .owed : net < 0 ? .owe : isQuiet ? .settled : .even
                balances.append(
                    Balance(person: other, currency: currency, net: net, state: state, openCount: count))
            }
        }
        return balances.sorted { ($0.person, $0.currency) < ($1.person, $1.currency) }
    }

    /// What `debtor` owes `creditor` in a currency, after payments.
    public func owed(
        from debtor: MemberID, to creditor: MemberID, in currency: ExpenseCurrency
    ) throws(SplitFailure) -> Int64 {
        let row = try balances(of: creditor).first { $0.person == debtor && $0.currency == currency }
        return row?.net ?? 0
    }

    /// The sum of what everybody gets or owes, by currency. Each currency adds up to 0.
    public func nets() throws(SplitFailure) -> [ExpenseCurrency: [MemberID: Int64]] {
        var nets: [ExpenseCurrency: [MemberID: Int64]] = [:]
        func add(_ units: Int64, _ person: MemberID, _ currency: ExpenseCurrency) throws(SplitFailure) {
            nets[currency, default: [:]][person] = try [nets[currency]?[person] ?? 0, units].checkedSum()
        }
        for entry in entries {
            try add(entry.isOpen ? entry.units : 0, entry.creditor, entry.currency)
            try add(entry.isOpen ? -entry.units : 0, entry.debtor, entry.currency)
        }
        for pair in paidPairs {
            try add(credit(pair), pair.from, pair.currency)
            try add(-credit(pair), pair.to, pair.currency)
        }
        return nets
    }

    /// Whether everybody's net is 0 in every currency.
    public func isClosable() throws(SplitFailure) -> Bool {
        try nets().values.allSatisfy { $0.values.allSatisfy { $0 == 0 } }
    }

    /// The splits that a payment of an amount is meant for: the oldest open ones between two people, in both
    /// directions, while their net is at most the amount (expense specification §9.4).
    ///
    /// A payment of the whole balance takes all.
    public func splits(
        paidBy from: MemberID, to: MemberID, _ amount: ExpenseAmount
    ) throws(SplitFailure) -> [EntityID] {
        let open = entries.filter {
            $0.isOpen && $0.currency == amount.currency
                && (($0.debtor == from && $0.creditor == to) || ($0.debtor == to && $0.creditor == from))
        }
        func signed(_ entry: Entry) -> Int64 { entry.debtor == from ? entry.units : -entry.units }
        var chosen: [EntityID] = []
        if try owed(from: from, to: to, in: amount.currency) == amount.units {
            chosen = open.map(\.split)
        } else {
            var net: Int64 = 0
            for entry in open {
                let next = try [net, signed(entry)].checkedSum()
                guard next <= amount.units else { continue }
                net = next
                chosen.append(entry.split)
            }
        }
        var seen: Set<EntityID> = []
        return chosen.filter { seen.insert($0).inserted }
    }
}
