import Synchronization

@testable import FlipcashCommands

/// Stores what is written, and calls a handler when certain words are written for the first time.
final class WatchedOutput: TextOutput {
    private let captured: CapturedOutput
    private let words: String
    private let event: @Sendable () -> Void
    private let hasHappened = Mutex(false)

    /// - Parameter event: called in the task that writes `words`, before the write returns.
    init(for words: String, terminal: TerminalSize? = nil, event: @escaping @Sendable () -> Void) {
        captured = CapturedOutput(terminal: terminal)
        self.words = words
        self.event = event
    }

    var isTerminal: Bool { captured.isTerminal }

    var size: TerminalSize? { captured.size }

    var text: String { captured.text }

    var failure: OutputFailure? { captured.failure }

    var isOpenToOthers: Bool { captured.isOpenToOthers }

    func sizeChanges() -> AsyncStream<TerminalSize> { captured.sizeChanges() }

    func write(_ text: String) {
        captured.write(text)
        guard captured.text.contains(words) else { return }
        let isFirst = hasHappened.withLock { hasHappened in
            defer { hasHappened = true }
            return !hasHappened
        }
        if isFirst { event() }
    }

    /// Stops the task that writes, as Ctrl-C does.
    static func stopping(at words: String, terminal: TerminalSize? = nil) -> WatchedOutput {
        WatchedOutput(for: words, terminal: terminal) { withUnsafeCurrentTask { $0?.cancel() } }
    }
}
