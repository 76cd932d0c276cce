/// The three standard streams as values, so that a command can be run and read inside a test.
public struct Console: Sendable {
    /// Where the answer goes, and nothing else.
    public let output: any TextOutput
    /// Where prompts, progress, hints and errors go.
    public let errors: any TextOutput
    /// Where answers to questions come from.
    public let input: any TextInput

    /// Names the streams.
    public init(output: any TextOutput, errors: any TextOutput, input: any TextInput) {
        self.output = output
        self.errors = errors
        self.input = input
    }
}

/// A stream of text to a person or a file.
public protocol TextOutput: Sendable {
    /// Whether a person looks at it as it is written.
    var isTerminal: Bool { get }
    /// The size of the terminal in cells; nil elsewhere.
    var size: TerminalSize? { get }
    /// The size whenever it has changed; ends at once where there is no terminal.
    func sizeChanges() -> AsyncStream<TerminalSize>
    /// Writes `text` as it is.
    func write(_ text: String)
    /// Why not everything that was written has arrived; nil if it has, as far as anybody can tell.
    var failure: OutputFailure? { get }
    /// Whether what is written ends up in a file that other people of this machine may read.
    var isOpenToOthers: Bool { get }
}

/// Why what was written did not arrive.
public struct OutputFailure: Sendable, Hashable {
    /// The system's words.
    public let reason: String
    /// Whether whoever read it has stopped reading, as `head` does once it has enough.
    public let isReaderGone: Bool

    /// Names a failure.
    public init(reason: String, isReaderGone: Bool) {
        self.reason = reason
        self.isReaderGone = isReaderGone
    }
}

/// A stream of text from a person or a file.
public protocol TextInput: Sendable {
    /// Whether a person types it.
    var isTerminal: Bool { get }
    /// The next line without its line break; nil at the end.
    func readLine() -> String?
    /// The same without showing what is typed, for secrets.
    func readSecretLine() -> String?
    /// Single keys as they are pressed, without waiting for a line's end; ends at once where nobody types.
    func keyPresses() -> AsyncStream<Character>
}

extension TextInput {
    /// Ends at once: nobody presses keys here.
    public func keyPresses() -> AsyncStream<Character> { AsyncStream { $0.finish() } }
}

/// The size of a terminal in character cells.
public struct TerminalSize: Sendable, Hashable {
    /// Characters in a line.
    public let columns: Int
    /// Lines.
    public let rows: Int
    /// The width of a cell in pixels, where the terminal says it.
    public let cellWidth: Int?
    /// The height of a cell in pixels, where the terminal says it.
    public let cellHeight: Int?

    /// Names a size.
    public init(columns: Int, rows: Int, cellWidth: Int? = nil, cellHeight: Int? = nil) {
        self.columns = columns
        self.rows = rows
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
    }
}
