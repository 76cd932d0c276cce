import FlipcashCore

/// A limit on how long something may take was passed.
struct DeadlineExceeded: Error, Equatable {}

extension WallClock {
    /// Runs `operation` for at most `limit`, and cancels it when the limit passes.
    ///
    /// - Throws: `DeadlineExceeded`, or what `operation` throws.
    func withDeadline<Result: Sendable>(
        _ limit: Duration, _ operation: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask(operation: operation)
            group.addTask {
                try await self.sleep(for: limit)
                throw DeadlineExceeded()
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw CancellationError() }
            return result
        }
    }
}
