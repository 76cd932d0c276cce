/// The folder of log files and error reports, with the operations that logging needs.
///
/// Lines are not made durable one by one: it is enough that the log survives the process. Every method throws
/// `LogFileFailure` with the operating system's message.
public protocol LogFolder: Sendable {
    /// Returns the size and the time of the last change of a file; nil when the file does not exist.
    func status(_ name: String) throws(LogFileFailure) -> LogFileStatus?
    /// Returns the names of all files in the folder; none when the folder does not exist.
    func names() throws(LogFileFailure) -> [String]
    /// Appends to a file of mode 0600, and creates it and the folder (mode 0700) if they are missing.
    func append(_ bytes: [UInt8], to name: String) throws(LogFileFailure)
    /// Returns up to `count` bytes from `offset`; empty at the end.
    func read(_ name: String, from offset: UInt64, count: Int) throws(LogFileFailure) -> [UInt8]
    /// Removes a file; a missing file is not an error.
    func remove(_ name: String) throws(LogFileFailure)
}

/// The size and the time of change of a file.
public struct LogFileStatus: Hashable, Sendable {
    /// The size in bytes.
    public var size: UInt64
    /// The time of the last change.
    public var modified: Instant

    /// Creates a status.
    public init(size: UInt64, modified: Instant) {
        self.size = size
        self.modified = modified
    }
}

/// An error from reading or writing a log file.
public struct LogFileFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The operation that failed, such as `write`.
    public let operation: String
    /// The path of the file or folder.
    public let path: String
    /// The operating system's message.
    public let reason: String

    /// Creates a failure.
    public init(operation: String, path: String, reason: String) {
        self.operation = operation
        self.path = path
        self.reason = reason
    }

    /// The operation, the path and the reason, in lower case and without a full stop.
    public var description: String { "could not \(operation) \(path): \(reason)" }
}
