import ArgumentParser
public import FlipcashCore
import FlipcashNode
import FlipcashWallet
import Logging

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The `flipcash` command as a value: arguments in, text and an exit status out.
///
/// The executable runs it on the process's own streams. Tests run it on captured streams, also several at once, because
/// it has no global state.
public struct CommandLineTool: Sendable {
    private let variables: [String: String]
    private let console: Console
    private let runtime: RuntimeEnvironment
    private let executable: String
    private let logging: ProcessLogging?
    private var sharedNode: Node?

    /// A command on the streams of `console`.
    ///
    /// - Parameters:
    ///   - environment: the variables that the commands see.
    ///   - console: where the command reads and writes.
    ///   - runtime: the clocks, randomness and tasks of its process.
    ///   - executable: the program to start as the local node; this program if nil.
    ///   - logging: where the process logs and reports errors; `-v` and `-q` set its level. Nil for no log.
    public init(
        environment: [String: String], console: Console, runtime: RuntimeEnvironment = .system,
        executable: String? = nil, logging: ProcessLogging? = nil
    ) {
        self.variables = environment
        self.console = console
        self.runtime = runtime
        self.executable = executable ?? Self.runningExecutable
        self.logging = logging
    }

    /// The same tool, with the endpoint `embedded:` being `node`, which already runs in this process.
    func sharing(_ node: Node) -> CommandLineTool {
        var tool = self
        tool.sharedNode = node
        return tool
    }

    /// Runs one call and returns its exit status. Cancelling the calling task cancels the command cleanly.
    ///
    /// - Parameter arguments: without the program's name.
    public func run(_ arguments: [String]) async -> ExitStatus {
        do throws(CommandFailure) {
            guard let command = try parse(arguments) else {
                guard let failure = console.output.failure, !failure.isReaderGone else { return .done }
                throw Self.lostAnswer(failure, Self.lostAnswerAdvice(onlyLooks: true))
            }
            let waiting = WaitingLine(screen: console.errors, clock: runtime.clock)
            let call = try Invocation(
                command.global, root: RootCommand.self, variables: variables,
                console: waiting.guarding(console), runtime: runtime, executable: executable, sharedNode: sharedNode)
            logging?.standardError.setLevel(call.options.logLevel)
            if command.hasOwnLog { logging?.file?.stop() }
            guard !call.options.isOffline || !command.needsService else {
                throw CommandFailure.usage("This command needs the service; it cannot run with --offline.")
            }
            guard !call.options.isDryRun || command.dryRun != .refused else {
                throw CommandFailure.usage(
                    "\"\(type(of: command).name)\" does not support --dry-run. Leave the option out.")
            }
            if call.options.logLevel <= .info { call.options.remarks.forEach(call.printer.note) }
            return await run(command, in: call, waiting)
        } catch {
            return report(error, to: fallbackPrinter(arguments))
        }
    }

    private func run(
        _ command: any FlipcashCommand, in call: Invocation, _ waiting: WaitingLine
    ) async -> ExitStatus {
        let ticking = call.showsWaiting && !command.hasOwnLog ? waitingTask(waiting, call) : nil
        let failure = await failure(of: command, in: call)
        ticking?.cancel()
        waiting.hide()
        if let logger = logging?.logger("flipcash.command-line") { CommandLog(logger: logger).note(command, failure) }
        return failure.map { report($0, to: call.printer) } ?? .done
    }

    private func waitingTask(_ waiting: WaitingLine, _ call: Invocation) -> SpawnedTask {
        let (text, style) = (call.waitingText, call.printer.errorStyle)
        return runtime.tasks.spawn { await waiting.tick(text, style: style) }
    }

    /// Runs the command and returns its failure; nil when it succeeded.
    private func failure(of command: any FlipcashCommand, in call: Invocation) async -> CommandFailure? {
        do {
            try await runBounded(command, in: call)
        } catch {
            let failure = CommandFailure(describing: error)
            return logging?.reported(failure, cause: error) ?? failure
        }
        guard let failure = console.output.failure else { return nil }
        // A reader may stop early, as `head` does. The answer of a command that did something must arrive.
        if failure.isReaderGone, command.onlyLooks { return nil }
        return Self.lostAnswer(failure, command.lostAnswerAdvice ?? Self.lostAnswerAdvice(onlyLooks: command.onlyLooks))
    }

    /// The failure of a command that did its work but could not deliver its answer.
    private static func lostAnswer(_ failure: OutputFailure, _ advice: String) -> CommandFailure {
        CommandFailure("cannot_write", .inputOutput, "The answer could not be written: \(failure.reason). \(advice)")
    }

