public import FlipcashCore
import FlipcashCoreAPI
import GRDB
import ProtobufCodec

/// Errors of the store.
public enum SplitStoreFailure: Error, Hashable, Sendable {
    /// The file belongs to another account or environment.
    case otherOwner
    /// A newer version of the program wrote the file.
    case newerVersion
    /// The file cannot be read or written; the reason is SQLite's.
    case unusable(path: String, reason: String)
    /// A stored value is damaged; the text says which.
    case damaged(String)
    /// An id that is not a UUID, or another value that cannot be sent.
    case unsendable(String)
    /// A clearing is under way. Nothing is written until it has ended.
    case clearing
}

/// What one person sees of the service, and the changes that wait to be sent.
///
/// There is one file for each account and environment. The file is never deleted by the program, and it is copied
/// before its tables change. All access is synchronous and serialized: several threads may use one store.
public final class SharedExpensesStore: Sendable {
    /// Whose data it is.
    public struct Owner: Hashable, Sendable {
        /// The account.
        public let account: AccountID
        /// The service of the account.
        public let environment: SplitEnvironment

        /// Creates an owner.
        public init(account: AccountID, environment: SplitEnvironment) {
            self.account = account
            self.environment = environment
        }

        /// The name of the file.
        public var fileName: String { "split-\(environment.rawValue)-\(account).sqlite" }
    }

    /// Whose data this store holds.
    public let owner: Owner
    let queue: DatabaseQueue
    private let path: String

    /// Opens or creates the store.
    ///
    /// - Parameters:
    ///   - path: the file; nil for a store in memory.
    ///   - device: 8 to 16 bytes that name this device in stamps, in hexadecimal digits. It is kept in a new file.
    ///   - member: the id that stands for the caller until a server gives one. It is kept in a new file.
    /// - Throws: ``SplitStoreFailure``.
    public init(path: String?, owner: Owner, device: String, member: MemberID) throws(SplitStoreFailure) {
        self.owner = owner
        self.path = path ?? ":memory:"
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(2)
            queue =
                try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
                ?? DatabaseQueue(configuration: configuration)
            try SplitSchema.migrate(queue, path: path)
            let names = ["account": owner.account.text, "environment": owner.environment.rawValue]
            try queue.write { database in
                for (key, value) in names {
                    if let stored = try Self.value(key, in: database) {
                        guard stored == value else { throw SplitStoreFailure.otherOwner }
                    } else {
                        try Self.set(key, value, in: database)
                    }
                }
                if try Self.value("device", in: database) == nil { try Self.set("device", device, in: database) }
                if try Self.value("member", in: database) == nil { try Self.set("member", member.text, in: database) }
            }
        } catch let failure as SplitStoreFailure {
            throw failure
        } catch {
            throw .unusable(path: path ?? ":memory:", reason: String(describing: error))
        }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(SplitStoreFailure) -> Value {
        do { return try queue.read(body) } catch { throw explain(error) }
    }

    func write<Value>(_ body: (Database) throws -> Value) throws(SplitStoreFailure) -> Value {
        do { return try queue.write(body) } catch { throw explain(error) }
    }

    private func explain(_ error: any Error) -> SplitStoreFailure {
        switch error {
        case let failure as SplitStoreFailure: failure
        case let mismatch as WireMismatch: .unsendable(mismatch.place)
        default: .unusable(path: path, reason: String(describing: error))
        }
    }

    static func value(_ key: String, in database: Database) throws -> String? {
        try String.fetchOne(database, sql: "SELECT value FROM state WHERE key = ?", arguments: [key])
    }

    static func set(_ key: String, _ value: String?, in database: Database) throws {
        if let value {
            try database.execute(
                sql:
                    "INSERT INTO state (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                arguments: [key, value])
        } else {
            try database.execute(sql: "DELETE FROM state WHERE key = ?", arguments: [key])
        }
    }

    /// The caller's ids: those of the last answer, or the local one.
    public func identity() throws(SplitStoreFailure) -> OwnIdentity {
        try read { try Self.identity(in: $0) }
    }

    static func identity(in database: Database) throws -> OwnIdentity {
        guard let member = try value("member", in: database) else { throw SplitStoreFailure.damaged("member") }
        let aliases = try value("aliases", in: database)?.split(separator: ",") ?? []
        return OwnIdentity(
            memberID: MemberID(member), equivalentMemberIDs: Set(aliases.map { MemberID(String($0)) }))
    }

    /// The account's name on the service; nil before the first answer, and for an account without a name.
    public func displayName() throws(SplitStoreFailure) -> String? {
        let name = try read { try Self.value("name", in: $0) }
        return name.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The revision of the stored entities; 0 before the first answer.
    public func revision() throws(SplitStoreFailure) -> UInt64 {
        try read { UInt64(try Self.value("revision", in: $0) ?? "0") ?? 0 }
    }

    /// Removes the entities from the server, so that the next synchronisation fetches all of them. Keeps the changes
    /// that wait to be sent.
    public func reset() throws(SplitStoreFailure) {
        try write { database in
            try database.execute(sql: "DELETE FROM entity")
            try Self.set("revision", nil, in: database)
        }
    }
}
