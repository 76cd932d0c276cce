/// The file operations that the wallet relies on for durability.
///
/// They stand behind a protocol so that tests can make any of them fail, and can lose what was not synced.
///
/// Every method throws `FileFailure.failed` with the operating system's reason.
public protocol FileSystem: Sendable {
    /// The content of `path`; nil when there is no such file.
    func read(_ path: String) throws(FileFailure) -> [UInt8]?

    /// Replaces `path` by `bytes` so that a crash leaves the old or the new content, never a mixture: temporary file,
    /// sync, rename, sync of the folder. The file gets mode 0600.
    func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure)

    /// Appends `bytes` to `path`, made with mode 0600 if missing, and returns once they are durable.
    func append(_ bytes: [UInt8], to path: String) throws(FileFailure)

    /// Removes `path`; a missing file is no error.
    func remove(_ path: String) throws(FileFailure)

    /// Makes the folder `path` and its missing parents, each with mode 0700.
    func makeFolder(_ path: String) throws(FileFailure)

    /// The permission bits of `path`; nil when there is no such file.
    func permissions(_ path: String) throws(FileFailure) -> UInt16?

    /// Takes the exclusive lock that the file `path` stands for, without waiting; nil when somebody else holds it.
    func tryLock(_ path: String) throws(FileFailure) -> HeldLock?

    /// Takes that lock, blocking the thread until it is free; only around a few file operations, never while a person
    /// is asked something.
    ///
    /// - Throws: `FileFailure.stopped` when the calling task is cancelled while it waits.
    func lock(_ path: String) throws(FileFailure) -> HeldLock
}

extension FileSystem {
    /// Reads a file that holds secrets.
    ///
    /// - Throws: `FileFailure.readableByOthers` when anyone but its owner may read or write it, with the advice to
    ///   restrict it (client specification §12.8).
    public func readSecret(_ path: String) throws(FileFailure) -> [UInt8]? {
        guard let permissions = try permissions(path) else { return nil }
        guard permissions & 0o077 == 0 else { throw .readableByOthers(path) }
        return try read(path)
    }
}

/// A lock that is held until it is released or the process ends.
public final class HeldLock: Sendable {
    private let onRelease: @Sendable () -> Void

    /// Wraps the action that gives the lock up; it runs when the object is released.
    public init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

    deinit { onRelease() }
}

/// Why a file operation did not work.
public enum FileFailure: WalletFailure, Equatable {
    /// The operation failed with the operating system's reason.
    case failed(operation: String, path: String, reason: String)
    /// A file of secrets can be read or written by other people of this machine.
    case readableByOthers(String)
    /// The task was cancelled while it waited for a lock that another program holds.
    case stopped(path: String)

    public var report: FailureReport {
        switch self {
        case .failed(let operation, let path, let reason):
            FailureReport(.fileError, .inputOutput, "Could not \(operation) \(path): \(reason).")
        case .stopped(let path):
            FailureReport(
                .busy, .declined,
                "Stopped while waiting for another program that has locked \(path). Nothing was changed.",
                isRetryable: true)
        case .readableByOthers(let path):
            FailureReport(
                .fileError, .configuration,
                "\(path) holds secrets and is open to other people of this machine.", advice: .restrictFile(path))
        }
    }
}
