extension WallClock {
    /// Calls `attempt` until it returns a value: the first time at once, then after each `interval`.
    ///
    /// - Parameters:
    ///   - attempts: how often to call it at most.
    ///   - interval: the pause between two calls.
    /// - Returns: the first value; nil if the attempts are used up.
    /// - Throws: any error of `attempt`, or `CancellationError` if the task is cancelled during a pause.
    public func poll<Answer>(
        attempts: Int, every interval: Duration, _ attempt: () async throws -> Answer?
    ) async throws -> Answer? {
        for number in 0..<attempts {
            if number > 0 { try await sleep(for: interval) }
            if let answer = try await attempt() { return answer }
        }
        return nil
    }
}
