/// An error of a service call with its reporting level.
public protocol ServerError: ReportLevelled, Sendable {
    /// Whether the same call may succeed later.
    var isRetryable: Bool { get }
}

extension ServerError {
    /// Whether the error is reported at all.
    public var isReportable: Bool { reportingLevel != .suppressed }
}
