import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The exclusive lock that a file stands for, held until it is released.
///
/// The lock belongs to the open file, so it also ends with the process. A second opening in the same process does not
/// get the lock either.
public final class FileLock: Sendable {
    private let descriptor: Mutex<Int32?>

    private init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

    /// Takes the lock of the file at `path` without waiting, and makes the file if it is missing.
    ///
    /// - Returns: nil when the lock is held already.
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

    /// Gives the lock up. A second call has no effect.
    public func release() {
        let held = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        if let held { close(held) }
    }

    deinit { release() }
}
