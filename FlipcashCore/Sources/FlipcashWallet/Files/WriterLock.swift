public import FlipcashCore

/// The lock around one owner's money commands, shared by all processes (client specification §12.8).
public struct WriterLock: Sendable {
    /// How often a waiting command checks the lock.
    public static let pollInterval: Duration = .milliseconds(50)

    private let path: String
    private let files: any FileSystem
    private let clock: any WallClock

    /// Creates a lock on the file at `path`, without taking it.
    public init(path: String, files: any FileSystem, clock: any WallClock) {
        self.path = path
        self.files = files
        self.clock = clock
    }

    /// Tries to take the lock without waiting; returns nil if it is already held.
    func tryAcquire() throws(FileFailure) -> HeldLock? { try files.tryLock(path) }

    /// Takes the lock, by default waiting for its holder.
    ///
    /// - Parameters:
    ///   - waits: whether to wait while another process holds the lock.
    ///   - limit: the longest time to wait; nil for no limit.
    /// - Throws: `WriterLockFailure.heldByAnother` if the lock is held and `waits` is false, or if it was held for all
    ///   of `limit`; `FileFailure` if the file cannot be used; `CancellationError` if the task is cancelled while
    ///   waiting.
    public func acquire(waits: Bool, within limit: Duration? = nil) async throws -> HeldLock {
        guard let longest = waits ? limit : Duration.zero else {
            return try await files.awaitLock(path, every: Self.pollInterval, clock: clock)
        }
        guard let lock = try await files.awaitLock(path, every: Self.pollInterval, within: longest, clock: clock)
        else { throw WriterLockFailure.heldByAnother }
        return lock
    }

    /// Runs `body` while holding the lock.
    ///
    /// - Throws: as `acquire`, and any error of `body`.
    public func withLock<Value>(
        waits: Bool, within limit: Duration? = nil, _ body: () async throws -> Value
    ) async throws -> Value {
        let lock = try await acquire(waits: waits, within: limit)
        defer { withExtendedLifetime(lock) {} }
        return try await body()
    }
}

/// Why the writer lock was not taken.
public enum WriterLockFailure: WalletFailure, Equatable {
    /// Another command of this account is moving money.
    case heldByAnother

    /// Retryable, because the other command ends at some point.
    public var report: FailureReport {
        FailureReport(
            .busy, .conflict, "Another command of this account is moving money. Wait for it to end, then try again.",
            isRetryable: true)
    }
}
