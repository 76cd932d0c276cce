/// The severity of an error in reports (client specification §6.4).
public enum ReportingLevel: Hashable, Sendable {
    /// An expected error, such as a lost network; it is not reported.
    case suppressed
    /// Reported for information.
    case info
    /// A defect of this program or of another.
    case error
}

/// An error with its own reporting level.
public protocol ReportLevelled: Error {
    /// The error's reporting level.
    var reportingLevel: ReportingLevel { get }
}
