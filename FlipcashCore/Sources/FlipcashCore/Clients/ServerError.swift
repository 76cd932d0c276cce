/// An error of a service call that knows how loudly it deserves to be reported.
public protocol ServerError: ReportLevelled, Sendable {
    /// Whether the same call may succeed later.
    var isRetryable: Bool { get }
}

extension ServerError {
    /// Whether the error is worth a report at all.
    public var isReportable: Bool { reportingLevel != .suppressed }
}
