/// The report of an unexpected error (client specification §6.4).
public struct ErrorReport: Codable, Hashable, Sendable {
    /// The form of this report; additions keep its number (client specification §12.7).
    public var schema = "flipcash.error-report/1"
    /// RFC 3339, UTC, milliseconds.
    public let at: String
    /// `info` or `error`.
    public let level: String
    /// Equal for errors of the same place: 16 hexadecimal digits.
    public let group: String
    /// The error's type.
    public let type: String
    /// The error's words, redacted.
    public let message: String
    /// What was being done.
    public let reason: String?
    /// Further facts, redacted.
    public let metadata: [String: String]
    /// The last lines of the log.
    public let log: [String]
}
