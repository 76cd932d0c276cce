/// The three standard streams as values, so that a test can run a command and read its output.
public struct Console: Sendable {
    /// Receives the answer and nothing else.
    public let output: any TextOutput
    /// Receives prompts, progress, hints and errors.
    public let errors: any TextOutput
    /// Provides the answers to questions.
    public let input: any TextInput

    /// Creates a console from its streams.
    public init(output: any TextOutput, errors: any TextOutput, input: any TextInput) {
        self.output = output
        self.errors = errors
        self.input = input
    }
}

/// A stream of text to a person or a file.
public protocol TextOutput: Sendable {
    /// Whether the stream is a terminal.
    var isTerminal: Bool { get }
    /// The size of the terminal in cells; nil elsewhere.
    var size: TerminalSize? { get }
    /// The size after each change; ends at once without a terminal.
    func sizeChanges() -> AsyncStream<TerminalSize>
    /// Writes `text` as it is.
    func write(_ text: String)
    /// Why output was lost; nil if no loss is known.
    var failure: OutputFailure? { get }
    /// Whether the output goes to a file that other users of this machine can read.
    var isOpenToOthers: Bool { get }
}

/// Why output was lost.
public struct OutputFailure: Sendable, Hashable {
    /// The system's error message.
    public let reason: String
    /// Whether the reader has stopped reading, as `head` does.
    public let isReaderGone: Bool

    /// Creates a failure.
    public init(reason: String, isReaderGone: Bool) {
        self.reason = reason
        self.isReaderGone = isReaderGone
    }
}

/// A stream of text from a person or a file.
public protocol TextInput: Sendable {
    /// Whether the stream is a terminal.
    var isTerminal: Bool { get }
    /// The next line without its line break; nil at the end.
    func readLine() -> String?
    /// The same without showing what is typed, for secrets.
    func readSecretLine() -> String?
    /// Single keys as they are pressed, without waiting for the end of a line; ends at once without a terminal.
    func keyPresses() -> AsyncStream<Character>
}

extension TextInput {
    /// Ends at once: there is no keyboard.
    public func keyPresses() -> AsyncStream<Character> { AsyncStream { $0.finish() } }
}

/// The size of a terminal in character cells.
public struct TerminalSize: Sendable, Hashable {
    /// Characters in a line.
    public let columns: Int
    /// Lines.
    public let rows: Int
    /// The width of a cell in pixels, if the terminal reports it.
    public let cellWidth: Int?
    /// The height of a cell in pixels, if the terminal reports it.
    public let cellHeight: Int?

    /// Creates a size.
    public init(columns: Int, rows: Int, cellWidth: Int? = nil, cellHeight: Int? = nil) {
        self.columns = columns
        self.rows = rows
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
    }
}
