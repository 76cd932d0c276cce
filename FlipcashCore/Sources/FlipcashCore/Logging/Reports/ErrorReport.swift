/// The report of an unexpected error (client specification §6.4).
public struct ErrorReport: Codable, Hashable, Sendable {
    /// The format of this report; added fields do not change it (client specification §12.7).
    public var schema = "flipcash.error-report/1"
    /// The time: RFC 3339, UTC, milliseconds.
    public let at: String
    /// `info` or `error`.
    public let level: String
    /// The same 16 hexadecimal digits for all errors of one place in the code.
    public let group: String
    /// The error's type.
    public let type: String
    /// The error's message, redacted.
    public let message: String
    /// What the program was doing.
    public let reason: String?
    /// Further data, redacted.
    public let metadata: [String: String]
    /// The last lines of the log.
    public let log: [String]
}
