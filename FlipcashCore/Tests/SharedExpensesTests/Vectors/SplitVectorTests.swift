import FlipcashCore
import SharedExpenses
import Testing

/// The vectors of shared expenses, `Tests/Vectors/split.json`. Every case runs.
@Suite(.namingVectorCases) struct SplitVectorTests {
    @Test("every case of split.json gives its result")
    func rules_splitVectors_match() throws {
        guard let file = try VectorFile.openOperations("split") else { return }
        let handlers = ExpenseVectors.handlers.merging(PeopleVectors.handlers) { first, _ in first }
            .merging(BalanceVectors.handlers) { first, _ in first }
            .merging(CascadeVectors.handlers) { first, _ in first }
            .merging(SyncVectors.handlers) { first, _ in first }
        let (cases, groups) = file.run(handlers)
        print("split.json: \(cases) cases in \(groups) groups ran")
        if !VectorFile.isElsewhere { #expect(cases == 284) }
    }
}

/// Amounts, modes, drafts and labels.
enum ExpenseVectors {
    static var handlers: [String: VectorFile.Handler] {
        [
            "apportion": { vector in
                let weights = try vector.input["weights"].array().map { try Self.decimal($0.string()) }
                try vector.check {
                    try Apportionment.parts(
                        of: vector.input["total"].units, weights: weights, ids: vector.input["ids"].members)
                } _: { parts throws in
                    #expect(try parts == vector.out["parts"].array().map { try $0.units })
                }
            },
            "split": { vector in try split(vector) },
            "pinned": { vector in
                let input = vector.input
                let rate = PinnedRate(
                    currency: try Written.currency(input["currency"]), base: try Written.currency(input["base"]),
                    value: try input["rate"].string(), source: "test", at: SplitTime(seconds: 0))
                let splits = try input["splits"].dictionary.map { (member: MemberID($0), units: try $1.units) }
                try vector.check {
                    try rate.baseSplits(total: input["total"].units, splits: splits)
                } _: { base throws in
                    #expect(try base.total == vector.out["base_total"].units)
                    for (split, part) in zip(splits, base.parts) {
                        #expect(try part == vector.out["base_splits"][split.member.text].units)
                    }
                }
            },
            "multi_payer": { vector in
                try vector.check {
                    try ExpenseDebt.derive(
                        paid: Self.amounts(vector.input["paid"]), shares: Self.amounts(vector.input["splits"]))
                } _: { debts throws in
                    let expected = try vector.out["debts"].list.map {
                        ExpenseDebt(
                            debtor: try $0["from"].member, creditor: try $0["to"].member, units: try $0["amount"].units)
                    }
                    #expect(debts == expected)
                }
            },
            "validate_expense": { vector in
                let input = vector.input
                let missing = SaveGuard.missing(
                    description: try input["description"].string(),
                    total: input["total"].isNull ? nil : try input["total"].units,
                    participantCount: try input["participants"].array().count,
                    splitCount: try input["splits"].array().count)
                #expect(try missing.map(\.rawValue) == vector.out["missing"].array().map { try $0.string() })
                #expect(SaveGuard.message(missing) == vector.out["message"].optionalString)
                #expect(try missing.isEmpty == vector.out["ok"].bool())
            },
            "split_label": { vector in
                let input = vector.input
                let me = try Set(input["me"].members)
                let label = SplitLabel.text(
                    mode: try #require(SplitMode(rawValue: input["mode"].words)),
                    selected: try input["selected"].members,
                    memberCount: try input["members"].array().count, isMe: me.contains,
                    name: { input["names"][$0.text].words })
                #expect(label == vector.out["label"].words)
            },
            "duplicate": { vector in
                let stored = try vector.input["existing"].list.map { try Written.expense($0) }
                let found = DuplicateWarning.original(of: try Written.expense(vector.input["candidate"]), in: stored)
                #expect(found?.id == vector.out["duplicate_of"].optionalString.map(EntityID.init))
            },
            "default_payer": { vector in
                let me = try Set(vector.input["me"].members)
                let payer = DefaultPayer.choose(
                    among: try vector.input["members"].list.map { try Written.groupMember($0) }, isMe: me.contains)
                #expect(payer == vector.out["payer"].optionalString.map(MemberID.init))
            },
        ]
    }

    static func decimal(_ text: String) throws -> ExactRational {
        let parts = text.split(separator: ".")
        let whole = ExactRational(try #require(UInt64(parts[0])))
        guard parts.count == 2 else { return whole }
        return whole + ExactRational(quarks: try #require(UInt64(parts[1])), decimals: parts[1].count)
    }

    static func amounts(_ value: VectorValue) throws -> [MemberID: Int64] {
        var amounts: [MemberID: Int64] = [:]
        for (name, units) in value.dictionary { amounts[MemberID(name)] = try units.units }
        return amounts
    }

    static func split(_ vector: VectorCase) throws {
        let input = vector.input
        let people = try input["participants"].array()
        let ids = try people.map { try $0["id"].member }
        try vector.check {
            guard let mode = SplitMode(rawValue: input["mode"].words) else { throw SplitFailure(.unknownMode) }
            let values = Dictionary(
                zip(ids, people).compactMap { id, person in person["value"].optionalString.map { (id, $0) } }
            ) { first, _ in first }
            let items = try input["items"].list.map {
                SplitInput.Item(units: try $0["amount"].units, members: try $0["members"].members)
            }
            let split = SplitInput(
                mode: mode, base: SplitMode(rawValue: input["base"].words) ?? .equal, values: values,
                adjustments: try amounts(input["adjustments"]), items: items,
                normalizes: try input["normalize"].flag)
            return try split.shares(
                of: input["total"].units, isRefund: input["kind"].words == "refund", among: ids)
        } _: { shares throws in
            #expect(try amounts(vector.out["shares"]) == Dictionary(uniqueKeysWithValues: zip(ids, shares)))
        }
    }
}
