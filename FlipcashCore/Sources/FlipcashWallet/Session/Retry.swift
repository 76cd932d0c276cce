import FlipcashCore

/// Runs `body` up to `maxAttempts` times with `delay` between attempts, and throws the last error. A cancellation is
/// not retried (client specification §6.5).
func retry<Value>(
    maxAttempts: Int, delay: Duration, clock: any WallClock, shouldRetry: (any Error) -> Bool,
    _ body: () async throws -> Value
) async throws -> Value {
    var attempt = 1
    while true {
        do {
            return try await body()
        } catch {
            guard attempt < maxAttempts, !(error is CancellationError), shouldRetry(error) else { throw error }
            attempt += 1
            try await clock.sleep(for: delay)
        }
    }
}
