extension DebtLedger {
    /// The ids of all splits that are open, without repetition, in the order of the ids.
    public var openSplits: [EntityID] { Set(entries.filter(\.isOpen).map(\.split)).sorted() }

    /// A person with whom the viewer has, or once had, an open debt in a currency.
    private struct Counterpart: Hashable {
        let person: MemberID
        let currency: ExpenseCurrency
    }

    /// The open splits between the viewer and a counterpart.
    private struct OpenSplits {
        /// Positive when the counterpart owes the viewer.
        var net: Int64 = 0
        var count = 0
    }

    /// What is open between a person and everybody with whom the person has entries or completed payments.
    private func openSplits(of viewer: MemberID) throws(SplitFailure) -> [Counterpart: OpenSplits] {
        var found: [Counterpart: OpenSplits] = [:]
        for entry in entries where entry.debtor == viewer || entry.creditor == viewer {
            let isDebtor = entry.debtor == viewer
            let other = Counterpart(person: isDebtor ? entry.creditor : entry.debtor, currency: entry.currency)
            var open = found[other] ?? OpenSplits()
            if entry.isOpen {
                try open.net.add(isDebtor ? -entry.units : entry.units)
                open.count += 1
            }
            found[other] = open
        }
        for pair in paidPairs where pair.from == viewer || pair.to == viewer {
            let other = Counterpart(person: pair.from == viewer ? pair.to : pair.from, currency: pair.currency)
            if found[other] == nil { found[other] = OpenSplits() }
        }
        return found
    }

    /// The balances of a person with everybody else, in the order of person and currency.
    public func balances(of viewer: MemberID) throws(SplitFailure) -> [Balance] {
        var balances: [Balance] = []
        for (other, open) in try openSplits(of: viewer) {
            let received = try credit(Pair(from: other.person, to: viewer, currency: other.currency))
            let paid = try credit(Pair(from: viewer, to: other.person, currency: other.currency))
            let net = try [open.net, -received, paid].checkedSum()
            let isQuiet = open.count == 0 && received == paid
            let state: State = net > 0 ? .owed : net < 0 ? .owe : isQuiet ? .settled : .even
            balances.append(
                Balance(
                    person: other.person, currency: other.currency, net: net, state: state, openCount: open.count))
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
            try nets[currency, default: [:]][person, default: 0].add(units)
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
