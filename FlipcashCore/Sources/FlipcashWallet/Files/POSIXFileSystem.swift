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

    /// Returns the content of `path`; nil if there is no such file. Follows symbolic links.
    ///
    /// - Throws: `FileFailure.failed`.
    public func read(_ path: String) throws(FileFailure) -> [UInt8]? {
        do throws(SystemFailure) {
            return try OpenFile.with(path, .read) { file throws(SystemFailure) in try file.contents() }
        } catch {
            if error.isMissing { return nil }
            throw .failed(operation: "read", path: path, reason: error.reason)
        }
    }

    /// Writes `path.PROCESS.NUMBER.tmp` with mode 0600, syncs it, renames it to `path`, and syncs the folder. A
    /// failure removes the temporary file and leaves the old content, unless the folder's sync fails.
    ///
    /// - Throws: `FileFailure.failed`.
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

    /// Appends `bytes` and syncs the file. For a new file, with mode 0600, also syncs the folder.
    ///
    /// - Throws: `FileFailure.failed`; a part of the bytes may have been written.
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

    /// Removes `path`, without syncing the folder; does nothing if it is missing.
    ///
    /// - Throws: `FileFailure.failed`.
    public func remove(_ path: String) throws(FileFailure) {
        do throws(SystemFailure) {
            try SystemFiles.remove(path)
        } catch {
            throw .failed(operation: "remove", path: path, reason: error.reason)
        }
    }

    /// Creates the folder `path` and its missing parents, each with mode 0700.
    ///
    /// - Throws: `FileFailure.failed` with the folder that could not be created.
    public func makeFolder(_ path: String) throws(FileFailure) {
        do throws(SystemFailure) {
            try SystemFiles.makeFolder(path)
        } catch {
            throw .failed(operation: "make the folder", path: error.path, reason: error.reason)
        }
    }

    /// Returns the permission bits of `path`, or of the file that it links to; nil if there is no such file.
    ///
    /// - Throws: `FileFailure.failed`.
    public func permissions(_ path: String) throws(FileFailure) -> UInt16? {
        do throws(SystemFailure) {
            return try SystemFiles.status(path)?.permissions
        } catch {
            throw .failed(operation: "read", path: path, reason: error.reason)
        }
    }

    /// Tries to take the exclusive lock on `path`, creating the file if it is missing; nil if another holder has it.
    ///
    /// - Throws: `FileFailure.failed`.
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

    /// Takes the exclusive lock on `path`; blocks the thread and asks again every 20 ms. A cancelled task still tries
    /// for half a second.
    ///
    /// - Throws: `FileFailure.failed`; `FileFailure.stopped` if the calling task is cancelled while it waits.
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
