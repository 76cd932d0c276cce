/// Something took longer than it may.
public struct DeadlineExceeded: Error, Equatable {
    /// The error of a passed deadline.
    public init() {}
}

/// Deadlines. They are measured by ``WallClock/uptime()``: setting the machine's clock moves none.
extension WallClock {
    /// Runs `operation` for at most `limit` and cancels it when the limit has passed.
    ///
    /// Returns, or throws, once the operation has ended: one that ignores its cancellation is waited for.
    ///
    /// - Throws: `DeadlineExceeded`, what `operation` throws, or `CancellationError` when the task is cancelled.
    public func withDeadline<Value: Sendable>(
        _ limit: Duration, _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await run(operation, until: { try await self.sleep(for: limit) })
    }

    /// Runs `operation` while there is time left, and cancels it when there is none.
    ///
    /// - Parameter timeLeft: asked at the start and each time that its last answer has passed, so that the deadline can
    ///   move.
    /// - Throws: as ``withDeadline(_:_:)``.
    public func withDeadline<Value: Sendable>(
        timeLeft: @escaping @Sendable () -> Duration, _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await run(operation, until: { try await self.sleep(whileLeft: timeLeft) })
    }

    /// Suspends until `timeLeft` is zero or less.
    ///
    /// - Parameter timeLeft: asked at the start and each time that its last answer has passed, so that the end can
    ///   move.
    /// - Throws: `CancellationError` when the task is cancelled meanwhile.
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
