import FlipcashCore
import SharedExpenses

/// Writes the changes that the rules have made to a part of the world, and gives new revisions to the accounts that see
/// them.
struct SplitSaver {
    let writer: StoreWriter
    let before: SplitWorld
    let after: SplitWorld
    let accountNumbers: [AccountID: Int64]
    private(set) var entityNumbers: [SplitPlace: Int64]
    let now: Instant

    /// - Parameters:
    ///   - loader: what was read.
    ///   - after: the world after the rules were applied.
    init(_ writer: StoreWriter, _ loader: SplitLoader<StoreWriter>, after: SplitWorld, now: Instant) {
        self.writer = writer
        self.after = after
        self.now = now
        before = loader.world
        accountNumbers = loader.accountNumbers
        entityNumbers = loader.entityNumbers
    }

    private var visibility: SplitVisibility { SplitVisibility(writer: writer, now: now) }

    /// Writes all changes.
    mutating func save() throws {
        try saveAccounts()
        try saveAliases()
        let numbers = accountNumbers
        let (old, new) = (before.entities { numbers[$0] }, after.entities { numbers[$0] })
        let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted(by: Self.isBefore)
        for place in changed {
            if let entity = new[place] {
                try save(entity, replacing: old[place], at: place)
                if place.kind != .friend { try tell(entity, at: place) }
            } else if let entity = old[place], let number = entityNumbers[place] {
                try remove(entity, number)
                if place.kind != .friend { try visibility.show(number, to: []) }
            }
        }
        for (place, entity) in new where old[place] == entity {
            // An entity that outlives its group is no longer visible to all members of the group.
            guard let group = entity.groupID, before.groups[group] != nil, after.groups[group] == nil else { continue }
            try tell(entity, at: place)
        }
        try saveStamps()
        try tellFriends()
        try tellMembers()
    }

    /// Groups come before what belongs to them.
    private static func isBefore(_ left: SplitPlace, _ right: SplitPlace) -> Bool {
        (left.kind.rawValue, left.space, left.id) < (right.kind.rawValue, right.space, right.id)
    }

    // MARK: Rows

    private func saveAccounts() throws {
        for (id, account) in after.accounts where account.state != before.accounts[id]?.state {
            guard let number = accountNumbers[id] else { continue }
            try writer.execute("UPDATE split_accounts SET state = ? WHERE id = ?", [account.state.stored, number])
        }
    }

    private func saveAliases() throws {
        for (alias, canonical) in after.aliases.rows where before.aliases.rows[alias] != canonical {
            guard let account = after.account(of: canonical), let number = accountNumbers[account.id] else { continue }
            try writer.execute(
                "INSERT INTO split_aliases (alias, canonical, account) VALUES (?, ?, ?)",
                [try alias.blob(), try canonical.blob(), number])
        }
    }

    private mutating func save(_ entity: SplitEntity, replacing old: SplitEntity?, at place: SplitPlace) throws {
        let owner = entity.owner.flatMap { accountNumbers[$0] }
        let group = entity.groupID.flatMap { entityNumbers[SplitPlace(kind: .group, space: 0, id: $0.text)] }
        let row = try writer.row(
            """
            INSERT INTO split_entities (kind, space, uuid, owner, grp, is_open, updated_at, data)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (kind, space, uuid) DO UPDATE SET owner = excluded.owner, grp = excluded.grp,
                is_open = excluded.is_open, updated_at = excluded.updated_at, data = excluded.data
            RETURNING id
            """,
            [
                place.kind.stored, place.space, try EntityID(place.id).blob(), owner, group, entity.isOpen,
                entity.updatedAt.milliseconds, try Self.bytes(of: entity).blob,
            ])
        guard let number = try row?.integer("id") else {
            throw StoreError.refusedRecord(reason: "an entity has no number")
        }
        entityNumbers[place] = number
        let oldOwner = old?.owner.flatMap { accountNumbers[$0] } ?? 0
        try name(old?.named ?? [], owner: oldOwner, becoming: entity.named, owner: owner ?? 0, number, group: group)
        try saveLookups(entity, number)
    }

    static func bytes(of entity: SplitEntity) throws(StoreError) -> [UInt8] {
        do {
            return try entity.stored()
        } catch {
            throw .refusedRecord(reason: error.description)
        }
    }

