import FlipcashCore
import Synchronization

/// Shows a changing line on a terminal while a command waits and has written nothing for half a second (client
/// specification §12.5). The line is removed before anything else is written. It comes back only after an answer was
/// typed.
final class WaitingLine: Sendable {
    private struct State {
        var isShown = true
        var spinner = Spinner()
        var start: Uptime
    }

    private let screen: any TextOutput
    private let clock: any WallClock
    private let state: Mutex<State>

    init(screen: any TextOutput, clock: any WallClock) {
        self.screen = screen
        self.clock = clock
        state = Mutex(State(start: clock.uptime()))
    }

    /// `console` with streams that remove the line before they are used; `console` itself if standard error is not a
    /// terminal.
    func guarding(_ console: Console) -> Console {
        guard console.errors.isTerminal else { return console }
        return Console(
            output: GuardedOutput(base: console.output, line: self),
            errors: GuardedOutput(base: console.errors, line: self),
            input: GuardedInput(base: console.input, line: self))
    }

    /// Redraws the line every half second until the task is cancelled.
    func tick(_ text: String, style: TextStyle) async {
        await Spinner.tick(clock) {
            let now = clock.uptime()
            state.withLock { state in
                guard state.isShown, now - state.start >= Spinner.interval else { return }
                state.spinner.draw(text, elapsed: now - state.start, style: style, on: screen)
                state.spinner.turn()
            }
        }
    }

    /// Removes the line until an answer was typed.
    func hide() {
        state.withLock { state in
            state.spinner.erase(on: screen)
            state.isShown = false
        }
    }

    /// Shows the line again after another half a second, because the command now processes the answer.
    fileprivate func showAgain() {
        state.withLock { state in
            state.isShown = true
            state.start = clock.uptime()
        }
    }
}

/// A stream that removes the line before it writes.
private struct GuardedOutput: TextOutput {
    let base: any TextOutput
    let line: WaitingLine

    var isTerminal: Bool { base.isTerminal }
    var size: TerminalSize? { base.size }
    var failure: OutputFailure? { base.failure }
    var isOpenToOthers: Bool { base.isOpenToOthers }

    func sizeChanges() -> AsyncStream<TerminalSize> { base.sizeChanges() }

    func write(_ text: String) {
        line.hide()
        base.write(text)
    }
}

/// A stream that removes the line before it reads.
private struct GuardedInput: TextInput {
    let base: any TextInput
    let line: WaitingLine

    var isTerminal: Bool { base.isTerminal }

    func readLine() -> String? {
        line.hide()
        defer { line.showAgain() }
        return base.readLine()
    }

    func readSecretLine() -> String? {
        line.hide()
        defer { line.showAgain() }
        return base.readSecretLine()
    }

    func keyPresses() -> AsyncStream<Character> {
        line.hide()
        return base.keyPresses()
    }
}
