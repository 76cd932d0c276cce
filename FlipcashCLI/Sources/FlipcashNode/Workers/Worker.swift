import FlipcashCore
import Logging

/// Something the node does by itself, again and again. What is left to do stands in the database and nowhere else, so
/// that a worker may be stopped, started again, or run twice at any time (payment specification §21.7).
protocol Worker: Sendable {
    /// What the log calls it.
    var name: String { get }
    /// How long it rests between two rounds.
    var interval: Duration { get }
    /// Does everything that is due.
    func tick() async throws
}

extension Worker {
    /// Ticks at once, and then after every interval until the task is cancelled. A failed round is logged and tried
    /// again.
    func run(clock: any WallClock, log: Logger) async {
        repeat {
            do {
                try await tick()
            } catch is CancellationError {
                return
            } catch {
                log.error("a worker's round failed", metadata: ["worker": "\(name)", "error": "\(error)"])
            }
        } while (try? await clock.sleep(for: interval)) != nil
    }
}
