import FlipcashCore

/// Where a node keeps its database.
enum DatabasePlace: Hashable, Sendable {
    /// An SQLite file at this path.
    case file(String)
    case postgreSQL(PostgreSQLURL)

    /// The place for messages, without a password.
    var path: String {
        switch self {
        case .file(let path): path
        case .postgreSQL(let url): url.description
        }
    }

    /// Prepares a file for being opened after a kill or a power failure; does nothing for a server, which does this
    /// itself.
    ///
    /// - Throws: `StoreError.unavailable`.
    func settle() throws(StoreError) {
        switch self {
        case .file(let path): try DatabaseFile.settleLog(ofDatabaseAt: path)
        case .postgreSQL: break
        }
    }

    /// Opens the database for writing. Creates its tables, or upgrades them.
    ///
    /// - Throws: `StoreError` when the database is not usable.
    func open() throws(StoreError) -> NodeStore {
        switch self {
        case .file(let path): try NodeStore(path: path)
        case .postgreSQL(let url): try NodeStore(url)
        }
    }

    /// Returns the key of the node that the database belongs to; nil when there is no database, or no node in it. Only
    /// reads.
    ///
    /// - Throws: `NodeError` or `StoreError` when the database cannot be used.
    func owner() throws -> PublicKey? {
        switch self {
        case .file(let path): try NodeStore.owner(ofDatabaseAt: path)
        case .postgreSQL(let url): try NodeStore.owner(of: url)
        }
    }
}
