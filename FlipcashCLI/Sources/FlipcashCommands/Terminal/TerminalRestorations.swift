import Synchronization

/// Actions that restore the terminal before the process ends, also on a forced exit.
///
/// A second Ctrl-C ends the process without running any `defer`. A secret would then stay on the screen.
final class TerminalRestorations: Sendable {
    /// The actions of this process. A forced exit runs them.
    static let process = TerminalRestorations()

    private struct State {
        var nextID = 0
        var actions: [(id: Int, run: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())

    /// Registers `action`.
    ///
    /// - Returns: the id for `run(_:)`.
    func add(_ action: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.nextID += 1
            state.actions.append((state.nextID, action))
            return state.nextID
        }
    }

    /// Runs an action, unless it has been run already.
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
