/// Puts questions to the person, if there is one.
struct Prompt: Sendable {
    private let console: Console
    /// Whether somebody is there who may be asked: who types, and who sees the question.
    let isPossible: Bool

    init(console: Console, mayAsk: Bool) {
        self.console = console
        isPossible = mayAsk && console.input.isTerminal && console.errors.isTerminal
    }

    /// Asks a question that is answered with yes or no; everything but yes is no.
    ///
    /// - Parameters:
    ///   - question: without the marks of the possible answers.
    ///   - option: the option that answers it where nobody can be asked.
    /// - Throws: `CommandFailure` when nobody can be asked.
    func confirm(_ question: String, option: String = "--yes") throws(CommandFailure) -> Bool {
        guard isPossible else { throw .cannotAsk(question, option: option) }
        console.errors.write("\(question) [y/N] ")
        guard let answer = console.input.readLine()?.lowercased() else {
            // Nobody has ended the line.
            console.errors.write("\n")
            return false
        }
        return answer == "y" || answer == "yes"
    }

    /// Asks for a line of text.
    func line(_ question: String, option: String) throws(CommandFailure) -> String {
        guard isPossible else { throw .cannotAsk(question, option: option) }
        console.errors.write("\(question) ")
        guard let answer = console.input.readLine() else { throw .declined }
        return answer
    }

    /// Asks for a secret, which is not shown while it is typed.
    func secret(_ question: String, option: String) throws(CommandFailure) -> String {
        guard isPossible else { throw .cannotAsk(question, option: option) }
        console.errors.write("\(question) ")
        guard let answer = console.input.readSecretLine() else { throw .declined }
        console.errors.write("\n")
        return answer
    }

    /// Shows something that belongs on the terminal and nowhere else.
    func show(_ text: String) { console.errors.write(text + "\n") }
}
