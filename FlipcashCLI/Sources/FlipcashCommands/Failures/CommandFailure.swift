/// The one error that ends a command: it knows its exit status, its words and its JSON form.
///
/// Every other error is turned into this one in a single place, `CommandFailure(describing:)`.
public struct CommandFailure: Error, Sendable, Equatable {
    /// The stable identifier that JSON errors carry (client specification §10.1).
    public let code: String
    /// How the process ends.
    public let status: ExitStatus
    /// One or two plain sentences: what was wrong, where, what to do.
    public let message: String
    /// Whether doing the same again may help.
    public let isRetryable: Bool
    /// Further facts, such as the shortfall.
    let details: OutputObject
    /// The file to read for more.
    let log: String?
    /// What `--json` prints on standard output in spite of the failure: the pending object of exit 10.
    let pending: OutputObject?

    init(
        _ code: String, _ status: ExitStatus, _ message: String, isRetryable: Bool = false,
        details: OutputObject = OutputObject(), log: String? = nil, pending: OutputObject? = nil
    ) {
        self.code = code
        self.status = status
        // Servers have a say in both, and both end on a terminal.
        self.message = DisplayText.sanitizedLines(message)
        self.isRetryable = isRetryable
        self.details = details.sanitized
        self.log = log
        self.pending = pending
    }

    /// The same failure in other words and with other facts.
    func with(message: String, details: OutputObject) -> CommandFailure {
        CommandFailure(
            code, status, message, isRetryable: isRetryable, details: details, log: log, pending: pending)
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
    /// The same with a file to read for more.
    func withLog(_ path: String) -> CommandFailure {
        CommandFailure(
            code, status, message, isRetryable: isRetryable, details: details, log: path, pending: pending)
    }
}

extension CommandFailure: CustomStringConvertible {
    public var description: String { message }
}

extension CommandFailure {
    /// A command line that cannot be carried out as it stands.
    static func usage(_ message: String) -> CommandFailure { CommandFailure("usage", .usage, message) }

    /// Well-formed words on the command line that name unusable data.
    static func badInput(_ message: String, code: String = "bad_input") -> CommandFailure {
        CommandFailure(code, .badInput, message)
    }

    /// The person said no.
    static let declined = CommandFailure("declined", .declined, "Nothing was done.")

    /// The person asked the command to stop before it had submitted anything.
    static let stopped = CommandFailure("cancelled", .declined, "Stopped as asked. Nothing was submitted.")

    /// A question could not be put, because there is nobody to answer it.
    static func cannotAsk(_ question: String, option: String) -> CommandFailure {
        .usage("\(question) There is nobody to ask here: say so with \(option).")
    }
}
