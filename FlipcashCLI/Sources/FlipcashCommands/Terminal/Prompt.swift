/// Asks questions on the terminal, if there is one.
struct Prompt: Sendable {
    private let console: Console
    private let timer: QuestionTimer?
    private let restorations: TerminalRestorations
    /// Whether questions are allowed, and both standard input and standard error are terminals.
    let isPossible: Bool

    init(
        console: Console, mayAsk: Bool, timer: QuestionTimer? = nil, restorations: TerminalRestorations = .process
    ) {
        self.console = console
        self.timer = timer
        self.restorations = restorations
        isPossible = mayAsk && console.input.isTerminal && console.errors.isTerminal
    }

    /// Asks a yes-or-no question. Any answer but yes is no.
    ///
    /// - Parameters:
    ///   - question: without the marks of the possible answers.
    ///   - option: the option that answers it without a terminal.
    /// - Throws: `CommandFailure` if it cannot ask.
    func confirm(_ question: String, option: String = "--yes") throws(CommandFailure) -> Bool {
        guard isPossible else { throw .cannotAsk(question, option: option) }
        console.errors.write("\(question) [y/N] ")
        guard let answer = timed(console.input.readLine)?.lowercased() else {
            // The input ended without a line break.
            console.errors.write("\n")
            return false
        }
        return answer == "y" || answer == "yes"
    }

    /// Asks for a line of text.
    func line(_ question: String, option: String) throws(CommandFailure) -> String {
        guard isPossible else { throw .cannotAsk(question, option: option) }
        console.errors.write("\(question) ")
        guard let answer = timed(console.input.readLine) else { throw .declined }
        return answer
    }

    /// Asks for a secret, which is not shown while it is typed.
    func secret(_ question: String, option: String) throws(CommandFailure) -> String {
        guard isPossible else { throw .cannotAsk(question, option: option) }
        console.errors.write("\(question) ")
        guard let answer = timed(console.input.readSecretLine) else { throw .declined }
        console.errors.write("\n")
        return answer
    }

    private func timed(_ read: () -> String?) -> String? {
        guard let timer else { return read() }
        return timer.during(read)
    }

    /// Shows a secret on a separate screen until the person continues. The screen is also cleared when the command is
    /// stopped, even by a second Ctrl-C.
    ///
    /// - Parameters:
    ///   - lines: what is shown.
    ///   - question: what the person answers with the return key.
    ///   - option: the option that gives the answer without a terminal.
    func showBriefly(_ lines: [String], until question: String, option: String) throws(CommandFailure) {
        guard isPossible else { throw .cannotAsk(question, option: option) }
        let errors = console.errors
        // Clears the screen as well: a terminal may have only one.
        let restoration = restorations.add { errors.write(Self.clearScreen + Self.leaveScreen) }
        defer { restorations.run(restoration) }
        errors.write(Self.enterScreen + lines.map { $0 + "\n" }.joined())
        _ = try line(question, option: option)
    }

    private static let clearScreen = "\u{1B}[H\u{1B}[2J\u{1B}[3J"
    private static let enterScreen = "\u{1B}[?1049h\u{1B}[H\u{1B}[2J"
    private static let leaveScreen = "\u{1B}[?1049l"

    /// Writes a line to standard error.
    func show(_ text: String) { console.errors.write(text + "\n") }
}
