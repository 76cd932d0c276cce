import FlipcashCore

extension Database {
    /// Deletes the store and records this program's schema version, under the rebuild lock.
    static func rebuild(owner: PublicKey, folder: ProfileFolder, files: any FileSystem) throws {
        let lock = try files.lock(folder.storeLock(owner))
        defer { withExtendedLifetime(lock) {} }
        // Another process may have rebuilt the store while this one waited.
        let versionPath = folder.storeVersion(owner)
        guard SQLiteVersion.parse(try files.read(versionPath)) != SQLiteVersion.current else { return }
        try delete(owner: owner, folder: folder, files: files)
        try files.replace(versionPath, with: SQLiteVersion.text(SQLiteVersion.current))
    }

    /// Deletes the three files of the store.
    static func delete(owner: PublicKey, folder: ProfileFolder, files: any FileSystem) throws(FileFailure) {
        let path = folder.store(owner)
        for suffix in ["", "-wal", "-shm"] { try files.remove(path + suffix) }
    }
}
