import Dispatch
import FlipcashCore
import Logging
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension CommandLineTool {
    /// Runs the command line of this process on its standard streams.
    ///
    /// The first interrupt asks the command to stop cleanly; the second restores the terminal and ends the process
    /// through `forceExit`.
    ///
    /// - Parameter forceExit: ends the process at once with a status; only the executable can do that.
    /// - Returns: the status to end with.
    public static func runProcess(forceExit: @escaping @Sendable (Int32) -> Void) async -> Int32 {
        // Writing to a closed pipe must return an error. The signal would end the process in the middle of a payment.
        signal(SIGPIPE, SIG_IGN)
        let variables = processVariables()
        let logging = ProcessLogging(variables: variables)
        LoggingSystem.bootstrap { label in RedactingLogHandler(label: label, sink: logging.sinks) }
        let console = Console.process
        let tool = CommandLineTool(environment: variables, console: console, logging: logging)
        let arguments = Array(CommandLine.arguments.dropFirst())
        // Commands block: they sync files and wait for locks of other commands.
        let task = Task(executorPreference: BlockingExecutor.shared) { await tool.run(arguments) }
        let leave: @Sendable (Int32) -> Void = { status in
            TerminalRestorations.process.runAll()
            forceExit(status)
        }
        let signals = SignalWatch(forceExit: leave) { signal in
            if signal == SIGINT, console.errors.isTerminal {
                console.errors.write("\nStopping… press Ctrl-C again to leave at once.\n")
            }
            task.cancel()
        }
        defer { withExtendedLifetime(signals) {} }
        let status = await task.value
        // A command that did not stop in time was abandoned and may not have restored the terminal.
        TerminalRestorations.process.runAll()
        logging.file?.flush()
        // The signal distinguishes a clean stop on request from a refusal.
        if status == .declined, let signal = signals.first, signal != SIGINT { return 128 + signal }
        return status.rawValue
    }

    private static func processVariables() -> [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let pointer = entry.pointee {
            let text = String(cString: pointer)
            if let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            entry += 1
        }
        return variables
    }
}

/// Watches for the signals that ask the process to stop, until it is deinitialized.
private final class SignalWatch {
    /// The signals received so far.
    private final class Seen: Sendable {
        private let numbers = Mutex<[Int32]>([])

        var first: Int32? { numbers.withLock { $0.first } }

        /// Records a signal and returns whether it is the first.
        func note(_ number: Int32) -> Bool {
            numbers.withLock { numbers in
                numbers.append(number)
                return numbers.count == 1
            }
        }
    }

    private let seen = Seen()
    private let sources: [any DispatchSourceSignal]

    /// The signals that stop a command: from the keyboard, from other programs, and when the terminal closes. A command
    /// started with `nohup` ignores the last one.
    private static var numbers: [Int32] {
        HangUpSignal.isIgnored ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]
    }

    /// The first signal received; nil if there was none.
    var first: Int32? { seen.first }

    init(forceExit: @escaping @Sendable (Int32) -> Void, onFirst: @escaping @Sendable (Int32) -> Void) {
        sources = Self.numbers.map { [seen] number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                // A terminal that closes sends SIGHUP twice: through the system and through the shell.
                if seen.note(number) { onFirst(number) } else if number != SIGHUP { forceExit(128 + number) }
            }
            source.resume()
            return source
        }
    }

    deinit { sources.forEach { $0.cancel() } }
}
