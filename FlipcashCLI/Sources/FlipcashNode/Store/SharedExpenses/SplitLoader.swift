import FlipcashCore
import SharedExpenses

/// Reads the part of the world that an operation can touch.
///
/// The rules of `SharedExpenses` treat the part as if it were the whole world, so it has to contain everything that a
/// rule reads. Each function reads by a key or by an index, and never more than its entities and the people whom they
/// name.
struct SplitLoader<Store: StoreReading> {
    let store: Store
    /// The most entities that one condition may find.
    var limit = SplitLimits.cascade
    /// The limit of a condition that may find any number of entities. Statements ask for one more than the limit.
    static var noLimit: Int { .max - 1 }
    /// What was read so far.
    private(set) var world = SplitWorld()
    /// The numbers of the accounts that were read.
    private(set) var accountNumbers: [AccountID: Int64] = [:]
    /// The numbers of the entities that were read, deleted ones included.
    private(set) var entityNumbers: [SplitPlace: Int64] = [:]
    private var aliases: [MemberID: MemberID] = [:]
    /// Ids that were looked up as aliases and as ids of accounts.
    private var resolved: Set<MemberID> = []
    /// Ids whose aliases were looked up.
    private var reversed: Set<MemberID> = []

    init(_ store: Store) { self.store = store }

    // MARK: Accounts and people

    private static var selectAccount: String {
        """
        SELECT a.id, a.user_id, a.member, a.state, u.display_name FROM split_accounts a
            JOIN users u ON u.user_id = a.user_id
        """
    }

    /// Reads accounts by their user ids.
    mutating func load(accounts ids: Set<AccountID>) throws {
        let unknown = ids.filter { world.accounts[$0] == nil }.sorted()
        guard !unknown.isEmpty else { return }
        let list = SQLList(try unknown.map { try $0.blob() })
        try add(
            accounts: try store.rows(
                Self.selectAccount + " WHERE a.user_id IN (\(list.placeholders))", SQLArguments(list.values)))
    }

    private mutating func add(accounts rows: [SQLRow]) throws {
        for row in rows {
            let account = SplitAccount(
                id: try row.accountID("user_id"), memberID: try row.memberID("member"),
                displayName: try row.optionalText("display_name") ?? "",
                state: try SplitAccount.State(stored: try row.integer("state")))
            accountNumbers[account.id] = try row.integer("id")
            world.insert(account)
        }
    }

    /// Reads the canonical ids and the accounts of people.
    mutating func load(people members: some Sequence<MemberID>) throws {
        var unknown = Set(members).subtracting(resolved)
        while !unknown.isEmpty {
            resolved.formUnion(unknown)
            let list = SQLList(try unknown.sorted().map { try $0.blob() })
            try add(
                accounts: try store.rows(
                    Self.selectAccount + " WHERE a.member IN (\(list.placeholders))", SQLArguments(list.values)))
            let rows = try store.rows(
                "SELECT alias, canonical FROM split_aliases WHERE alias IN (\(list.placeholders))",
                SQLArguments(list.values))
            unknown = try note(aliases: rows).subtracting(resolved)
        }
        setAliases()
    }

    /// Returns the canonical ids of the rows.
    private mutating func note(aliases rows: [SQLRow]) throws -> Set<MemberID> {
        var canonical: Set<MemberID> = []
        for row in rows {
            let id = try row.memberID("canonical")
            aliases[try row.memberID("alias")] = id
            canonical.insert(id)
        }
        return canonical
    }

    private mutating func setAliases() {
        guard aliases.count != world.aliases.rows.count else { return }
        world.aliases = AliasTable(rows: aliases, accounts: world.aliases.accounts)
    }

    /// Reads people with all of their ids.
    mutating func load(idsOf members: some Sequence<MemberID>) throws {
        try load(people: members)
        var next = Set(members.flatMap { [$0, world.aliases.resolve($0)] }).subtracting(reversed)
        while !next.isEmpty {
            reversed.formUnion(next)
            let list = SQLList(try next.sorted().map { try $0.blob() })
            let rows = try store.rows(
                "SELECT alias, canonical FROM split_aliases WHERE canonical IN (\(list.placeholders))",
                SQLArguments(list.values))
            _ = try note(aliases: rows)
            let found = Set(try rows.map { try $0.memberID("alias") })
            resolved.formUnion(found)
            next = found.subtracting(reversed)
        }
        setAliases()
    }

    /// Reads the account that acts, with all of its ids.
    mutating func load(caller id: AccountID) throws {
        try load(accounts: [id])
        if let account = world.accounts[id] { try load(idsOf: [account.memberID]) }
    }

