import Synchronization

/// Captures the text that a command writes inside this process.
public final class CapturedOutput: TextOutput {
    private let content = Mutex("")
    /// True if the capture was created with the size of a terminal.
    public let isTerminal: Bool
    /// The size given at creation; it never changes.
    public let size: TerminalSize?
    /// Always nil: captured text cannot be lost.
    public let failure: OutputFailure? = nil
    /// Always false: this is not a file.
    public let isOpenToOthers = false

    /// An empty capture that claims to be a terminal of `size`, or a file if nil.
    public init(terminal size: TerminalSize? = nil) {
        self.isTerminal = size != nil
        self.size = size
    }

    /// Ends at once: the size never changes.
    public func sizeChanges() -> AsyncStream<TerminalSize> { AsyncStream { $0.finish() } }

    /// Appends to ``text``. Never fails.
    public func write(_ text: String) { content.withLock { $0 += text } }

    /// Everything written so far.
    public var text: String { content.withLock { $0 } }
}

/// Answers prepared for a command's questions.
public final class PreparedInput: TextInput {
    private let lines: Mutex<[String]>
    /// Whether commands may ask questions; given at creation.
    public let isTerminal: Bool

    /// Answers with `lines` in turn, then with the end of the input; secrets are answered the same way.
    public init(lines: [String] = [], isTerminal: Bool = false) {
        self.lines = Mutex(lines)
        self.isTerminal = isTerminal
    }

    /// Returns the next prepared line; nil after the last one.
    public func readLine() -> String? { lines.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

    /// Returns the next prepared line, as ``readLine()`` does.
    public func readSecretLine() -> String? { readLine() }
}
