import FlipcashCore
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The operating system's files.
public struct POSIXFileSystem: FileSystem {
    /// The number of replacements so far, used to give each one its own temporary file.
    private static let replacements = Atomic<UInt64>(0)

    /// Creates a file system for this machine's files.
    public init() {}

    public func read(_ path: String) throws(FileFailure) -> [UInt8]? {
        do throws(SystemFailure) {
            return try OpenFile.with(path, .read) { file throws(SystemFailure) in try file.contents() }
        } catch {
            if error.isMissing { return nil }
            throw .failed(operation: "read", path: path, reason: error.reason)
        }
    }

    public func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
        let number = Self.replacements.add(1, ordering: .relaxed).oldValue
        let temporary = "\(path).\(getpid()).\(number).tmp"
        do throws(SystemFailure) {
            try OpenFile.with(temporary, .write, [.create, .truncate]) { file throws(SystemFailure) in
                try file.setMode(0o600)
                try file.writeAll(bytes)
                try file.sync()
            }
            try SystemFiles.move(temporary, over: path)
        } catch {
            try? SystemFiles.remove(temporary)
            throw .failed(operation: "write", path: path, reason: error.reason)
        }
        try syncFolder(of: path)
    }

    public func append(_ bytes: [UInt8], to path: String) throws(FileFailure) {
        let isNew = !SystemFiles.exists(path)
        do throws(SystemFailure) {
            try OpenFile.with(path, .write, [.append, .create]) { file throws(SystemFailure) in
                try file.writeAll(bytes)
                try file.sync()
            }
        } catch {
            throw .failed(operation: "write", path: path, reason: error.reason)
        }
        if isNew { try syncFolder(of: path) }
    }

    public func remove(_ path: String) throws(FileFailure) {
        do throws(SystemFailure) {
            try SystemFiles.remove(path)
        } catch {
            throw .failed(operation: "remove", path: path, reason: error.reason)
        }
    }

    public func makeFolder(_ path: String) throws(FileFailure) {
        do throws(SystemFailure) {
            try SystemFiles.makeFolder(path)
        } catch {
            throw .failed(operation: "make the folder", path: error.path, reason: error.reason)
        }
    }

    public func permissions(_ path: String) throws(FileFailure) -> UInt16? {
        do throws(SystemFailure) {
            return try SystemFiles.status(path)?.permissions
        } catch {
            throw .failed(operation: "read", path: path, reason: error.reason)
        }
    }

    public func tryLock(_ path: String) throws(FileFailure) -> HeldLock? {
        do throws(SystemFailure) {
            guard let lock = try FileLock.take(path) else { return nil }
            return HeldLock { lock.release() }
        } catch {
            throw .failed(operation: "lock", path: path, reason: error.reason)
        }
    }

    /// How often to check whether a lock is free.
    private static let lockPollMilliseconds: Int32 = 20
    /// How many more times a cancelled task tries, about half a second. Locks are held briefly, and the task may still
    /// need to write a short record.
    private static let cancelledPollCount = 25

    public func lock(_ path: String) throws(FileFailure) -> HeldLock {
        var cancelledPolls = 0
        // Polls, because a thread that blocks in the kernel could not be cancelled.
        while true {
            if let lock = try tryLock(path) { return lock }
            if Task.isCancelled {
                guard cancelledPolls < Self.cancelledPollCount else { throw .stopped(path: path) }
                cancelledPolls += 1
            }
            poll(nil, 0, Self.lockPollMilliseconds)
        }
    }

    private func syncFolder(of path: String) throws(FileFailure) {
        do throws(SystemFailure) {
            try SystemFiles.syncFolder(of: path)
        } catch {
            throw .failed(operation: "sync the folder", path: error.path, reason: error.reason)
        }
    }
}
