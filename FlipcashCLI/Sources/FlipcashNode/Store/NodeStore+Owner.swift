import FlipcashCore

extension NodeStore {
    /// The key of the node that owns the database; nil for a database without a node.
    func nodeKey() throws -> PublicKey? { try read { try $0.mint(CoreMint.usdf.mint)?.vmAuthority } }

    /// Returns the key of the node that owns the database at `path`; nil when there is no database, or no node in it.
    ///
    /// Only reads the file: does not upgrade it or change its mode. No process may have it open meanwhile, since
    /// SQLite's temporary files beside it are removed.
    ///
    /// - Throws: `NodeError` or `StoreError` when the file cannot be used.
    static func owner(ofDatabaseAt path: String) throws -> PublicKey? {
        guard try PrivateFile.size(path) ?? 0 > 0 else { return nil }
        return try withoutNewFiles(beside: path) {
            do {
                let database = try SQLiteDatabase(readingFrom: path)
                let key = try database.read { try Self.owner(in: StoreReader(connection: $0), path: path) }
                try database.close()
                return key
            } catch {
                throw StoreError(error, path: path)
            }
        }
    }

    /// Returns the key of the node that the PostgreSQL database belongs to; nil when no node has used it.
    ///
    /// Only reads, also while a node writes.
    ///
    /// - Throws: `StoreError` when the database cannot be used.
    static func owner(of url: PostgreSQLURL) throws(StoreError) -> PublicKey? {
        let path = url.description
        do {
            let database = try PostgreSQLDatabase(readingFrom: url)
            defer { try? database.close() }
            return try database.read { try Self.owner(in: StoreReader(connection: $0), path: path) }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    private static func owner(in reader: StoreReader, path: String) throws -> PublicKey? {
        guard try version(of: reader.connection, path: path) != nil else { return nil }
        let row = try reader.row("SELECT vm_authority FROM mints WHERE mint = ?", [CoreMint.usdf.mint.blob])
        return try row?.key("vm_authority")
    }
}
