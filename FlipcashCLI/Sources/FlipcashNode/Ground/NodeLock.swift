import FlipcashCore

/// The lock that holds a node's folder for one process, or one node within it (payment specification §21.9: one node
/// per folder at a time).
enum NodeLock {
    /// Takes the lock at `path`.
    ///
    /// - Throws: `NodeError.folderInUse` naming `folder` when somebody else holds it.
    static func acquire(_ path: String, folder: String) throws(NodeError) -> FileLock {
        do throws(SystemFailure) {
            if let lock = try FileLock.take(path) { return lock }
        } catch {
            throw NodeError(error, "lock")
        }
        throw .folderInUse(path: folder)
    }
}
