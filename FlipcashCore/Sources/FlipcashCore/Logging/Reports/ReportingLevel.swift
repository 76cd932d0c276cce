/// How an error report treats an error (client specification §6.4).
public enum ReportingLevel: Hashable, Sendable {
    /// Expected in daily life, such as a lost network.
    case suppressed
    /// Worth a note.
    case info
    /// A defect, here or there.
    case error
}

/// An error that knows how loudly it deserves to be reported.
public protocol ReportLevelled: Error {
    /// How an error report treats it.
    var reportingLevel: ReportingLevel { get }
}
