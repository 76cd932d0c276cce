import FlipcashTestKit
import Synchronization
import Testing

@testable import FlipcashCommands

/// A terminal that a test controls: it reads the screen, presses keys and changes the window.
final class ScriptedTerminal: TextOutput, TextInput {
    private struct State {
        var size: TerminalSize
        var lines: [String]
    }

    private let state: Mutex<State>
    private let shown = AwaitedText()
    private let keys = AsyncStream<Character>.makeStream()
    private let sizes = AsyncStream<TerminalSize>.makeStream()

    /// - Parameter lines: the answers to questions, one after the other.
    init(_ size: TerminalSize, lines: [String] = []) { state = Mutex(State(size: size, lines: lines)) }

    let isTerminal = true

    var size: TerminalSize? { state.withLock { $0.size } }

    let failure: OutputFailure? = nil

    let isOpenToOthers = false

    /// Everything that was shown.
    var text: String { shown.text }

    func write(_ text: String) { shown.append(Array(text.utf8)) }

    /// Waits until `text` has been shown; fails if the command ends without that.
    func shows(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let isThere = try await shown.contains(text)
        try #require(
            isThere, "The command ended without \"\(text)\": \(shown.text)", sourceLocation: sourceLocation)
    }

    /// Forgets what was shown, so that tests wait only for new text.
    func forget() { shown.clear() }

    /// The command has ended: nothing more is shown.
    func end() { shown.end() }

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
