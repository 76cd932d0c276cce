import FlipcashWallet

/// The error that ends a command, with its exit status, message and JSON form.
///
/// Every other error is converted into this one by `CommandFailure(describing:)`.
public struct CommandFailure: Error, Sendable, Equatable {
    /// The stable identifier that JSON errors carry (client specification §10.1).
    public private(set) var code: String
    /// How the process ends.
    public private(set) var status: ExitStatus
    /// One or two plain sentences: what happened, where, and what to do.
    public private(set) var message: String
    /// Whether repeating the command may help.
    public private(set) var isRetryable: Bool
    /// Further facts, such as the shortfall.
    private(set) var details: OutputObject
    /// The error report, if one was written.
    private(set) var log: String?
    /// The object that `--json` prints on standard output despite the failure: the pending object of exit 10.
    private(set) var pending: OutputObject?
    /// Whether something was paid, made or received before the failure. The message must then not say that nothing was
    /// submitted, and running the command again is not safe.
    private(set) var hasEffect: Bool
    /// What was paid, made or received, unless it has been printed. A command that runs out of time prints it.
    private(set) var effect: OutputObject?

    init(
        _ code: String, _ status: ExitStatus, _ message: String, isRetryable: Bool = false,
        details: OutputObject = OutputObject(), log: String? = nil, pending: OutputObject? = nil,
        hasEffect: Bool = false
    ) {
        self.code = code
        self.status = status
        // Both may contain text from a server, and both are shown on a terminal.
        self.message = DisplayText.sanitizedLines(message)
        self.isRetryable = isRetryable
        self.details = details.sanitized
        self.log = log
        self.pending = pending
        self.hasEffect = hasEffect || status == .outcomeUnknown
    }

    /// The object that `--json` prints on standard error (client specification §12.7).
    var document: OutputObject {
        var error = OutputObject()
        error["code"] = .string(code)
        error["message"] = .string(message)
        error["retryable"] = .boolean(isRetryable)
        error["details"] = details.isEmpty ? nil : .object(details)
        error["log"] = log.map(OutputValue.string)
        var document = OutputObject(schema: "error")
        document["error"] = .object(error)
        return document
    }
}

extension CommandFailure {
    /// The failure for an input file that does not exist.
    static func noFile(_ path: String) -> CommandFailure {
        CommandFailure("no_file", .cannotRead, "There is no file \(DisplayText.sanitized(path)). Check the path.")
    }

    /// The same failure with another message and other details.
    func with(message: String, details: OutputObject) -> CommandFailure {
        var failure = self
        failure.message = DisplayText.sanitizedLines(message)
        failure.details = details.sanitized
        return failure
    }

    /// The same failure with the object that `--json` prints on standard output.
    func withPending(_ pending: OutputObject) -> CommandFailure {
        var failure = self
        failure.pending = pending
        return failure
    }

    /// The same failure with an error report.
    func withLog(_ path: String) -> CommandFailure {
        var failure = self
        failure.log = path
        return failure
    }

    /// The same failure of a command that had already paid, made or received something and must not be repeated.
    ///
    /// - Parameter effect: what was paid, made or received, unless it has been printed.
    func afterEffect(_ effect: OutputObject? = nil) -> CommandFailure {
        var failure = self
        failure.hasEffect = true
        failure.isRetryable = false
        failure.effect = effect
        return failure
    }

    /// The same failure of a command whose time was up.
    ///
    /// A command that had paid, made or received something exits 10 and reports all of it: a script must not run it
    /// again. Any other command may be run again.
    func timedOut(after limit: Duration) -> CommandFailure {
        let consequence = self == .stopped ? "Nothing was submitted." : message
        let seconds = limit.components.seconds
        var failure = with(
            message: "The command did not finish within \(seconds) s. \(consequence)", details: details)
        failure.code = "timeout"
        failure.status = hasEffect ? .outcomeUnknown : .network
        failure.isRetryable = !hasEffect
        failure.pending = pending ?? effect
        return failure
    }
}

extension CommandFailure: CustomStringConvertible {
    public var description: String { message }
}

extension CommandFailure {
    /// The failure for a wrong command line.
    static func usage(_ message: String) -> CommandFailure { CommandFailure("usage", .usage, message) }

    /// The failure for a correct command line that names unusable data.
    static func badInput(_ message: String, code: String = "bad_input") -> CommandFailure {
        CommandFailure(code, .badInput, message)
    }

    /// The person declined.
    static let declined = CommandFailure("declined", .declined, "Nothing was done.")

    /// The person asked the command to stop before it had submitted anything.
    static let stopped = CommandFailure("cancelled", .declined, "Stopped as asked. Nothing was submitted.")

    /// The command did not stop when it was asked to, and was abandoned.
    static let unknownEnd = CommandFailure(
        "pending", .outcomeUnknown,
        "The command did not stop when it was asked to. It may still have paid or received money. Before you repeat "
            + "it, check flipcash history and, for links, flipcash link list --all.")

    /// Whether this only says that the person stopped the command, without reporting any effect.
    var isBareCancellation: Bool {
        self == .stopped || status == .declined && code == MessageCode.generic.rawValue
    }

    /// A question could not be asked: standard input or standard error is not a terminal, or --no-input is given.
    static func cannotAsk(_ question: String, option: String) -> CommandFailure {
        .usage("\(question) Cannot ask here. Pass \(option) instead.")
    }
}
