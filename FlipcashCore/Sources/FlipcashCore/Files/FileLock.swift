import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An exclusive lock on a file, held until it is released.
///
/// The lock belongs to the open file, so it also ends with the process. Opening the file a second time in the same
/// process does not get the lock either.
public final class FileLock: Sendable {
    private let descriptor: Mutex<Int32?>

    private init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

    /// Tries to lock the file at `path` without waiting, and creates the file if it is missing.
    ///
    /// - Returns: nil if the lock is already held.
    public static func take(_ path: String) throws(SystemFailure) -> FileLock? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemFailure(path) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let failure = SystemFailure(path)
            if failure.code == EINTR { continue }
            close(descriptor)
            if failure.code == EWOULDBLOCK { return nil }
            throw failure
        }
        return FileLock(descriptor)
    }

    /// Releases the lock. A second call has no effect.
    public func release() {
        let held = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        if let held { close(held) }
    }

    deinit { release() }
}
