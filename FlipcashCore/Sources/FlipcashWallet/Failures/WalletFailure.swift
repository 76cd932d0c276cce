/// An error that can tell a person what went wrong and what to do.
///
/// Every error that leaves the wallet's public interface conforms, so that one place maps them to exit codes and to
/// the JSON error object (client specification §12.6, §12.7).
public protocol WalletFailure: Error, CustomStringConvertible {
    /// The error in the form that is shown.
    var report: FailureReport { get }
}

extension WalletFailure {
    /// The report's message, which holds no secret.
    public var description: String { report.message }
}

/// What people and logs get to know about an error.
public struct FailureReport: Hashable, Sendable {
    /// The stable identifier.
    public let code: MessageCode
    /// The class, which decides the exit code.
    public let kind: FailureKind
    /// One or two plain sentences: what was wrong and where. Never contains a secret.
    public let message: String
    /// Whether doing the same again may help.
    public let isRetryable: Bool
    /// Further facts by name, such as the shortfall or the id to check. Never contains a secret.
    public let details: [String: String]
    /// What to do, for the program to word; nil if there is no more to say than the message says.
    public let advice: FailureAdvice?

    /// Creates a report.
    public init(
        _ code: MessageCode, _ kind: FailureKind, _ message: String, isRetryable: Bool = false,
        details: [String: String] = [:], advice: FailureAdvice? = nil
    ) {
        self.code = code
        self.kind = kind
        self.message = message
        self.isRetryable = isRetryable
        self.details = details
        self.advice = advice
    }
}
