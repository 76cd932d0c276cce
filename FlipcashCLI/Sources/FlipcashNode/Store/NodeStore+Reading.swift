import FlipcashCore

extension NodeStore {
    /// Opens the database at `place` for reading only, and closes it after `body`. The caller holds the folder's lock.
    ///
    /// - Throws: `NodeError.missingDatabase` when there is none, `NodeError.refused` when it has to be upgraded first,
    ///   `StoreError` when it cannot be used; what `body` throws.
    static func reading<Result>(_ place: DatabasePlace, key: String, _ body: (NodeStore) throws -> Result) throws
        -> Result
    {
        guard case .file(let path) = place else { return try reading(place, body) }
        guard try PrivateFile.size(path) ?? 0 > 0 else { throw NodeError.missingDatabase(path: path, key: key) }
        return try withoutNewFiles(beside: path) { try reading(place, body) }
    }

    /// Runs `body`, which only reads the database file at `path`, and removes the temporary files that SQLite makes
    /// beside it even then.
    static func withoutNewFiles<Result>(beside path: String, _ body: () throws -> Result) rethrows -> Result {
        let missing = [path + "-wal", path + "-shm"].filter { !SystemFiles.exists($0) }
        defer { missing.forEach(PrivateFile.remove) }
        return try body()
    }

    private static func reading<Result>(_ place: DatabasePlace, _ body: (NodeStore) throws -> Result) throws -> Result {
        let store = try NodeStore(readingFrom: place)
        defer { try? store.close() }
        return try body(store)
    }

    /// Refuses a database that a start would upgrade.
    ///
    /// - Parameter found: its version; nil for a database without tables.
    static func checkIsCurrent(_ found: Int?, path: String) throws(NodeError) {
        guard let found else {
            throw .refused(
                reason: "the database \(path) has no tables of a node yet: start the node once, which creates them")
        }
        guard found < NodeSchema.version else { return }
        throw .refused(
            reason: "the database \(path) has version \(found), and this program writes version "
                + "\(NodeSchema.version): start the node once, which upgrades it")
    }
}
