import SharedExpenses
import Testing

/// Balances, payments, and who may change what.
enum BalanceVectors {
    static var handlers: [String: VectorFile.Handler] {
        [
            "balances": { vector in
                let ledger = try ledger(vector)
                let rows = try ledger.balances(of: vector.input["me"].member)
                let expected = try vector.out["rows"].list
                try #require(rows.count == expected.count)
                for (row, value) in zip(rows, expected) {
                    #expect(try row.person == value["person"].member)
                    #expect(row.currency.code == value["currency"].words.lowercased())
                    #expect(try row.net == value["net"].units)
                    #expect(row.state.rawValue == value["state"].words)
                }
                var totals: [String: Int64] = [:]
                for row in rows { totals[row.currency.code.uppercased(), default: 0] += row.net }
                #expect(try totals == vector.out["total"].dictionary.mapValues { try $0.units })
                #expect(try ledger.openSplits == vector.out["open_splits"].list.map { try $0.entity })
            },
            "group_net": { vector in
                let ledger = try ledger(vector)
                let nets = try ledger.nets()
                #expect(Set(nets.keys.map { $0.code.uppercased() }) == Set(vector.out["net"].dictionary.keys))
                for (currency, people) in nets {
                    #expect(people == (try ExpenseVectors.amounts(vector.out["net"][currency.code.uppercased()])))
                    #expect(people.values.reduce(0, +) == 0)
                }
                #expect(try ledger.isClosable() == vector.out["closable"].bool())
            },
            "simplify": { vector in
                let nets = try ExpenseVectors.amounts(vector.input["net"])
                let isOptimal = try vector.input["optimal"].flag
                try vector.check {
                    try isOptimal ? Simplification.optimalTransfers(nets) : Simplification.transfers(nets)
                } _: { transfers throws in
                    if isOptimal {
                        #expect(try transfers.count == vector.out["count"].int())
                    } else {
                        let expected = try vector.out["transfers"].list.map {
                            Simplification.Transfer(
                                from: try $0["from"].member, to: try $0["to"].member, units: try $0["amount"].units)
                        }
                        #expect(transfers == expected)
                    }
                    var left = nets
                    for transfer in transfers {
                        left[transfer.from, default: 0] += transfer.units
                        left[transfer.to, default: 0] -= transfer.units
                    }
                    #expect(left.values.allSatisfy { $0 == 0 })
                }
            },
            "payment_state": { vector in
                var state = try #require(SplitPayment.State(rawValue: vector.input["start"].words))
                var accepted: [Bool] = []
                for word in try vector.input["events"].list {
                    let next = state.after(try #require(SplitPayment.Event(rawValue: word.words)))
                    accepted.append(next != nil)
                    state = next ?? state
                }
                #expect(state.rawValue == vector.out["state"].words)
                #expect(try accepted == vector.out["accepted"].list.map { try $0.bool() })
            },
            "settle": { vector in
                try vector.check {
                    try ExpenseAccess.settling(
                        Written.expense(vector.input["expense"]), by: Written.caller(vector.input["caller"]),
                        members: vector.input["members"].members, settled: vector.input["settled"].bool())
                } _: { expense throws in
                    for split in expense.splits {
                        #expect(try split.isSettled == vector.out["splits"][split.id.text].bool())
                    }
                    #expect(try expense.isSettled == vector.out["is_settled"].bool())
                }
            },
            "update": { vector in
                let input = vector.input
                try vector.check {
                    try ExpenseAccess.checkEdit(
                        of: Written.expense(input["stored"]), to: Written.expense(input["incoming"]),
                        by: Written.caller(input["caller"]), hasPayment: input["has_payment"].bool())
                } _: { edit throws in
                    #expect(edit.rawValue == vector.out["result"].words)
                }
            },
            "delete_expense": { vector in
                let expense = vector.input["expense"].isNull ? nil : try Written.expense(vector.input["expense"])
                try vector.check {
                    try ExpenseAccess.checkDeletion(of: expense, by: Written.caller(vector.input["caller"]))
                } _: { deleted throws in
                    #expect(vector.out["result"].words == (deleted ? "deleted" : "noop"))
                }
            },
        ]
    }

    private static func ledger(_ vector: VectorCase) throws -> DebtLedger {
        var people: [MemberID: MemberID] = [:]
        for (name, ids) in vector.input["people"].dictionary {
            for id in try ids.members { people[id] = MemberID(name) }
        }
        let classes = people
        let expenses = try vector.input["expenses"].list.filter { try !$0["deleted"].flag }
        return try DebtLedger(
            expenses: try expenses.map { try Written.expense($0) },
            payments: try vector.input["payments"].list.map { try Written.payment($0) }
        ) { classes[$0] ?? $0 }
    }
}
