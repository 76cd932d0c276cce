public import FlipcashCore

/// The lock around money commands of one owner, shared by all processes (client specification §12.8).
public struct WriterLock: Sendable {
    /// How often a waiting command looks again.
    public static let pollInterval: Duration = .milliseconds(50)

    private let path: String
    private let files: any FileSystem
    private let clock: any WallClock

    public init(path: String, files: any FileSystem, clock: any WallClock) {
        self.path = path
        self.files = files
        self.clock = clock
    }

    /// Takes the lock, waiting for its holder unless told not to.
    ///
    /// - Throws: `WriterLockFailure.heldByAnother` when `waits` is false and the lock is held, `FileFailure` when the
    ///   file cannot be used, `CancellationError` when the task is cancelled while waiting.
    public func acquire(waits: Bool) async throws -> HeldLock {
        while true {
            if let lock = try files.tryLock(path) { return lock }
            guard waits else { throw WriterLockFailure.heldByAnother }
            try await clock.sleep(for: Self.pollInterval)
        }
    }

    /// Runs `body` while the lock is held.
    public func withLock<Value>(waits: Bool, _ body: () async throws -> Value) async throws -> Value {
        let lock = try await acquire(waits: waits)
        defer { withExtendedLifetime(lock) {} }
        return try await body()
    }
}

/// Why the writer lock was not taken.
public enum WriterLockFailure: WalletFailure, Equatable {
    /// Another command of this account is moving money.
    case heldByAnother

    public var report: FailureReport {
        FailureReport(
            .busy, .conflict, "Another command of this account is moving money. Wait for it to end, then try again.",
            isRetryable: true)
    }
}
