/// Writes a command's answer and its messages in the requested format.
///
/// Standard output gets the answer only. Hints, progress and warnings go to standard error; hints and progress are for
/// people only.
struct Printer: Sendable {
    let mode: OutputMode
    let isQuiet: Bool
    let outputStyle: TextStyle
    let errorStyle: TextStyle
    private let console: Console
    private let hints: CommandHints

    init(
        console: Console, mode: OutputMode, isQuiet: Bool, outputStyle: TextStyle, errorStyle: TextStyle,
        hints: CommandHints = .plain
    ) {
        self.console = console
        self.hints = hints
        self.mode = mode
        self.isQuiet = isQuiet
        self.outputStyle = outputStyle
        self.errorStyle = errorStyle
    }

    /// Whether standard output is a terminal.
    var isOutputTerminal: Bool { console.output.isTerminal }

    /// Whether the reader of the answer is gone.
    var hasLostReader: Bool { console.output.failure?.isReaderGone ?? false }

    /// Prints the whole answer: `document` for machines, or what `human` writes.
    func answer(_ document: @autoclosure () -> OutputObject, human: (Printer) -> Void) {
        switch mode {
        case .human: human(self)
        case .json: line(isOutputTerminal ? document().indentedText : document().text)
        case .jsonl: line(document().text)
        }
    }

    /// Prints an answer of several objects: one line for each with `jsonl`, one `document` with `json`.
    func answer(
        list: @autoclosure () -> [OutputObject], document: @autoclosure () -> OutputObject, human: (Printer) -> Void
    ) {
        switch mode {
        case .human: human(self)
        case .json: line(isOutputTerminal ? document().indentedText : document().text)
        case .jsonl: list().forEach { line($0.text) }
        }
    }

    /// Prints one change of state, which only `jsonl` does on standard output.
    func event(_ document: @autoclosure () -> OutputObject) {
        if mode == .jsonl { line(document().text) }
    }

    /// Prints an object that programs need before the answer: on a line of its own with `json`. With `jsonl` it is one
    /// of the events.
    func announce(_ document: @autoclosure () -> OutputObject) {
        if mode == .json { line(document().text) }
    }

    /// Prints one element of an answer without an end: one JSON line, or what `human` writes.
    func stream(_ document: @autoclosure () -> OutputObject, human: (Printer) -> Void) {
        switch mode {
        case .human: human(self)
        case .json, .jsonl: line(document().text)
        }
    }

    /// Writes a part of the answer as it is.
    func write(_ text: String) { console.output.write(text) }

    /// Prints a line of the answer.
    func line(_ text: String = "") { console.output.write(text + "\n") }

    /// Prints a line of the answer with a colour.
    func line(_ text: String, _ tone: Tone) { line(outputStyle.apply(tone, to: text)) }

    /// `url` for a line of the answer: underlined and clickable on a terminal. Elsewhere it is always plain, even with
    /// colours, because a piped link must work.
    func link(_ url: String) -> String { outputStyle.apply(linkTone, to: url) }

    /// The tone of a link in a table, by the same rule.
    var linkTone: Tone { isOutputTerminal ? .link : .plain }

    /// Prints `table`, as wide as the terminal, or as wide as needed elsewhere.
    func table(_ table: Table) {
        let lines = table.lines(header: isOutputTerminal, limit: console.output.size?.columns, style: outputStyle)
        lines.forEach { line($0) }
    }

    /// Prints a hint for a person; silent with JSON and with `--quiet`.
    func hint(_ text: String) {
        guard mode == .human, !isQuiet else { return }
        console.errors.write(errorStyle.apply(.secondary, to: hints.completed(text)) + "\n")
    }

    /// `text` with this call's account and service options added to its commands.
    func completed(_ text: String) -> String { hints.completed(text) }

    /// Prints a note; silent with `--quiet`.
    func note(_ text: String) {
        guard !isQuiet else { return }
        console.errors.write(hints.completed(text) + "\n")
    }

    /// Prints a warning, even with `--quiet`. The command continues.
    func warning(_ text: String) {
        console.errors.write(errorStyle.apply(.warning, to: "Warning: ") + hints.completed(text) + "\n")
    }

    /// Says that history entries were left out because their data is invalid.
    func mentionSkipped(_ count: Int) {
        guard count > 0 else { return }
        warning(
            count == 1
                ? "1 history entry has invalid data and is not shown."
                : "\(count) history entries have invalid data and are not shown.")
    }

    /// Prints why the command failed. A person's own decision is not shown as an error.
    func failure(_ failure: CommandFailure) {
        let failure = failure.with(message: hints.completed(failure.message), details: failure.details)
        switch mode {
        case .human where failure.status == .declined:
            console.errors.write(failure.message + "\n")
        case .human:
            console.errors.write(errorStyle.apply(.error, to: "Error: ") + failure.message + "\n")
            if let log = failure.log {
                console.errors.write("See the report: \(log). Export all logs with: flipcash logs export\n")
            }
        case .json, .jsonl:
            console.errors.write(failure.document.text + "\n")
        }
        if mode != .human, let pending = failure.pending { line(pending.text) }
    }
}