    private func name(
        _ old: Set<SplitEntity.Naming>, owner oldOwner: Int64, becoming new: Set<SplitEntity.Naming>, owner: Int64,
        _ number: Int64, group: Int64?
    ) throws {
        let isMoved = owner != oldOwner
        for naming in old where isMoved || !new.contains(naming) {
            try writer.execute(
                "DELETE FROM split_named WHERE member = ? AND kind = ? AND owner = ? AND entity = ?",
                [try naming.member.blob(), naming.kind, oldOwner, number])
        }
        for naming in new where isMoved || !old.contains(naming) {
            try writer.execute(
                "INSERT INTO split_named (member, kind, owner, entity, grp) VALUES (?, ?, ?, ?, ?)",
                [try naming.member.blob(), naming.kind, owner, number, group])
        }
    }

    private func remove(_ entity: SplitEntity, _ number: Int64) throws {
        let owner = entity.owner.flatMap { accountNumbers[$0] } ?? 0
        try name(entity.named, owner: owner, becoming: [], owner: owner, number, group: nil)
        switch entity {
        case .friend: try writer.execute("DELETE FROM split_friends WHERE entity = ?", [number])
        case .payment:
            try writer.execute("DELETE FROM split_settles WHERE payment = ?", [number])
            try writer.execute("DELETE FROM split_payments WHERE entity = ?", [number])
        case .invite: try writer.execute("DELETE FROM split_invites WHERE entity = ?", [number])
        case .request: try writer.execute("DELETE FROM split_requests WHERE entity = ?", [number])
        case .group, .expense, .closing: break
        }
        try writer.execute("DELETE FROM split_stamps WHERE entity = ?", [number])
        try writer.execute(
            "UPDATE split_entities SET data = NULL, owner = NULL, grp = NULL, is_open = 0 WHERE id = ?", [number])
    }

    private func saveLookups(_ entity: SplitEntity, _ number: Int64) throws {
        switch entity {
        case .group, .expense, .closing: return
        case .friend(let friend):
            try writer.execute(
                """
                INSERT INTO split_friends (entity, owner, folded_name, linked_user, linked_member, shown)
                VALUES (?, ?, ?, ?, ?, NULL)
                ON CONFLICT (entity) DO UPDATE SET folded_name = excluded.folded_name,
                    linked_user = excluded.linked_user, linked_member = excluded.linked_member
                """,
                [
                    number, accountNumbers[friend.owner], Friend.folded(friend.name),
                    try friend.linkedAccount?.blob(), try friend.linkedMemberID?.blob(),
                ])
        case .payment(let payment):
            let proof = payment.method == .direct ? payment.intentBytes : payment.linkProof
            try writer.execute(
                """
                INSERT INTO split_payments (entity, proved_by) VALUES (?, ?)
                ON CONFLICT (entity) DO UPDATE SET proved_by = excluded.proved_by
                """, [number, payment.isVerified ? proof?.blob : nil])
            for split in Set(payment.settles) {
                try writer.execute(
                    "INSERT INTO split_settles (split, payment) VALUES (?, ?) ON CONFLICT (split, payment) DO NOTHING",
                    [try split.blob(), number])
            }
        case .invite(let invite):
            try writer.execute(
                """
                INSERT INTO split_invites (entity, creator, target, token_hash, merged_friend) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (entity) DO UPDATE SET merged_friend = excluded.merged_friend
                """,
                [
                    number, accountNumbers[invite.creator], try invite.target.blob(), invite.tokenHash.blob,
                    try invite.mergedFriend?.blob(),
                ])
        case .request(let request):
            try writer.execute(
                """
                INSERT INTO split_requests (entity, requester, recipient, target, is_pending) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (entity) DO UPDATE SET is_pending = excluded.is_pending
                """,
                [
                    number, accountNumbers[request.requester], accountNumbers[request.recipient],
                    try request.target.blob(), request.state == .pending,
                ])
        }
    }

    private func saveStamps() throws {
        for (name, stamp) in after.textStamps where before.textStamps[name] != stamp {
            let parts = name.split(separator: "/").map(String.init)
            guard let field = parts.last, let number = number(ofStamped: parts) else { continue }
            try writer.execute(
                """
                INSERT INTO split_stamps (entity, field, ms, counter, actor) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (entity, field) DO UPDATE SET ms = excluded.ms, counter = excluded.counter,
                    actor = excluded.actor
                """,
                [number, field, Int64(clamping: stamp.milliseconds), Int64(stamp.counter), stamp.actor])
        }
    }

    /// The number of the entity that a stamp's name begins with: an id, or for friend rows owner and id.
    private func number(ofStamped parts: [String]) -> Int64? {
        switch parts.count {
        case 2:
            let kind: EntityKey.Kind = after.groups[EntityID(parts[0])] == nil ? .expense : .group
            return entityNumbers[SplitPlace(kind: kind, space: 0, id: parts[0])]
        case 3:
            guard let space = accountNumbers[AccountID(parts[0])] else { return nil }
            return entityNumbers[SplitPlace(kind: .friend, space: space, id: parts[1])]
        default: return nil
        }
    }

