import FlipcashCore
import Synchronization

/// Tells what a long operation is doing: one changing line on a terminal, one line a change elsewhere if asked for.
final class ProgressLine: Sendable {
    private enum Form {
        case line
        case plain
        case none
    }

    private struct State {
        var text = ""
        var isDrawn = false
        var ticks = 0
    }

    private let form: Form
    private let console: Console
    private let style: TextStyle
    private let state = Mutex(State())

    init(_ call: Invocation) {
        console = call.console
        style = call.printer.errorStyle
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
            case .line: draw(&state)
            case .plain: console.errors.write(text + "\n")
            case .none: break
            }
        }
    }

    /// Redraws the line with the time gone by; called about every half second.
    func tick(elapsed: Duration) {
        guard form == .line else { return }
        state.withLock { state in
            guard !state.text.isEmpty else { return }
            state.ticks += 1
            draw(&state, seconds: elapsed.components.seconds)
        }
    }

    /// Takes the line away.
    func clear() {
        state.withLock { state in
            if form == .line, state.isDrawn { console.errors.write("\r\u{1B}[K") }
            state = State()
        }
    }

    private func draw(_ state: inout State, seconds: Int64? = nil) {
        let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        let time = seconds.map { " (\($0) s)" } ?? ""
        let text = "\(frames[state.ticks % frames.count]) \(state.text)\(time)"
        let fitted = console.errors.size.map { DisplayText.truncated(text, to: $0.columns - 1) } ?? text
        console.errors.write("\r\u{1B}[K" + style.apply(.secondary, to: fitted))
        state.isDrawn = true
    }
}
