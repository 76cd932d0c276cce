import FlipcashCore
import Synchronization

/// Shows what a long operation is doing: one changing line on a terminal after half a second, and elsewhere one line
/// per change if requested (client specification §12.5).
final class ProgressLine: Sendable {
    private enum Form {
        case line
        case plain
        case none
    }

    private struct State {
        var text = ""
        var spinner = Spinner()
    }

    private let form: Form
    private let console: Console
    private let style: TextStyle
    private let clock: any WallClock
    private let state = Mutex(State())

    init(_ call: Invocation) {
        console = call.console
        style = call.printer.errorStyle
        clock = call.runtime.clock
        let isTerminal = call.console.errors.isTerminal
        form =
            if call.options.isQuiet || call.options.output != .human && call.options.progress == .auto {
                .none
            } else {
                switch call.options.progress {
                case .auto: isTerminal ? .line : .none
                case .bar: isTerminal ? .line : .plain
                case .plain: .plain
                case .none: .none
                }
            }
    }

    /// Shows `text` from now on.
    func show(_ text: String) {
        state.withLock { state in
            guard state.text != text else { return }
            state.text = text
            switch form {
            case .line: if state.spinner.isDrawn { draw(&state) }
            case .plain: console.errors.write(text + "\n")
            case .none: break
            }
        }
    }

    /// Shows `text` and the elapsed seconds while `body` runs, then removes the line.
    func during<Result: Sendable>(
        _ text: String, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        defer { clear() }
        show(text)
        async let _ = tick()
        return try await body()
    }

    /// Redraws the line every half second until the task is cancelled.
    func tick() async {
        guard form == .line else { return }
        let start = clock.uptime()
        await Spinner.tick(clock) { redraw(elapsed: clock.uptime() - start) }
    }

    private func redraw(elapsed: Duration) {
        state.withLock { state in
            guard !state.text.isEmpty else { return }
            state.spinner.turn()
            draw(&state, elapsed: elapsed)
        }
    }

    /// Removes the line, runs `body`, which writes lines of its own, and redraws the line below them.
    func interrupt(_ body: () -> Void) {
        state.withLock { state in
            let wasDrawn = state.spinner.isDrawn
            state.spinner.erase(on: console.errors)
            body()
            if wasDrawn { draw(&state) }
        }
    }

    /// Removes the line.
    func clear() {
        state.withLock { state in
            state.spinner.erase(on: console.errors)
            state = State()
        }
    }

    private func draw(_ state: inout State, elapsed: Duration? = nil) {
        state.spinner.draw(state.text, elapsed: elapsed, style: style, on: console.errors)
    }
}
