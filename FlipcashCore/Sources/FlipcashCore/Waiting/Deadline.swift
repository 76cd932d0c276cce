/// An operation exceeded its time limit.
public struct DeadlineExceeded: Error, Equatable {
    /// Creates the error.
    public init() {}
}

/// Deadlines measured by ``WallClock/uptime()``, so setting the machine's clock does not move them.
extension WallClock {
    /// Runs `operation` for at most `limit`, and cancels it when the limit has passed.
    ///
    /// Waits for the operation to end, even if the operation ignores the cancellation.
    ///
    /// - Throws: `DeadlineExceeded`, any error of `operation`, or `CancellationError` if the task is cancelled.
    public func withDeadline<Value: Sendable>(
        _ limit: Duration, _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await run(operation, until: { try await self.sleep(for: limit) })
    }

    /// Runs `operation` while there is time left, and cancels it when the time is over.
    ///
    /// - Parameter timeLeft: returns the remaining time. Called at the start and whenever its last result has passed,
    ///   so that the deadline can move.
    /// - Throws: as ``withDeadline(_:_:)``.
    public func withDeadline<Value: Sendable>(
        timeLeft: @escaping @Sendable () -> Duration, _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await run(operation, until: { try await self.sleep(whileLeft: timeLeft) })
    }

    /// Suspends until `timeLeft` returns zero or less.
    ///
    /// - Parameter timeLeft: returns the remaining time. Called at the start and whenever its last result has passed,
    ///   so that the end can move.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(whileLeft timeLeft: @Sendable () -> Duration) async throws {
        while true {
            let left = timeLeft()
            guard left > .zero else { return }
            try await sleep(for: left)
        }
    }

    private func run<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value,
        until end: @escaping @Sendable () async throws -> Void
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask(operation: operation)
            group.addTask {
                try await end()
                throw DeadlineExceeded()
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
