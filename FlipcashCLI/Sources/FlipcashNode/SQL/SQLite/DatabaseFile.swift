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

    /// Makes sure that all of the write-ahead log that can be read is on the disk. Called before the database is
    /// opened; no process may have it open.
    ///
    /// After a failed sync, or a kill before one, Linux still shows bytes that are not on the disk, and no later sync
    /// writes them: they no longer count as changed. SQLite would report their commits, add others after them, and lose
    /// all of them in a power failure. Writing the same bytes again makes the next sync write them.
    ///
    /// - Throws: `StoreError.unavailable`.
    static func settleLog(ofDatabaseAt path: String) throws(StoreError) {
        let log = path + "-wal"
        do throws(SystemFailure) {
            try OpenFile.with(log, .read) { source throws(SystemFailure) in
                try OpenFile.with(log, .write) { target throws(SystemFailure) in
                    var offset: UInt64 = 0
                    while true {
                        let bytes = try source.bytes(at: offset, count: 1 << 20)
                        guard !bytes.isEmpty else { break }
                        try target.writeAll(bytes)
                        offset += UInt64(bytes.count)
                    }
                    try target.sync()
                }
            }
        } catch {
            guard error.isMissing else { throw .unavailable(path: log, reason: error.reason) }
        }
    }
}
