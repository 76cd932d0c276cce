public import FlipcashCore

/// The file operations that the wallet relies on for durability.
///
/// It is a protocol so that tests can make any operation fail, and can lose data that was not synced.
///
/// Every method throws `FileFailure.failed` with the operating system's reason.
public protocol FileSystem: Sendable {
    /// Returns the content of `path`; nil if there is no such file.
    func read(_ path: String) throws(FileFailure) -> [UInt8]?

    /// Replaces the content of `path`, creating the file with mode 0600. A crash leaves the old or the new content:
    /// writes a temporary file, syncs it, renames it, and syncs the folder.
    func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure)

    /// Appends `bytes` to `path`, creating it with mode 0600 if missing, and returns once they are durable.
    func append(_ bytes: [UInt8], to path: String) throws(FileFailure)

    /// Removes `path`; does nothing if it is missing.
    func remove(_ path: String) throws(FileFailure)

    /// Creates the folder `path` and its missing parents, each with mode 0700.
    func makeFolder(_ path: String) throws(FileFailure)

    /// Returns the permission bits of `path`; nil if there is no such file.
    func permissions(_ path: String) throws(FileFailure) -> UInt16?

    /// Tries to take the exclusive lock on the file `path` without waiting; nil if it is already held.
    func tryLock(_ path: String) throws(FileFailure) -> HeldLock?

    /// Takes the exclusive lock on the file `path`, blocking the thread until it is free. Use it only around a few file
    /// operations, never while waiting for input.
    ///
    /// - Throws: `FileFailure.stopped` if the calling task is cancelled while it waits.
    func lock(_ path: String) throws(FileFailure) -> HeldLock
}

extension FileSystem {
    /// Reads a file that holds secrets.
    ///
    /// - Throws: `FileFailure.readableByOthers` if other users may read or write the file (client specification §12.8).
    public func readSecret(_ path: String) throws(FileFailure) -> [UInt8]? {
        guard let permissions = try permissions(path) else { return nil }
        guard permissions & 0o077 == 0 else { throw .readableByOthers(path) }
        return try read(path)
    }

    /// Takes the exclusive lock on the file `path`, and suspends the task while another holder has it.
    ///
    /// - Parameter interval: the time between two tries.
    /// - Throws: `FileFailure` if the file cannot be used; `CancellationError` if the task is cancelled while it waits.
    public func awaitLock(
        _ path: String, every interval: Duration = .milliseconds(20), clock: any WallClock
    ) async throws -> HeldLock {
        while true {
            if let lock = try tryLock(path) { return lock }
            try await clock.sleep(for: interval)
        }
    }

    /// Takes the lock as ``awaitLock(_:every:clock:)`` does, and gives up after a time.
    ///
    /// - Parameter limit: the longest time to wait; zero for a single try.
    /// - Returns: nil if the lock was held for all of `limit`.
    public func awaitLock(
        _ path: String, every interval: Duration = .milliseconds(20), within limit: Duration, clock: any WallClock
    ) async throws -> HeldLock? {
        let start = clock.uptime()
        while true {
            if let lock = try tryLock(path) { return lock }
            guard clock.uptime() - start < limit else { return nil }
            try await clock.sleep(for: interval)
        }
    }
}

/// A lock that is held until it is released or the process ends.
public final class HeldLock: Sendable {
    private let onRelease: @Sendable () -> Void

    /// Creates a lock; `onRelease` runs when the object is deallocated.
    public init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

    deinit { onRelease() }
}

/// Errors from file operations.
public enum FileFailure: WalletFailure, Equatable {
    /// The operation failed with the operating system's reason.
    case failed(operation: String, path: String, reason: String)
    /// Other users of this machine can read or write a file of secrets.
    case readableByOthers(String)
    /// The task was cancelled while it waited for a lock that another program holds.
    case stopped(path: String)

    /// Names the operation, the path and the operating system's reason. Only a stopped wait is retryable.
    public var report: FailureReport {
        switch self {
        case .failed(let operation, let path, let reason):
            FailureReport(
                .fileError, .inputOutput, "Could not \(operation) \(path): \(reason). Correct that and try again.")
        case .stopped(let path):
            FailureReport(
                .busy, .declined,
                "Stopped while waiting for another program that has locked \(path). Nothing was changed. "
                    + "Try again when that program has ended.",
                isRetryable: true)
        case .readableByOthers(let path):
            FailureReport(
                .fileError, .configuration,
                "\(path) holds secrets and is open to other people of this machine.", advice: .restrictFile(path))
        }
    }
}
