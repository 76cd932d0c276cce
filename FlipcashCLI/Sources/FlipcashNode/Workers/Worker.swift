import FlipcashCore
import Logging

/// Background work that the node repeats. The database alone holds what is left to do, so a worker may be stopped,
/// restarted, or run twice at any time (payment specification §21.7).
protocol Worker: Sendable {
    /// The name in the log.
    var name: String { get }
    /// The pause between two rounds.
    var interval: Duration { get }
    /// Does everything that is due.
    func tick() async throws
}

extension Worker {
    /// Ticks at once, and then after every interval until the task is cancelled. A failed round is logged and retried.
    func run(clock: any WallClock, log: Logger, metrics: NodeMetrics? = nil) async {
        repeat {
            do {
                try await tick()
                metrics?.count(.workerRounds, name, "done")
            } catch is CancellationError {
                return
            } catch {
                metrics?.count(.workerRounds, name, "failed")
                log.error("a worker's round failed", metadata: ["worker": "\(name)", "error": "\(error)"])
            }
        } while (try? await clock.sleep(for: interval)) != nil
    }
}
