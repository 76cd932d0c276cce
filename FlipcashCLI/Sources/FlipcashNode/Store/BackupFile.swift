#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The file that a backup is written to.
struct BackupFile {
    let path: String

    /// Creates the file, empty and readable by its owner alone.
    ///
    /// - Throws: `StoreError.unavailable` when it exists already or cannot be created.
    init(creatingAt path: String) throws(StoreError) {
        self.path = path
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
        close(descriptor)
    }

    /// Returns when the file's content is on the disk.
    func flush() throws(StoreError) {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw Self.failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Self.failure(path) }
    }

    /// Removes a file that was not completed.
    func remove() { unlink(path) }

    private static func failure(_ path: String) -> StoreError {
        .unavailable(path: path, reason: String(cString: strerror(errno)))
    }
}
