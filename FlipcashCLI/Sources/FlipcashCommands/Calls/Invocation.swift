import ArgumentParser
import FlipcashCore
import FlipcashNode
import FlipcashWallet
import SharedExpenses

/// The context of one command run: its options, files, streams and services.
struct Invocation: Sendable {
    let options: CallOptions
    let printer: Printer
    let prompt: Prompt
    let console: Console
    let runtime: RuntimeEnvironment
    let environment: ProcessEnvironment
    /// The same variables, for processes that the command starts.
    let variables: [String: String]
    /// The program that is started as the local node.
    let executable: String
    /// Measures how long people take to answer this call's questions.
    let questions: QuestionTimer
    /// Asks for the vault's passphrase once.
    let passphrase: CallPassphrase
    /// A node in this process that the endpoint `embedded:` uses instead of starting one.
    let sharedNode: Node?
    /// A service of shared expenses in this process that is used instead of the profile's.
    let sharedExpenses: (@Sendable (AccountID) -> any SharedExpensesService)?

    /// - Parameter root: the command tree, whose commands messages name with the options of this call; nil to leave the
    ///   messages as they are.
    init(
        _ global: GlobalOptions, root: (any ParsableCommand.Type)?, variables: [String: String], console: Console,
        runtime: RuntimeEnvironment, executable: String, sharedNode: Node? = nil,
        sharedExpenses: (@Sendable (AccountID) -> any SharedExpensesService)? = nil
    ) throws(CommandFailure) {
        let environment = ProcessEnvironment(variables)
        let options = try CallOptions(global, environment: environment, names: Array(variables.keys))
        let errorStyle = TextStyle(
            choice: options.color, isTerminal: console.errors.isTerminal, environment: variables)
        self.options = options
        self.environment = environment
        self.variables = variables
        self.console = console
        self.runtime = runtime
        self.executable = executable
        printer = Printer(
            console: console, mode: options.output, isQuiet: options.isQuiet,
            outputStyle: TextStyle(
                choice: options.color, isTerminal: console.output.isTerminal, environment: variables),
            errorStyle: errorStyle, hints: root.map { CommandHints(options, root: $0) } ?? .plain)
        questions = QuestionTimer(clock: runtime.clock)
        prompt = Prompt(console: console, mayAsk: options.mayAsk, timer: questions)
        passphrase = CallPassphrase(prompt: prompt, file: options.passphraseFile)
        self.sharedNode = sharedNode
        self.sharedExpenses = sharedExpenses
    }
}
