import ArgumentParser
public import FlipcashCore
import FlipcashWallet
import Logging

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The `flipcash` command as a value: arguments in, text and an exit status out.
///
/// The executable runs it on the process's own streams; a test runs it on captured ones, as often as it likes and
/// several at a time, since nothing in it is global.
public struct CommandLineTool: Sendable {
    private let variables: [String: String]
    private let console: Console
    private let runtime: RuntimeEnvironment
    private let executable: String
    private let logging: ProcessLogging?

    /// A command on the streams of `console`.
    ///
    /// - Parameters:
    ///   - environment: the variables that the commands see.
    ///   - console: where the command reads and writes.
    ///   - runtime: the clocks, randomness and tasks of its process.
    ///   - executable: the program that is started as the local node; the running one unless named.
    ///   - logging: where the process logs, if it does; errors are reported there, and `-v` and `-q` set its level.
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

    /// Runs one call and says how it ended. Cancelling the calling task cancels the command cleanly.
    ///
    /// - Parameter arguments: without the program's name.
    public func run(_ arguments: [String]) async -> ExitStatus {
        do throws(CommandFailure) {
            guard let command = try parse(arguments) else {
                guard let failure = console.output.failure, !failure.isReaderGone else { return .done }
                throw Self.lostAnswer(failure, nil)
            }
            let call = try Invocation(
                command.global, variables: variables, console: console, runtime: runtime, executable: executable)
            logging?.standardError.setLevel(call.options.logLevel)
            if command.hasOwnLog { logging?.file?.stop() }
            guard !call.options.isOffline || !command.needsService else {
                throw CommandFailure.usage("This command is nothing without the service, which --offline rules out.")
            }
            if call.options.logLevel <= .info { call.options.remarks.forEach(call.printer.note) }
            return await run(command, in: call)
        } catch {
            return report(error, to: fallbackPrinter(arguments))
        }
    }

    private func run(_ command: any FlipcashCommand, in call: Invocation) async -> ExitStatus {
        let status = await result(of: command, in: call)
        // Arguments stay out of it: they may be links.
        logging?.logger("flipcash.command-line").info(
            "a command ended", metadata: ["command": "\(type(of: command).name)", "status": "\(status.rawValue)"])
        return status
    }

    private func result(of command: any FlipcashCommand, in call: Invocation) async -> ExitStatus {
        do {
            try await bounded(by: timeLimit(of: command, in: call)) { try await command.run(in: call) }
        } catch {
            let failure = CommandFailure(describing: error)
            return report(logging?.reported(failure, cause: error) ?? failure, to: call.printer)
        }
        guard let failure = console.output.failure else { return .done }
        // Whoever reads no further has what was wanted; an answer to something that was done is another matter.
        if failure.isReaderGone, command.onlyLooks { return .done }
        return report(Self.lostAnswer(failure, command.lostAnswerAdvice), to: call.printer)
    }

    /// The work is done, and whoever asked for it does not know.
    private static func lostAnswer(_ failure: OutputFailure, _ advice: String?) -> CommandFailure {
        CommandFailure(
            "cannot_write", .inputOutput,
            "The answer could not be written: \(failure.reason).\(advice.map { " " + $0 } ?? "")")
    }

    /// Reads the command line; nil when it was answered on the spot, as `--help` is.
    private func parse(_ arguments: [String]) throws(CommandFailure) -> (any FlipcashCommand)? {
        // The shell's completion scripts call back with this; the words after it are not a command line.
        let isCompletion = arguments.first?.hasPrefix("---completion") ?? false
        let arranged =
            isCompletion ? arguments : try CommandLineArranger(arguments, root: RootCommand.self).arguments
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
            console.output.write(RootCommand.fullMessage(for: error, columns: columns) + "\n")
            return nil
        }
    }

    /// What to say of a number with a sign, which the parser takes for an option.
    private static func negativeNumber(in arguments: [String]) -> String? {
        let candidates = arguments.prefix { $0 != "--" }
        let negative = candidates.first { argument in
            let rest = argument.dropFirst()
            return argument.hasPrefix("-") && (rest.first.map { $0.isNumber || $0 == "." } ?? false)
        }
        guard let negative else { return nil }
        let shown = DisplayText.truncated(DisplayText.sanitized(negative), to: 40)
        return "\"\(shown)\" is below zero. Amounts and numbers are written without a sign, such as 5 or 5.50cad."
    }

    /// What the parser says about a wrong command line, without its leading "Error: ".
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
    /// The bound of a whole command that neither waits for people nor was given one.
    static let ordinaryTimeLimit = Duration.seconds(60)

    private func timeLimit(of command: any FlipcashCommand, in call: Invocation) -> Duration? {
        if let timeout = call.options.timeout { return timeout }
        // A person who reads a question before answering it is not a command that hangs.
        return command.isWaiting || call.prompt.isPossible ? nil : Self.ordinaryTimeLimit
    }

    /// Runs `operation`, asking it to stop after `limit`. How it then ends decides; a clean stop is a time-out.
    private func bounded(
        by limit: Duration?, _ operation: @escaping @Sendable () async throws -> Void
    ) async throws {
        guard let limit else { return try await operation() }
        let clock = runtime.clock
        let (isTimedOut, result) = await withTaskGroup(of: BoundedEvent.self) { group in
            group.addTask {
                do { try await operation() } catch { return .ended(.failure(error)) }
                return .ended(.success(()))
            }
            // A clock that is stopped because the command was asked to stop says nothing about the command.
            group.addTask { (try? await clock.sleep(for: limit)) == nil ? .clockStopped : .timeIsUp }
            var isTimedOut = false
            for await event in group {
                switch event {
                case .ended(let result):
                    group.cancelAll()
                    return (isTimedOut, result)
                case .timeIsUp:
                    isTimedOut = true
                    group.cancelAll()
                case .clockStopped: continue
                }
            }
            return (isTimedOut, Result<Void, any Error>.failure(CancellationError()))
        }
        switch result {
        case .success: return
        case .failure(let error):
            let failure = CommandFailure(describing: error)
            throw isTimedOut && failure.status == .declined ? Self.timeout(limit, failure) : failure
        }
    }

    /// A command that was stopped because its time was up; `failure` says what became of the money.
    private static func timeout(_ limit: Duration, _ failure: CommandFailure) -> CommandFailure {
        let consequence = failure == .stopped ? "Nothing was submitted." : failure.message
        return CommandFailure(
            "timeout", .network,
            "The command did not finish within \(limit.components.seconds) s. \(consequence)", isRetryable: true)
    }

    private enum BoundedEvent: Sendable {
        case ended(Result<Void, any Error>)
        case timeIsUp
        case clockStopped
    }
}
