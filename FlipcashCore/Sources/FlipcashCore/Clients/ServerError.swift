/// An error of a service call that knows how loudly it deserves to be reported.
public protocol ServerError: Error, Sendable {
    /// How an error report treats it.
    var reportingLevel: ReportingLevel { get }
    /// Whether the same call may succeed later.
    var isRetryable: Bool { get }
}

extension ServerError {
    /// Whether the error is worth a report at all.
    public var isReportable: Bool { reportingLevel != .suppressed }
}

/// How an error report treats an error (client specification §6.4).
public enum ReportingLevel: Hashable, Sendable {
    /// Expected in daily life, such as a lost network.
    case suppressed
    /// Worth a note.
    case info
    /// A defect, here or there.
    case error
}
