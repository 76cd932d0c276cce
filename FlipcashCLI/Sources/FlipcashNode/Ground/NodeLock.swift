import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Holds a node's folder for one process, or one node within it, until it is let go.
///
/// The lock belongs to the open file, so it disappears with the process however that ends (payment specification
/// §21.9: one node per folder at a time).
final class NodeLock: Sendable {
    private let descriptor: Mutex<Int32?>

    private init(descriptor: Int32) { self.descriptor = Mutex(descriptor) }

    /// Takes the lock at `path`.
    ///
    /// - Throws: `NodeError.folderInUse` naming `folder` when somebody else holds it.
    static func acquire(_ path: String, folder: String) throws(NodeError) -> NodeLock {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PrivateFile.failure("open", path) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let busy = errno == EWOULDBLOCK
            let error = PrivateFile.failure("lock", path)
            close(descriptor)
            throw busy ? .folderInUse(path: folder) : error
        }
        return NodeLock(descriptor: descriptor)
    }

    /// Lets go of the folder. Harmless when done twice.
    func release() {
        let held = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        if let held { close(held) }
    }

    deinit { release() }
}