    /// What to do about the lost answer of a command without advice of its own.
    private static func lostAnswerAdvice(onlyLooks: Bool) -> String {
        onlyLooks
            ? "Correct that and run the command again."
            : "The command may have done its work. Check that before you repeat it."
    }

    /// Parses the command line; nil if it has been answered already, as `--help` is.
    private func parse(_ arguments: [String]) throws(CommandFailure) -> (any FlipcashCommand)? {
        // Completion scripts call the program with this argument; the words after it are not a command line.
        let isCompletion = arguments.first?.hasPrefix("---completion") ?? false
        let arranged =
            isCompletion ? arguments : try CommandLineArranger(arguments, root: RootCommand.self).arguments
        if let topic = try HelpTopic(arguments: arranged, root: RootCommand.self) {
            console.output.write(
                topic.text(
                    commonOptions: HelpText.commonOptions(of: RootCommand.self, columns: columns), columns: columns))
            return nil
        }
        do {
            let command = try StoredNames.$variables.withValue(variables) { try RootCommand.parseAsRoot(arranged) }
            if let command = command as? any FlipcashCommand { return command }
            // A group without a subcommand, or `help`: both answer with the help text.
            var unfinished = command
            try unfinished.run()
            return nil
        } catch {
            guard RootCommand.exitCode(for: error) == .success else {
                throw .usage(
                    Self.negativeNumber(in: arranged)
                        ?? MistypedWord.redacted(Self.words(of: error), arguments: arguments))
            }
            let message = RootCommand.fullMessage(for: error, columns: columns)
            console.output.write(HelpText.condensed(message) + "\n")
            return nil
        }
    }

    /// The message for a negative number, which the parser mistakes for an option.
    private static func negativeNumber(in arguments: [String]) -> String? {
        let candidates = arguments.prefix { $0 != "--" }
        let negative = candidates.first { argument in
            let rest = argument.dropFirst()
            return argument.hasPrefix("-") && (rest.first.map { $0.isNumber || $0 == "." } ?? false)
        }
        guard let negative else { return nil }
        let shown = DisplayText.truncated(DisplayText.sanitized(negative), to: 40)
        return "\"\(shown)\" is negative. Write amounts and numbers without a sign, such as 5 or 5.50cad."
    }

    /// The parser's message about a wrong command line, without the leading "Error: ".
    private static func words(of error: any Error) -> String {
        let message = RootCommand.fullMessage(for: error)
        return message.hasPrefix("Error: ") ? String(message.dropFirst("Error: ".count)) : message
    }

    private static var runningExecutable: String {
        var path = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        guard count > 0 else { return CommandLine.arguments.first ?? "flipcash" }
        return String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private var columns: Int { console.output.size.map { min(max($0.columns, 40), 120) } ?? 80 }

    private func report(_ failure: CommandFailure, to printer: Printer) -> ExitStatus {
        printer.failure(failure)
        return failure.status
    }

    private func fallbackPrinter(_ arguments: [String]) -> Printer {
        let isJSON = CallOptions.wantsJSON(arguments, environment: ProcessEnvironment(variables))
        let style = TextStyle(choice: nil, isTerminal: console.errors.isTerminal, environment: variables)
        return Printer(
            console: console, mode: isJSON ? .json : .human, isQuiet: false, outputStyle: .plain, errorStyle: style)
    }
}

extension CommandLineTool {
    /// The default time limit of a command that does not wait for people.
    static let ordinaryTimeLimit = Duration.seconds(60)

    private func timeLimit(of command: any FlipcashCommand, in call: Invocation) -> Duration? {
        call.options.timeout ?? (command.isWaiting ? nil : Self.ordinaryTimeLimit)
    }

    /// Runs `command` within its time limit.
    private func runBounded(_ command: any FlipcashCommand, in call: Invocation) async throws {
        let limit = timeLimit(of: command, in: call)
        let deadline = CommandDeadline(
            // The time that people take to answer does not count towards the default limit.
            limit: limit, grace: command.stopGrace, questions: call.options.timeout == nil ? call.questions : nil,
            runtime: runtime)
        switch await deadline.run({ try await command.run(in: call) }) {
        case .ended(let result): try result.get()
        case .endedLate(let result):
            do { try result.get() } catch {
                let failure = CommandFailure(describing: error)
                throw failure.status == .declined ? limit.map(failure.timedOut(after:)) ?? failure : failure
            }
        case .leftLate:
            let end = command.onlyLooks ? CommandFailure.stopped : .unknownEnd.afterEffect()
            throw limit.map(end.timedOut(after:)) ?? end
        case .left: throw command.onlyLooks ? CommandFailure.stopped : .unknownEnd
        }
    }
}
