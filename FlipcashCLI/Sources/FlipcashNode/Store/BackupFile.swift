#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The file that a backup is written to. Its name appears only when it is complete.
struct BackupFile {
    let path: String
    /// Where it is written until then, beside its final place.
    let draft: String

    /// Creates the draft, empty and readable by its owner alone.
    ///
    /// - Throws: `StoreError.unavailable` when `path` exists already or the draft cannot be created.
    init(creatingAt path: String) throws(StoreError) {
        self.path = path
        draft = "\(path).\(getpid()).new"
        guard access(path, F_OK) != 0 else { throw .unavailable(path: path, reason: String(cString: strerror(EEXIST))) }
        unlink(draft)
        let descriptor = open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
        close(descriptor)
    }

    /// Gives the draft its name, without taking the place of another file; returns when content and name are on the
    /// disk.
    func complete() throws(StoreError) {
        try Self.flush(draft, O_RDONLY)
        guard link(draft, path) == 0 else { throw Self.failure(path) }
        unlink(draft)
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        try Self.flush(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY)
    }

    /// Removes a draft that was not completed.
    func remove() { unlink(draft) }

    private static func flush(_ path: String, _ mode: Int32) throws(StoreError) {
        let descriptor = open(path, mode | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path) }
    }

    private static func failure(_ path: String) -> StoreError {
        .unavailable(path: path, reason: String(cString: strerror(errno)))
    }
}
