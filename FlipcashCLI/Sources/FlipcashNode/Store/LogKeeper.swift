import FlipcashCore
import Logging
import Synchronization

/// Keeps the write-ahead log bounded while units are written.
///
/// Copies the log into the database beside the writer, on a thread of its own: commits go on meanwhile, and so the log
/// is never copied whole under load. A log that has grown to ``Limits/restartBytes`` is therefore copied to its end by
/// the writer, between two groups, after the thread has copied almost all of it. Then the next commit begins it anew.
/// Only a reader that keeps an old state can make it grow further, such as a backup; that is logged.
final class LogKeeper: Sendable {
    struct Limits: Hashable, Sendable {
        /// The number of units between two copies.
        var unitsBetweenCopies = 256
        /// The size from which the writer copies the rest.
        var restartBytes = 16 << 20
        /// The size beyond which the log's growth is reported.
        var bytesMax = 256 << 20

        static let standard = Limits()
    }

    private enum Phase {
        case idle
        /// The thread copies.
        case copying
        /// The writer copies the rest before its next group.
        case restarting
    }

    private struct State {
        var phase = Phase.idle
        /// Units since the last copy.
        var units = 0
        /// False until the first commit, which copies what an earlier run has left.
        var hasCopied = false
        var isReported = false
    }

    private let store: NodeStore
    private let limits: Limits
    private let tasks: any TaskSpawner
    private let logger: Logger?
    private let state: Mutex<State>

    /// - Parameter tasks: starts the copying.
    init(store: NodeStore, limits: Limits, tasks: any TaskSpawner, logger: Logger?) {
        self.store = store
        self.limits = limits
        self.tasks = tasks.withOwnThread(named: "flipcash.log")
        self.logger = logger
        state = Mutex(State())
    }

    /// Notes that a group is durable, and starts a copy when one is due.
    func noteCommit(of units: Int) {
        let isDue = state.withLock { state in
            state.units += units
            guard state.phase == .idle, state.units >= limits.unitsBetweenCopies || !state.hasCopied else {
                return false
            }
            state.phase = .copying
            state.units = 0
            state.hasCopied = true
            return true
        }
        if isDue { tasks.spawn { self.copy() } }
    }

    /// Copies the rest of a long log. Called by the writer, outside a transaction.
    func restartIfDue() {
        guard state.withLock({ $0.phase == .restarting }) else { return }
        let found = attempt { try store.restartLog() }
        state.withLock { $0.phase = .idle }
        if let found { report(found) }
    }

    private func copy() {
        let found = attempt { try store.copyLog() }
        let isLong = found.map { $0.bytes >= limits.restartBytes } ?? false
        state.withLock { $0.phase = isLong ? .restarting : .idle }
        if let found { report(found) }
    }

    /// A failed copy loses nothing: the log keeps what was not copied, and a later copy begins there again.
    private func attempt(_ body: () throws -> LogState?) -> LogState? {
        do {
            return try body()
        } catch {
            logger?.error("the database's log could not be copied into its file", metadata: ["error": "\(error)"])
            return nil
        }
    }

    /// Reports a log beyond the bound, once until it is short again.
    private func report(_ found: LogState) {
        let isNew = state.withLock { state in
            let isLong = found.bytes > limits.bytesMax && !found.isCopied
            defer { state.isReported = isLong }
            return isLong && !state.isReported
        }
        guard isNew else { return }
        logger?.warning(
            "the database's log grows beyond its bound, because something reads an old state of the database",
            metadata: [
                "bytes": "\(found.bytes)", "copied": "\(found.copiedBytes)", "bound": "\(limits.bytesMax)",
            ])
    }
}
