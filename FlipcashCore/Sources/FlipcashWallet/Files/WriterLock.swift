public import FlipcashCore

/// The lock around money commands of one owner, shared by all processes (client specification §12.8).
public struct WriterLock: Sendable {
    /// How often a waiting command looks again.
    public static let pollInterval: Duration = .milliseconds(50)

    private let path: String
    private let files: any FileSystem
    private let clock: any WallClock

    /// Names the lock that the file at `path` stands for; takes nothing yet.
    public init(path: String, files: any FileSystem, clock: any WallClock) {
        self.path = path
        self.files = files
        self.clock = clock
    }

    /// Takes the lock if nobody holds it; nil if somebody does.
    func tryAcquire() throws(FileFailure) -> HeldLock? { try files.tryLock(path) }

    /// Takes the lock, waiting for its holder unless told not to.
    ///
    /// - Parameters:
    ///   - waits: whether to wait at all while another process holds it.
    ///   - limit: how long to wait at most; nil for as long as it takes.
    /// - Throws: `WriterLockFailure.heldByAnother` when `waits` is false and the lock is held, or was for all of
    ///   `limit`; `FileFailure` when the file cannot be used, `CancellationError` when the task is cancelled while
    ///   waiting.
    public func acquire(waits: Bool, within limit: Duration? = nil) async throws -> HeldLock {
        let start = clock.uptime()
        while true {
            if let lock = try tryAcquire() { return lock }
            let isOver = limit.map { clock.uptime() - start >= $0 } ?? false
            guard waits, !isOver else { throw WriterLockFailure.heldByAnother }
            try await clock.sleep(for: Self.pollInterval)
        }
    }

    /// Runs `body` while the lock is held.
    ///
    /// - Throws: as `acquire`, and what `body` throws.
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

    public var report: FailureReport {
        FailureReport(
            .busy, .conflict, "Another command of this account is moving money. Wait for it to end, then try again.",
            isRetryable: true)
    }
}
