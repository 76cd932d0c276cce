import SharedExpenses
import Testing

/// Who is who, friends and their names.
enum PeopleVectors {
    static var handlers: [String: VectorFile.Handler] {
        [
            "resolve": { vector in
                let table = try table(vector)
                #expect(
                    try vector.input["ids"].members.map { table.resolve($0) } == vector.out["canonical"].members)
            },
            "equivalents": { vector in
                let ids = try table(vector).equivalents(of: vector.input["id"].member)
                #expect(try ids.sorted() == vector.out["ids"].members)
            },
            "alias_insert": { vector in
                var table = try table(vector)
                try vector.check {
                    try table.insert(vector.input["alias"].member, canonical: vector.input["canonical"].member)
                } _: { insertion throws in
                    let canonical = try vector.out["canonical"].member
                    #expect(
                        insertion
                            == (vector.out["result"].words == "inserted"
                                ? .inserted(canonical: canonical) : .alreadyPresent(canonical: canonical)))
                    #expect(try table.resolve(vector.input["alias"].member) == canonical)
                }
            },
            "same_person": { vector in
                let identity = PersonIdentity(
                    friends: try vector.input["friends"].list.map { try Written.friend($0) },
                    members: try vector.input["members"].list.map { try Written.groupMember($0) })
                let (a, b) = (try vector.input["a"].member, try vector.input["b"].member)
                #expect(try identity.areSamePerson(a, b) == vector.out["same"].bool())
                #expect(try identity.ids(of: a).sorted() == vector.out["closure"].members)
            },
            "is_me": { vector in
                let account = vector.input["account"]
                let own = OwnIdentity(
                    memberID: try account["member"].member,
                    linkedMemberID: account["linked_member"].optionalString.map(MemberID.init),
                    equivalentMemberIDs: Set(try account["aliases"].members))
                #expect(try own.isMe(vector.input["id"].member) == vector.out["me"].bool())
            },
            "dedupe_friends": { vector in
                let rows = Friend.deduplicated(try vector.input["friends"].list.map { try Written.friend($0) })
                let expected = try vector.out["friends"].list
                try #require(rows.count == expected.count)
                for (row, value) in zip(rows, expected) {
                    #expect(try row.memberID == value["member"].member)
                    #expect(row.linkedAccount == value["linked_account"].optionalString.map(AccountID.init))
                    #expect(try row.aliases == value["aliases"].members)
                    #expect(row.nickname == value["nickname"].words)
                }
                #expect(Friend.deduplicated(rows) == rows)
            },
            "rewrite_splits": { vector in
                let expense = try Written.expense(vector.input).rewriting(
                    Set(vector.input["source"].members), to: vector.input["target"].member)
                let expected = try Written.expense(vector.out)
                #expect(expense.splits == expected.splits)
                #expect(expense.involved == expected.involved)
                #expect(expense.payers == expected.payers)
            },
            "resolve_surface": { vector in
                let world = try Written.world(vector.input["world"])
                try vector.check {
                    try world.resolveMembers(vector.input["ids"].members, for: AccountID(vector.input["caller"].words))
                } _: { found throws in
                    let resolved = found.map { ($0.key.text, VectorValue.string($0.value.id.text)) }
                    #expect(vector.out["resolved"].dictionary == Dictionary(uniqueKeysWithValues: resolved))
                }
            },
            "selectable": { vector in
                let friend = vector.input["friend"]
                let selectable = try Written.friend(friend).isSelectable(
                    hasDirectGroup: try friend["has_direct_group"].flag,
                    isInSharedGroup: try friend["in_shared_group"].flag)
                #expect(try selectable == vector.out["selectable"].bool())
            },
            "friend_upsert": { vector in
                let incoming = try Written.friend(vector.input["incoming"])
                var stored: Friend?
                if !vector.input["stored"].isNull {
                    var row = try Written.friend(vector.input["stored"])
                    row.memberID = incoming.memberID
                    stored = row
                }
                let row = Friend.upserted(stored: stored, incoming: incoming)
                let expected = try Written.friend(vector.out["row"])
                #expect(row == expected)
            },
            "display_name": { vector in
                let input = vector.input
                let name = try Written.friend(input["friend"]).displayName(
                    prefersNicknames: try input["prefer_nicknames"].bool(),
                    showsWholeNames: try input["whole_names"].bool(), cached: input["cached"].optionalString)
                #expect(name == vector.out["name"].words)
            },
        ]
    }

    private static func table(_ vector: VectorCase) throws -> AliasTable {
        var rows: [MemberID: MemberID] = [:]
        for row in try vector.input["aliases"].list { rows[try row["alias"].member] = try row["canonical"].member }
        return AliasTable(rows: rows, accounts: Set(try vector.input["accounts"].members))
    }
}
