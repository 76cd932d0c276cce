import FlipcashCore

/// The database's file and what SQLite keeps beside it: the owner's alone, whatever the process's file mode mask says.
enum DatabaseFile {
    /// Creates `path`, empty, when there is no such file, and takes the rights of others from it, its write-ahead log
    /// and its index. SQLite gives new ones the mode of the database.
    ///
    /// - Throws: `StoreError.unavailable`.
    static func makePrivate(_ path: String) throws(StoreError) {
        do throws(SystemFailure) {
            try OpenFile.with(path, .write, .createNew) { _ in }
        } catch {
            guard error.isExisting else { throw .unavailable(path: path, reason: error.reason) }
        }
        // By name: closing a second descriptor of an open database would give up its locks.
        for name in [path, path + "-wal", path + "-shm"] {
            do throws(SystemFailure) {
                try SystemFiles.setMode(name, 0o600)
            } catch {
                guard error.isMissing else { throw .unavailable(path: name, reason: error.reason) }
            }
        }
    }
}
