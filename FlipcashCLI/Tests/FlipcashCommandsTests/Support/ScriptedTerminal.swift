import Synchronization

@testable import FlipcashCommands

/// A terminal that a test controls: it reads the screen, presses keys and changes the window.
final class ScriptedTerminal: TextOutput, TextInput {
    private struct State {
        var text = ""
        var size: TerminalSize
        var lines: [String]
        var waiting: [(text: String, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Mutex<State>
    private let keys = AsyncStream<Character>.makeStream()
    private let sizes = AsyncStream<TerminalSize>.makeStream()

    /// - Parameter lines: the answers to questions, one after the other.
    init(_ size: TerminalSize, lines: [String] = []) { state = Mutex(State(size: size, lines: lines)) }

    let isTerminal = true

    var size: TerminalSize? { state.withLock { $0.size } }

    let failure: OutputFailure? = nil

    let isOpenToOthers = false

    /// Everything that was shown.
    var text: String { state.withLock { $0.text } }

    func write(_ text: String) {
        let found = state.withLock { state in
            state.text += text
            let found = state.waiting.filter { state.text.contains($0.text) }
            state.waiting.removeAll { state.text.contains($0.text) }
            return found
        }
        found.forEach { $0.continuation.resume() }
    }

    /// Waits until `text` has been shown.
    func shows(_ text: String) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.text.contains(text) { return true }
                state.waiting.append((text, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Forgets what was shown, so that tests wait only for new text.
    func forget() { state.withLock { $0.text = "" } }

    /// Presses a key.
    func press(_ key: Character) { keys.continuation.yield(key) }

    /// Changes the window.
    func resize(to size: TerminalSize) {
        state.withLock { $0.size = size }
        sizes.continuation.yield(size)
    }

    func sizeChanges() -> AsyncStream<TerminalSize> { sizes.stream }

    func keyPresses() -> AsyncStream<Character> { keys.stream }

    func readLine() -> String? { state.withLock { $0.lines.isEmpty ? nil : $0.lines.removeFirst() } }

    func readSecretLine() -> String? { readLine() }
}
