extension Friend {
    /// One row for each person (expense specification §3).
    ///
    /// Rows belong together when they share an id or the linked account, also through other rows. The winner is linked,
    /// else has more aliases, else is newer, else has the smaller id. It gets all ids of the others as aliases, and the
    /// first nickname. It takes the place of the first row. The function is idempotent.
    public static func deduplicated(_ rows: [Friend]) -> [Friend] {
        var groups: [(rows: [Friend], ids: Set<MemberID>, accounts: Set<AccountID>)] = []
        for row in rows {
            var (joined, ids) = ([row], Set(row.identityIDs))
            var accounts = Set(row.linkedAccount.map { [$0] } ?? [])
            var place: Int?
            for index in groups.indices.reversed() {
                let group = groups[index]
                guard !group.ids.isDisjoint(with: ids) || !group.accounts.isDisjoint(with: accounts) else { continue }
                joined = group.rows + joined
                ids.formUnion(group.ids)
                accounts.formUnion(group.accounts)
                if let place { groups.remove(at: place) }
                place = index
            }
            if let place { groups[place] = (joined, ids, accounts) } else { groups.append((joined, ids, accounts)) }
        }
        return groups.map { merged($0.rows, ids: $0.ids) }
    }

    private static func merged(_ rows: [Friend], ids: Set<MemberID>) -> Friend {
        let order = rows.sorted(by: wins)
        var winner = order[0]
        guard rows.count > 1 else { return winner }
        winner.aliases = ids.subtracting([winner.memberID]).sorted()
        winner.nickname = order.first { !$0.nickname.isEmpty }?.nickname ?? ""
        return winner
    }

    private static func wins(_ left: Friend, over right: Friend) -> Bool {
        if left.isLinked != right.isLinked { return left.isLinked }
        if left.aliases.count != right.aliases.count { return left.aliases.count > right.aliases.count }
        if left.updatedAt != right.updatedAt { return left.updatedAt > right.updatedAt }
        return left.memberID < right.memberID
    }
}
