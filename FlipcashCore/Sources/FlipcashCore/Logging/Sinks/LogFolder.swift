/// The folder that log files and error reports lie in, as far as logging needs one.
///
/// Lines are appended without being made durable one by one: a log that survives the process is enough.
///
/// Every method throws `LogFileFailure` with the operating system's words.
public protocol LogFolder: Sendable {
    /// Size and time of the last change of a file; nil when there is no such file.
    func status(_ name: String) throws(LogFileFailure) -> LogFileStatus?
    /// The names of everything in the folder; none when there is no folder.
    func names() throws(LogFileFailure) -> [String]
    /// Appends to a file of mode 0600, making it and the folder (mode 0700) where they are missing.
    func append(_ bytes: [UInt8], to name: String) throws(LogFileFailure)
    /// Up to `count` bytes from `offset`; empty at the end.
    func read(_ name: String, from offset: UInt64, count: Int) throws(LogFileFailure) -> [UInt8]
    /// Removes a file; a missing one is no error.
    func remove(_ name: String) throws(LogFileFailure)
}

/// What a folder says of a file.
public struct LogFileStatus: Hashable, Sendable {
    /// Bytes.
    public var size: UInt64
    /// When the file was changed last.
    public var modified: Instant

    /// Names what a folder says.
    public init(size: UInt64, modified: Instant) {
        self.size = size
        self.modified = modified
    }
}

/// Why a log file could not be read or written.
public struct LogFileFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, such as `write`.
    public let operation: String
    /// The file, or the folder, that it was tried on.
    public let path: String
    /// The operating system's words.
    public let reason: String

    /// Names a failure.
    public init(operation: String, path: String, reason: String) {
        self.operation = operation
        self.path = path
        self.reason = reason
    }

    public var description: String { "could not \(operation) \(path): \(reason)" }
}
