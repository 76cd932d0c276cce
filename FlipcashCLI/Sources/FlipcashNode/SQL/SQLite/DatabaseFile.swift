import FlipcashCore

/// The database's file and SQLite's files beside it, with mode 0600 regardless of the process's umask.
enum DatabaseFile {
    /// Creates an empty file at `path` if there is none, and removes the access of others to it, its write-ahead log
    /// and its index. SQLite gives new files the mode of the database.
    ///
    /// - Throws: `StoreError.unavailable`.
    static func makePrivate(_ path: String) throws(StoreError) {
        do throws(SystemFailure) {
            try OpenFile.with(path, .write, .createNew) { _ in }
        } catch {
            guard error.isExisting else { throw .unavailable(path: path, reason: error.reason) }
        }
        // By path: closing a second descriptor of an open database would release its locks.
        for name in [path, path + "-wal", path + "-shm"] {
            do throws(SystemFailure) {
                try SystemFiles.setMode(name, 0o600)
            } catch {
                guard error.isMissing else { throw .unavailable(path: name, reason: error.reason) }
            }
        }
    }
}
