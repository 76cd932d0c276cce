import Foundation
import SharedExpenses
import Testing

/// A file of cases that name their operation, read with one group for each operation.
extension VectorFile {
    static func openOperations(_ name: String) throws -> VectorFile? {
        guard let data = try data(name) else { return nil }
        let contents = try JSONDecoder().decode(VectorValue.self, from: data)
        var groups: [String: [VectorValue]] = [:]
        for vector in try contents["cases"].array() { groups[try vector["op"].string(), default: []].append(vector) }
        #expect(try contents["count"].int() == groups.values.reduce(0) { $0 + $1.count })
        return try VectorFile(
            name: name, contents: .object(["groups": .object(groups.mapValues { .array($0) })]))
    }
}

extension VectorValue {
    var member: MemberID { get throws { MemberID(try string()) } }
    var entity: EntityID { get throws { EntityID(try string()) } }
    var units: Int64 { get throws { Int64(try int()) } }
    var list: [VectorValue] { get throws { isNull ? [] : try array() } }
    var members: [MemberID] { get throws { try list.map { try $0.member } } }
    var flag: Bool { get throws { isNull ? false : try bool() } }
    var words: String { optionalString ?? "" }

    /// The members of an object; empty for null.
    var dictionary: [String: VectorValue] {
        if case .object(let members) = self { members } else { [:] }
    }
}

extension VectorCase {
    /// Runs a rule and compares the failure with the case's `err`, or hands the result over.
    func check<Value>(_ body: () throws -> Value, _ compare: (Value) throws -> Void) throws {
        do {
            let value = try body()
            guard self["err"].isNull else {
                Issue.record("expected \(self["err"]), got \(value)")
                return
            }
            try compare(value)
        } catch let failure as SplitFailure {
            #expect(self["err"]["code"].optionalString == failure.code.rawValue, "\(failure)")
            for (name, value) in self["err"].dictionary where name != "code" {
                switch value {
                case .integer(let number): #expect(failure.details[name] == .number(number), "\(failure)")
                default: #expect(failure.details[name] == .text(value.words), "\(failure)")
                }
            }
        }
    }
}

/// Entities as the vectors write them.
enum Written {
    static func currency(_ value: VectorValue) throws -> ExpenseCurrency {
        try ExpenseCurrency(value.optionalString ?? "usd")
    }

    static func expense(_ value: VectorValue) throws -> Expense {
        let splits = try value["splits"].list.map { split in
            Expense.Split(
                id: try split["id"].entity, member: try split["member"].member, units: try split["amount"].units,
                isSettled: try split["settled"].flag)
        }
        let total = value["total"].isNull ? splits.reduce(0) { $0 + $1.units } : try value["total"].units
        let context: Expense.Context =
            switch value["context"].words {
            case "direct": .direct
            case "adhoc": .adHoc
            default: .group
            }
        var expense = Expense(
            id: EntityID(value["id"].optionalString ?? "e"), context: context,
            groupID: value["group"].optionalString.map(EntityID.init),
            description: value["description"].words,
            date: SplitTime(seconds: value["at"].isNull ? 0 : try value["at"].units),
            total: ExpenseAmount(total, try currency(value["currency"])),
            payers: value["payer"].isNull ? [] : [Expense.Payer(try value["payer"].member, total)], splits: splits,
            involved: try value["involved"].members, inactive: try value["inactive"].members,
            isRefund: total < 0)
        expense.owner = value["owner"].optionalString.map(AccountID.init)
        return expense
    }

    static func payment(_ value: VectorValue) throws -> SplitPayment {
        SplitPayment(
            id: try value["id"].entity, from: try value["from"].member, to: try value["to"].member,
            amount: ExpenseAmount(try value["amount"].units, try currency(value["currency"])),
            settles: try value["settles"].list.map { try $0.entity },
            state: try #require(SplitPayment.State(rawValue: value["status"].words)),
            completedAt: SplitTime(seconds: try value["completed_at"].units))
    }

