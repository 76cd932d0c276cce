import Synchronization

/// What has to be undone at the terminal before the process ends, also when it ends at once.
///
/// A second Ctrl-C ends the process without running any `defer`. A secret would then stay on the screen.
final class TerminalRestorations: Sendable {
    /// Those of this process, which a forced end runs.
    static let process = TerminalRestorations()

    private struct State {
        var nextID = 0
        var actions: [(id: Int, run: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())

    /// Notes that `action` has to be run.
    ///
    /// - Returns: what `run(_:)` takes.
    func add(_ action: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.nextID += 1
            state.actions.append((state.nextID, action))
            return state.nextID
        }
    }

    /// Runs an action, unless a forced end has run it.
    func run(_ id: Int) {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            guard let index = state.actions.firstIndex(where: { $0.id == id }) else { return nil }
            return state.actions.remove(at: index).run
        }
        action?()
    }

    /// Runs all actions that have not been run, the latest first.
    func runAll() {
        let ids = state.withLock { $0.actions.map { $0.id } }
        for id in ids.reversed() { run(id) }
    }
}
