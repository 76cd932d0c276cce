import FlipcashCore

/// The lock that reserves a node's folder for one node in one process (payment specification §21.9: one node per folder
/// at a time).
enum NodeLock {
    /// Takes the lock at `path`. Creates the file if it is missing; its folder must exist.
    ///
    /// - Throws: `NodeError.folderInUse` naming `folder` when another node or an operator command holds the lock,
    ///   `NodeError.fileSystem` when the file cannot be opened or locked.
    static func acquire(_ path: String, folder: String) throws(NodeError) -> FileLock {
        do throws(SystemFailure) {
            if let lock = try FileLock.take(path) { return lock }
        } catch {
            throw NodeError(error, "lock")
        }
        throw .folderInUse(path: folder)
    }
}
