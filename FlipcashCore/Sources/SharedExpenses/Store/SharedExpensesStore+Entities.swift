import FlipcashCoreAPI
import FoundationEssentials
import GRDB
import ProtobufCodec

extension SharedExpensesStore {
    /// Proof that a server has identified the caller. The store accepts entities of a server only with this proof.
    public struct Session: Sendable {
        let account: OwnAccount
    }

    /// Adopts the account that the server returned.
    ///
    /// Changes that were made before the first answer name the caller by a local id; it is replaced by the server's.
    ///
    /// - Throws: ``SplitStoreFailure/otherOwner`` for another account.
    public func adopt(_ account: OwnAccount) throws(SplitStoreFailure) -> Session {
        guard account.account.id == owner.account else { throw .otherOwner }
        try write { database in
            let local = MemberID(try Self.value("member", in: database) ?? "")
            let canonical = account.account.memberID
            if local != canonical, try Self.value("isKnown", in: database) == nil {
                for row in try Row.fetchAll(database, sql: "SELECT position, data FROM outbox") {
                    var operation = try self.operation(row["data"])
                    operation.change = operation.change.replacing(local, with: canonical)
                    try database.execute(
                        sql: "UPDATE outbox SET data = ? WHERE position = ?",
                        arguments: [try Self.data(operation), row["position"] as Int64])
                }
            }
            try Self.set("member", canonical.text, in: database)
            try Self.set("aliases", account.aliases.map(\.text).joined(separator: ","), in: database)
            try Self.set("name", account.account.displayName, in: database)
            try Self.set("isKnown", "1", in: database)
        }
        return Session(account: account)
    }

    /// Replaces everything that the server sent before by a complete snapshot.
    public func replace(
        with entities: [SplitEntity], revision: UInt64, in session: Session
    ) throws(SplitStoreFailure) {
        try write { database in
            try database.execute(sql: "DELETE FROM entity")
            for entity in entities { try Self.insert(entity, in: database) }
            try Self.finish(revision, in: database)
            try forgetOvertaken(in: database)
        }
    }

    /// Applies a page of changes.
    public func apply(_ page: ChangePage, in session: Session) throws(SplitStoreFailure) {
        try write { database in
            for key in page.tombstones {
                try database.cachedStatement(sql: "DELETE FROM entity WHERE kind = ? AND id = ?")
                    .execute(arguments: [key.kind.rawValue, key.id])
            }
            for entity in page.entities { try Self.insert(entity, in: database) }
            try forgetOvertaken(in: database)
            if page.hasMore {
                try Self.set("revision", String(page.revision), in: database)
            } else {
                try Self.finish(page.revision, in: database)
            }
        }
    }

    /// Stores the revision, and drops the queued changes that the revision contains.
    private static func finish(_ revision: UInt64, in database: Database) throws {
        try set("revision", String(revision), in: database)
        let accepted = UInt64(try value("acceptedAt", in: database) ?? "0") ?? 0
        if revision >= accepted { try database.execute(sql: "DELETE FROM outbox WHERE isAccepted = 1") }
    }

    private static func insert(_ entity: SplitEntity, in database: Database) throws {
        let (group, date): (EntityID?, SplitTime) =
            switch entity {
            case .expense(let expense): (expense.groupID, expense.date)
            case .payment(let payment): (payment.groupID, payment.createdAt)
            case .closing(let closing): (closing.groupID, closing.at)
            case .group(let group): (nil, group.createdAt)
            case .friend, .invite, .request: (nil, SplitTime(milliseconds: 0))
            }
        let key = entity.key
        let data: [UInt8] = try entity.wire().serializedBytes()
        // Compiled once for all entities of a snapshot.
        let statement = try database.cachedStatement(
            sql: "INSERT OR REPLACE INTO entity (kind, id, groupID, date, data) VALUES (?, ?, ?, ?, ?)")
        try statement.execute(
            arguments: [key.kind.rawValue, key.id, group?.text, date.milliseconds, Data(data)])
    }

    /// The stored entities of a kind, without queued changes. For expenses and payments, `group` selects one group.
    public func entities(
        _ kind: EntityKey.Kind, group: EntityID? = nil, limit: Int = .max
    ) throws(SplitStoreFailure) -> [SplitEntity] {
        try read { database in
            let narrow = group == nil ? "" : " AND groupID = ?"
            var arguments: StatementArguments = [kind.rawValue]
            if let group { arguments += [group.text] }
            arguments += [limit == .max ? -1 : limit]
            let rows = try Data.fetchCursor(
                database, sql: "SELECT data FROM entity WHERE kind = ?\(narrow) ORDER BY date, id LIMIT ?",
                arguments: arguments)
            var entities: [SplitEntity] = []
            while let data = try rows.next() { entities.append(try entity(data)) }
            return entities
        }
    }

    func entity(_ data: Data) throws -> SplitEntity {
        let message = try Flipcash_Split_V1_Entity(serializedBytes: Array(data))
        return try SplitEntity(wire: message, viewer: owner.account)
    }

    func operation(_ data: Data) throws -> SplitOperation {
        let message = try Flipcash_Split_V1_Op(serializedBytes: Array(data))
        return try SplitOperation(wire: message, caller: owner.account)
    }

    /// The bytes of an operation that a server accepts in this form.
    ///
    /// - Throws: `WireMismatch` that names the field.
    func sendableData(_ operation: SplitOperation) throws -> Data {
        let bytes: [UInt8] = try operation.sendable(by: owner.account).serializedBytes()
        return Data(bytes)
    }

    static func data(_ operation: SplitOperation) throws -> Data {
        let bytes: [UInt8] = try operation.wire().serializedBytes()
        return Data(bytes)
    }
}