    /// Every id of the people with these ids, as far as they were read.
    func ids(of members: some Sequence<MemberID>) -> Set<MemberID> {
        Set(members.flatMap { world.aliases.equivalents(of: $0) })
    }

    // MARK: Entities

    static var selectEntity: String {
        """
        SELECT e.id, e.kind, e.space, e.uuid, e.data, a.user_id AS owner FROM split_entities e
            LEFT JOIN split_accounts a ON a.id = e.owner
        """
    }

    /// Reads entities by their ids. An id that was deleted is noted as such.
    mutating func load(_ kind: EntityKey.Kind, _ ids: some Sequence<EntityID>, space: Int64 = 0) throws {
        let unknown = Set(ids).filter {
            entityNumbers[SplitPlace(kind: kind, space: space, id: $0.text)] == nil
        }.sorted()
        guard !unknown.isEmpty else { return }
        let list = SQLList(try unknown.map { try $0.blob() })
        try add(
            store.rows(
                Self.selectEntity + " WHERE e.kind = ? AND e.space = ? AND e.uuid IN (\(list.placeholders))",
                [kind.stored, space] + list))
    }

    /// Reads friend rows of an owner.
    mutating func load(friends members: some Sequence<MemberID>, of owner: AccountID) throws {
        try load(accounts: [owner])
        guard let space = accountNumbers[owner] else { return }
        try load(.friend, members.map { EntityID($0.text) }, space: space)
    }

    /// Reads entities by a condition on `e`, a row of `split_entities`.
    ///
    /// - Returns: the places of what was found.
    @discardableResult
    mutating func load(where condition: String, _ arguments: SQLArguments) throws -> [SplitPlace] {
        try add(store.rows(Self.selectEntity + " WHERE \(condition)", arguments))
    }

    @discardableResult
    private mutating func add(_ rows: [SQLRow]) throws -> [SplitPlace] {
        var people: Set<MemberID> = []
        var owners: Set<AccountID> = []
        var invites: [Int64] = []
        var places: [SplitPlace] = []
        for row in rows {
            guard let kind = EntityKey.Kind(stored: try row.integer("kind")) else {
                throw StoreError.invalidValue(column: "kind", reason: "unknown")
            }
            let (id, number) = (try row.entityID("uuid"), try row.integer("id"))
            let place = SplitPlace(kind: kind, space: try row.integer("space"), id: id.text)
            places.append(place)
            guard entityNumbers.updateValue(number, forKey: place) == nil else { continue }
            guard let data = try row.optionalBytes("data") else {
                if kind != .friend { world.removed.insert(id) }
                continue
            }
            let owner = try row.optionalBytes("owner") == nil ? nil : try row.accountID("owner")
            let entity = try SplitEntity.read(data, owner: owner)
            world.insert(entity)
            if let owner { owners.insert(owner) }
            people.formUnion(entity.named.map(\.member))
            switch entity {
            case .invite: invites.append(number)
            case .request(let request): owners.formUnion([request.requester, request.recipient])
            case .friend, .group, .expense, .payment, .closing: break
            }
        }
        try load(accounts: owners)
        try load(people: people)
        try loadMerged(invites)
        return places
    }

    /// Reads which rows claims have merged.
    private mutating func loadMerged(_ numbers: [Int64]) throws {
        guard !numbers.isEmpty else { return }
        let list = SQLList(numbers.map(\.sqlValue))
        let rows = try store.rows(
            """
            SELECT e.uuid, i.merged_friend FROM split_invites i JOIN split_entities e ON e.id = i.entity
            WHERE i.entity IN (\(list.placeholders)) AND i.merged_friend IS NOT NULL
            """, SQLArguments(list.values))
        for row in rows { world.invites[try row.entityID("uuid")]?.mergedFriend = try row.memberID("merged_friend") }
    }

    /// Reads when the texts of an entity were written.
    ///
    /// - Parameter prefix: the beginning of its stamps' names, as the rules have them.
    mutating func loadStamps(of place: SplitPlace, prefix: String) throws {
        guard let number = entityNumbers[place] else { return }
        for row in try store.rows(
            "SELECT field, ms, counter, actor FROM split_stamps WHERE entity = ?", [number])
        {
            world.textStamps["\(prefix)/\(try row.text("field"))"] = ClockStamp(
                milliseconds: UInt64(max(0, try row.integer("ms"))),
                counter: UInt32(clamping: try row.integer("counter")),
                actor: try row.text("actor"))
        }
    }
}

extension SplitEntity {
    /// Reads stored bytes.
    static func read(_ data: [UInt8], owner: AccountID?) throws(StoreError) -> SplitEntity {
        do {
            return try SplitEntity(stored: data, owner: owner ?? AccountID(""))
        } catch {
            throw .invalidValue(column: "data", reason: error.description)
        }
    }
}