    static func friend(_ value: VectorValue, owner: AccountID = AccountID("u1")) throws -> Friend {
        var row = Friend(
            owner: value["owner"].optionalString.map(AccountID.init) ?? owner,
            memberID: MemberID(value["member"].words), name: value["name"].words, nickname: value["nickname"].words,
            status: Friend.Status(word: value["status"].optionalString),
            linkedAccount: value["linked_account"].optionalString.map(AccountID.init),
            linkedMemberID: value["linked_member"].optionalString.map(MemberID.init),
            aliases: try value["aliases"].members, originalName: value["original_name"].words,
            updatedAt: SplitTime(seconds: value["updated_at"].isNull ? 0 : try value["updated_at"].units))
        row.linkState = row.isLinked ? .linked : value["state"].words == "ghost" ? .ghost : .unlinked
        switch value["preference"].words {
        case "nickname": row.preference = .nickname
        case "real_name": row.preference = .real
        default:
            // The flag of a row that is older than the preference.
            if case .bool(let flag) = value["prefer_nickname"] { row.preference = flag ? .nickname : .real }
        }
        return row
    }

    static func world(_ value: VectorValue) throws -> SplitWorld {
        var world = SplitWorld()
        for (key, account) in value["accounts"].dictionary {
            world.insert(
                SplitAccount(
                    id: AccountID(key), memberID: try account["member"].member, displayName: account["name"].words,
                    state: SplitAccount.State(rawValue: account["status"].words) ?? .active))
        }
        for (_, account) in value["accounts"].dictionary {
            for alias in try account["aliases"].members {
                try world.aliases.insert(alias, canonical: try account["member"].member)
            }
        }
        for alias in try value["aliases"].list {
            try world.aliases.insert(try alias["alias"].member, canonical: try alias["canonical"].member)
        }
        for row in try value["friends"].list {
            let friend = try friend(row)
            world.friends[FriendKey(owner: friend.owner, memberID: friend.memberID)] = friend
        }
        for row in try value["groups"].list { world.groups[try row["id"].entity] = try group(row) }
        for row in try value["expenses"].list { world.expenses[try row["id"].entity] = try expense(row) }
        return world
    }

    static func group(_ value: VectorValue) throws -> SplitGroup {
        SplitGroup(
            id: try value["id"].entity, name: value["name"].words,
            members: try value["members"].list.map { try groupMember($0) }, isDirect: try value["direct"].flag,
            owner: value["owner"].optionalString.map(AccountID.init))
    }

    static func groupMember(_ value: VectorValue) throws -> GroupMember {
        GroupMember(
            id: MemberID(value.optionalString ?? value["id"].words), name: value["name"].words,
            accountFriendMemberID: value["account_friend_member"].optionalString.map(MemberID.init),
            isSelf: try value["is_current_user"].flag)
    }

    static func caller(_ value: VectorValue, in world: SplitWorld? = nil) throws -> SplitCaller {
        if let name = value.optionalString {
            let account = AccountID(name)
            return SplitCaller(account: account, ids: world?.ids(of: account) ?? [])
        }
        return SplitCaller(account: AccountID(try value["account"].string()), ids: Set(try value["ids"].members))
    }

    /// Compares a world with the one that a case expects, as far as the case tells.
    static func expect(_ world: SplitWorld, matches value: VectorValue, aliases before: SplitWorld? = nil) throws {
        if !value["accounts"].isNull {
            let accounts = value["accounts"].dictionary
            #expect(Set(world.accounts.keys) == Set(accounts.keys.map(AccountID.init)))
            for (key, account) in accounts {
                let stored = world.accounts[AccountID(key)]
                #expect(stored?.memberID == MemberID(account["member"].words))
                #expect(stored?.state.rawValue == account["status"].optionalString ?? "active")
            }
        }
        let friends = try value["friends"].list.map { try friend($0) }
        #expect(Set(friends.map(comparable)) == Set(world.friends.values.map(comparable)))
        let groups = try value["groups"].list.map { try group($0) }
        #expect(Set(groups.map(comparable)) == Set(world.groups.values.map(comparable)))
        let expenses = try value["expenses"].list.map { try expense($0) }
        #expect(Set(expenses.map(comparable)) == Set(world.expenses.values.map(comparable)))
    }

    private static func comparable(_ friend: Friend) -> Friend {
        var friend = friend
        (friend.updatedAt, friend.version) = (SplitTime(milliseconds: 0), 0)
        return friend
    }

    private static func comparable(_ group: SplitGroup) -> SplitGroup {
        var group = group
        for index in group.members.indices { group.members[index].account = nil }
        return group
    }

    private static func comparable(_ expense: Expense) -> Expense { expense }
}