    // MARK: Viewers

    /// Shows an entity to the accounts that may see it, and hides it from all others.
    private func tell(_ entity: SplitEntity, at place: SplitPlace) throws {
        guard let number = entityNumbers[place] else { return }
        try visibility.show(number, to: numbers(after.viewers(of: entity)))
    }

    private func numbers(_ accounts: Set<AccountID>) -> [Int64] {
        accounts.compactMap { accountNumbers[$0] }.sorted()
    }

    /// Shows the friend rows of one person as one row.
    private func tellFriends() throws {
        let owners = Set(before.friends.keys.map(\.owner)).union(after.friends.keys.map(\.owner))
        for owner in owners.sorted() {
            let (old, new) = (before.friends(of: owner), after.friends(of: owner))
            guard old != new, let space = accountNumbers[owner] else { continue }
            let oldShown = Self.shown(old)
            let newShown = Self.shown(new)
            for member in Set((old + new).map(\.memberID)).sorted() where oldShown[member] != newShown[member] {
                guard let number = entityNumbers[SplitPlace(kind: .friend, space: space, id: member.text)] else {
                    continue
                }
                let stored = after.friends[FriendKey(owner: owner, memberID: member)]
                if let stored {
                    let shown = newShown[member]
                    try writer.execute(
                        "UPDATE split_friends SET shown = ? WHERE entity = ?",
                        [
                            shown == nil || shown == stored
                                ? nil : try shown.map { try Self.bytes(of: .friend($0)).blob }, number,
                        ])
                }
                try visibility.show(number, to: newShown[member] == nil ? [] : [space])
            }
        }
    }

    private static func shown(_ rows: [Friend]) -> [MemberID: Friend] {
        Dictionary(Friend.deduplicated(rows).map { ($0.memberID, $0) }) { first, _ in first }
    }

    /// Shows a group's content to new members, and hides from former members the entities that do not name them.
    private func tellMembers() throws {
        for (id, group) in after.groups {
            guard let old = before.groups[id],
                let number = entityNumbers[SplitPlace(kind: .group, space: 0, id: id.text)]
            else { continue }
            let (had, have) = (before.viewers(of: .group(old)), after.viewers(of: .group(group)))
            for account in have.subtracting(had).sorted() {
                guard let viewer = accountNumbers[account] else { continue }
                try visibility.show(contentOf: number, to: viewer)
                // The group itself may be unchanged: a member's id has become one of the account's.
                if old == group { try visibility.show(number, alsoTo: viewer) }
            }
            for account in had.subtracting(have).sorted() {
                guard let viewer = accountNumbers[account] else { continue }
                try visibility.hide(contentOf: number, from: viewer, ids: after.ids(of: account))
            }
        }
        try tellLinked()
    }

    /// Shows an account the entities that name an id which now belongs to the account.
    private func tellLinked() throws {
        for (alias, canonical) in after.aliases.rows where before.aliases.rows[alias] == nil {
            guard let account = after.activeAccount(of: canonical), let viewer = accountNumbers[account.id] else {
                continue
            }
            try visibility.show(naming: alias, to: viewer)
        }
    }
}

extension SplitWorld {
    /// The active accounts that see an entity (expense specification §10.3). Friend rows are seen by their owner, after
    /// rows of one person were merged.
    func viewers(of entity: SplitEntity) -> Set<AccountID> {
        func active(_ ids: [AccountID?]) -> Set<AccountID> {
            Set(ids.compactMap(\.self).filter { accounts[$0]?.state == .active })
        }
        switch entity {
        case .friend(let friend): return active([friend.owner])
        case .group(let group):
            return active([group.owner]).union(group.members.compactMap { activeAccount(of: $0.id)?.id })
        case .expense(let expense): return viewers(of: expense).union(groupViewers(expense.groupID))
        case .payment(let payment): return viewers(of: payment).union(groupViewers(payment.groupID))
        case .closing(let closing):
            // Former members, and people of a deleted group, still see their payments: a closing ends their credits.
            let paid = payments.values.filter { $0.groupID == closing.groupID }
            return paid.reduce(into: groupViewers(closing.groupID)) { $0.formUnion(viewers(of: $1)) }
        case .invite(let invite): return active([invite.creator])
        case .request(let request): return active([request.requester, request.recipient])
        }
    }

    private func groupViewers(_ id: EntityID?) -> Set<AccountID> {
        guard let group = id.flatMap({ groups[$0] }) else { return [] }
        return viewers(of: .group(group))
    }
}
