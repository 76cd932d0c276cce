/// An error that can be shown to the user.
///
/// All errors of the wallet's public interface conform. One place maps them to exit codes and to the JSON error object
/// (client specification §12.6, §12.7).
public protocol WalletFailure: Error, CustomStringConvertible {
    /// What to show for the error.
    var report: FailureReport { get }
}

extension WalletFailure {
    /// The report's message. It never contains a secret.
    public var description: String { report.message }
}

/// What is shown and logged about an error.
public struct FailureReport: Hashable, Sendable {
    /// The stable identifier.
    public let code: MessageCode
    /// The class, which decides the exit code.
    public let kind: FailureKind
    /// One or two plain sentences: what went wrong and where. Never contains a secret.
    public let message: String
    /// Whether a retry may help.
    public let isRetryable: Bool
    /// Additional facts by name, such as the shortfall or the id to check. Never contains a secret.
    public let details: [String: String]
    /// What the user can do, which the program phrases; nil if the message already says it.
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
