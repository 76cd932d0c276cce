#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The database's file and what SQLite keeps beside it: the owner's alone, whatever the process's file mode mask says.
enum DatabaseFile {
    /// Creates `path`, empty, when there is no such file, and takes the rights of others from it, its write-ahead log
    /// and its index. SQLite gives new ones the mode of the database.
    ///
    /// - Throws: `StoreError.unavailable`.
    static func makePrivate(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw failure(path)
        }
        // By name: closing a second descriptor of an open database would give up its locks.
        for name in [path, path + "-wal", path + "-shm"] where chmod(name, 0o600) != 0 {
            guard errno == ENOENT else { throw failure(name) }
        }
    }

    private static func failure(_ path: String) -> StoreError {
        .unavailable(path: path, reason: String(cString: strerror(errno)))
    }
}
