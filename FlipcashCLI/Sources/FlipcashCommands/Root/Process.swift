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
    /// Runs the process's own command line on its own streams.
    ///
    /// The first interrupt asks the command to stop cleanly; the second ends the process through `forceExit`.
    ///
    /// - Parameter forceExit: ends the process at once with a status; only the executable knows how.
    /// - Returns: the status to end with.
    public static func runProcess(forceExit: @escaping @Sendable (Int32) -> Void) async -> Int32 {
        let sink = StandardErrorLogSink()
        LoggingSystem.bootstrap { label in RedactingLogHandler(label: label, sink: sink) }
        let console = Console.process
        let tool = CommandLineTool(
            environment: processVariables(), console: console, logSink: sink)
        let arguments = Array(CommandLine.arguments.dropFirst())
        let task = Task { await tool.run(arguments) }
        let signals = SignalWatch(forceExit: forceExit) { signal in
            if signal == SIGINT, console.errors.isTerminal {
                console.errors.write("\nStopping… press Ctrl-C again to leave at once.\n")
            }
            task.cancel()
        }
        let status = await task.value
        // A clean stop on request is told from a refusal by the signal that caused it.
        if status == .declined, signals.first == SIGTERM { return ExitStatus.terminated.rawValue }
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

/// Watches for the signals that ask a process to stop.
private final class SignalWatch: Sendable {
    private let seen = Mutex<[Int32]>([])
    private let sources = Mutex<[any DispatchSourceSignal]>([])

    /// The signal that came first, if any has come.
    var first: Int32? { seen.withLock { $0.first } }

    init(forceExit: @escaping @Sendable (Int32) -> Void, onFirst: @escaping @Sendable (Int32) -> Void) {
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [weak self] in
                guard let self else { return }
                let isFirst = seen.withLock { seen in
                    seen.append(number)
                    return seen.count == 1
                }
                if isFirst { onFirst(number) } else { forceExit(128 + number) }
            }
            source.resume()
            sources.withLock { $0.append(source) }
        }
    }
}
