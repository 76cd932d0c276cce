import FlipcashCore
import SharedExpenses

/// A place in a snapshot: the revision that it is pinned to, and the number of the last entity that was sent.
struct SplitCursor: Hashable {
    let revision: Int64
    let entity: Int64

    /// Reads a client's cursor.
    ///
    /// - Throws: `ServiceFailure.invalidCursor` for another text, and for a revision that the account never had or
    ///   whose single changes are no longer kept.
    init(_ text: String, of account: SplitAccountRow) throws(ServiceFailure) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) }
        guard parts.count == 2, let revision = parts[0], let entity = parts[1], entity >= 0,
            (account.horizon...account.revision).contains(revision)
        else { throw .invalidCursor }
        (self.revision, self.entity) = (revision, entity)
    }
}

/// Pages of what an account sees.
///
/// A snapshot is pinned to the revision of its first page. Later pages have the present content; whatever has changed
/// since that revision, the client gets again by `GetChanges`.
struct SplitPages<Store: StoreReading> {
    let reader: Store
    let account: SplitAccountRow

    private static var columns: String {
        """
        v.revision, v.state, e.id, e.kind, e.uuid, e.data, f.shown, a.user_id AS owner FROM split_visibility v
            JOIN split_entities e ON e.id = v.entity LEFT JOIN split_friends f ON f.entity = e.id
            LEFT JOIN split_accounts a ON a.id = e.owner
        """
    }

    func snapshot(after place: SplitCursor?) throws -> SnapshotPage {
        let size = SharedExpensesLimits.pageSize
        let rows = try reader.rows(
            """
            SELECT \(Self.columns)
            WHERE v.account = ? AND v.state = 0 AND v.entity > ? ORDER BY v.entity LIMIT ?
            """, [account.number, place?.entity ?? 0, size + 1])
        let page = rows.prefix(size)
        let revision = place?.revision ?? account.revision
        let isLast = rows.count <= size
        return SnapshotPage(
            revision: UInt64(revision), entities: try entities(page),
            next: isLast ? nil : try page.last.map { "\(revision):\(try $0.integer("id"))" })
    }

    func changes(since start: Int64) throws -> ChangePage {
        let size = SharedExpensesLimits.pageSize
        let rows = try reader.rows(
            "SELECT \(Self.columns) WHERE v.account = ? AND v.revision > ? ORDER BY v.revision LIMIT ?",
            [account.number, start, size + 1])
        let page = rows.prefix(size)
        let hasMore = rows.count > size
        let shown = try page.filter { try $0.integer("state") == 0 }
        let gone = try page.filter { try $0.integer("state") != 0 }
        return ChangePage(
            revision: UInt64(hasMore ? try page.last?.integer("revision") ?? account.revision : account.revision),
            entities: try entities(shown), tombstones: try gone.map(key), hasMore: hasMore)
    }

    private func key(_ row: SQLRow) throws -> EntityKey {
        guard let kind = EntityKey.Kind(stored: try row.integer("kind")) else {
            throw StoreError.invalidValue(column: "kind", reason: "unknown")
        }
        return EntityKey(kind, try row.entityID("uuid").text)
    }

    /// The entities of rows, as the account sees them.
    private func entities(_ rows: some Sequence<SQLRow>) throws -> [SplitEntity] {
        var loader = SplitLoader(reader)
        try loader.load(caller: account.id)
        let own = loader.world.ids(of: account.id)
        return try rows.map { row in
            let owner = try row.optionalBytes("owner") == nil ? nil : try row.accountID("owner")
            let data = try row.optionalBytes("shown") ?? row.bytes("data")
            let entity = try SplitEntity.read(data, owner: owner)
            guard case .group(var group) = entity else { return entity }
            for index in group.members.indices {
                if group.owner != account.id { group.members[index].accountFriendMemberID = nil }
                group.members[index].isSelf = own.contains(group.members[index].id)
            }
            return .group(group)
        }
    }
}

extension StoreReading {
    /// Returns the ids that an account can know: its own, and those of its groups and friends.
    func surface(
        of account: SplitAccountRow, among ids: Set<MemberID>, own: Set<MemberID>
    ) throws -> Set<MemberID> {
        let others = ids.subtracting(own)
        guard !others.isEmpty else { return ids }
        let list = SQLList(try others.sorted().map { try $0.blob() })
        let rows = try rows(
            """
            SELECT n.member FROM split_named n
            WHERE n.member IN (\(list.placeholders)) AND n.kind = 1 AND n.owner = ?
            UNION
            SELECT n.member FROM split_named n WHERE n.member IN (\(list.placeholders)) AND n.kind = 2
                AND EXISTS (SELECT 1 FROM split_visibility v
                    WHERE v.entity = n.entity AND v.account = ? AND v.state = 0)
            """, SQLArguments(list.values) + [account.number] + list + [account.number])
        return ids.intersection(own).union(try rows.map { try $0.memberID("member") })
    }
}

extension SplitLoader {
    /// Reads an invitation, and the entities that its preview counts.
    mutating func loadPreview(_ hash: Hash) throws {
        try load(inviteWithHash: hash.bytes)
        guard let invite = world.invites.values.first(where: { $0.tokenHash == hash }) else { return }
        try load(caller: invite.creator)
        try load(idsOf: [invite.target])
        try load(friends: [invite.target], of: invite.creator)
        let ids = ids(of: [invite.target])
        limit = Self.noLimit
        try load(.group, naming: ids, ownedBy: invite.creator)
        try load(.expense, naming: ids, ownedBy: invite.creator)
        try load(.payment, namingAny: ids)
    }
}
