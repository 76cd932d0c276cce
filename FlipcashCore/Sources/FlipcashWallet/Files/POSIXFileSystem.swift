#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

import Synchronization

/// The operating system's files.
public struct POSIXFileSystem: FileSystem {
    /// How many files this process has replaced: no two replacements share a temporary file.
    private static let replacements = Atomic<UInt64>(0)

    /// Uses the files of this machine, as the process may.
    public init() {}

    public func read(_ path: String) throws(FileFailure) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("read", path)
        }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = readBytes(descriptor, into: &chunk)
            if count == 0 { return content }
            guard count > 0 else { throw failure("read", path) }
            content.append(contentsOf: chunk[..<count])
        }
    }

    public func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
        let number = Self.replacements.add(1, ordering: .relaxed).oldValue
        let temporary = "\(path).\(getpid()).\(number).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("write", path) }
        var isOpen = true
        defer {
            if isOpen { close(descriptor) }
        }
        guard fchmod(descriptor, 0o600) == 0, writeAll(bytes, to: descriptor), fsync(descriptor) == 0 else {
            let cause = failure("write", path)
            unlink(temporary)
            throw cause
        }
        isOpen = false
        guard close(descriptor) == 0, rename(temporary, path) == 0 else {
            let cause = failure("write", path)
            unlink(temporary)
            throw cause
        }
        try syncFolder(of: path)
    }

    public func append(_ bytes: [UInt8], to path: String) throws(FileFailure) {
        let isNew = access(path, F_OK) != 0
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("write", path) }
        defer { close(descriptor) }
        guard writeAll(bytes, to: descriptor), fsync(descriptor) == 0 else { throw failure("write", path) }
        if isNew { try syncFolder(of: path) }
    }

    public func remove(_ path: String) throws(FileFailure) {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure("remove", path) }
    }

    public func makeFolder(_ path: String) throws(FileFailure) {
        var partial = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/") {
            partial += (partial.isEmpty || partial.hasSuffix("/") ? "" : "/") + component
            guard mkdir(partial, 0o700) == 0 || errno == EEXIST || errno == EISDIR || isFolder(partial) else {
                throw failure("make the folder", partial)
            }
        }
        guard isFolder(path) else {
            throw .failed(operation: "make the folder", path: path, reason: "something else has that name")
        }
    }

    public func permissions(_ path: String) throws(FileFailure) -> UInt16? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw failure("read", path)
        }
        return UInt16(status.st_mode & 0o7777)
    }

    public func tryLock(_ path: String) throws(FileFailure) -> HeldLock? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("lock", path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK || errno == EINTR
            let cause = failure("lock", path)
            close(descriptor)
            if isHeld { return nil }
            throw cause
        }
        return HeldLock { close(descriptor) }
    }

    /// How often a waiting program looks whether a lock is free.
    private static let lockPollMilliseconds: Int32 = 20
    /// How many times a cancelled task still looks, about half a second: what it has to note is short, and so is what
    /// the lock is held for.
    private static let cancelledPollCount = 25

    public func lock(_ path: String) throws(FileFailure) -> HeldLock {
        var cancelledPolls = 0
        // A thread that waited in the kernel until the lock is free could not be stopped.
        while true {
            if let lock = try tryLock(path) { return lock }
            if Task.isCancelled {
                guard cancelledPolls < Self.cancelledPollCount else { throw .stopped(path: path) }
                cancelledPolls += 1
            }
            poll(nil, 0, Self.lockPollMilliseconds)
        }
    }

    private func failure(_ operation: String, _ path: String) -> FileFailure {
        .failed(operation: operation, path: path, reason: String(cString: strerror(errno)))
    }

    private func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private func readBytes(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
        buffer.withUnsafeMutableBytes { bytes in
            while true {
                #if canImport(Glibc)
                    let count = Glibc.read(descriptor, bytes.baseAddress, bytes.count)
                #elseif canImport(Musl)
                    let count = Musl.read(descriptor, bytes.baseAddress, bytes.count)
                #else
                    let count = Darwin.read(descriptor, bytes.baseAddress, bytes.count)
                #endif
                if count < 0 && errno == EINTR { continue }
                return count
            }
        }
    }

    private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let count = write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
                if count < 0 {
                    if errno == EINTR { continue }
                    return false
                }
                written += count
            }
            return true
        }
    }

    /// Makes a rename or a creation inside the folder of `path` durable.
    private func syncFolder(of path: String) throws(FileFailure) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let folder = parts.isEmpty ? "." : (parts.count == 1 ? "/" : parts.joined(separator: "/"))
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("sync the folder", folder) }
        defer { close(descriptor) }
        // Some file systems refuse to sync folders; the rename itself is then as durable as they make it.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure("sync the folder", folder) }
    }
}
