// The C library's `stat` may belong to this module: see FileStatus.swift.
#if canImport(CoreFoundation)
    import CoreFoundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that is open while a closure runs.
///
/// The wallet, the node and the commands open, list and change files only through this type, ``SystemFiles`` and
/// ``FileLock``; their databases are SQLite's. Calls that a signal interrupts are retried.
public struct OpenFile: Sendable {
    /// The access mode.
    public enum Access: Sendable {
        /// Reading.
        case read
        /// Writing.
        case write

        fileprivate var flag: Int32 {
            switch self {
            case .read: O_RDONLY
            case .write: O_WRONLY
            }
        }
    }

    /// How a file is opened.
    public struct Options: OptionSet, Sendable {
        /// The flags of `open(2)` of this platform; their values differ between Linux and macOS.
        public let rawValue: Int32

        /// Takes flags of `open(2)`; the access mode is not among them.
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// Creates the file if it is missing.
        public static let create = Options(rawValue: O_CREAT)
        /// Creates the file, and fails if it exists.
        public static let createNew = Options(rawValue: O_CREAT | O_EXCL)
        /// Removes the content.
        public static let truncate = Options(rawValue: O_TRUNC)
        /// Writes at the end.
        public static let append = Options(rawValue: O_APPEND)
        /// Fails if the path names a symbolic link.
        public static let noFollow = Options(rawValue: O_NOFOLLOW)
    }

    private let path: String
    private let descriptor: Int32

    /// Opens the file at `path`, runs `body`, and closes the file.
    ///
    /// A new file gets the permission bits `mode`, minus those in the process's mask.
    ///
    /// - Throws: `SystemFailure` if the file cannot be opened, and any error of `body`.
    public static func with<Value>(
        _ path: String, _ access: Access, _ options: Options = [], mode: UInt16 = 0o600,
        _ body: (OpenFile) throws(SystemFailure) -> Value
    ) throws(SystemFailure) -> Value {
        let descriptor = open(path, access.flag | options.rawValue | O_CLOEXEC, mode_t(mode))
        guard descriptor >= 0 else { throw SystemFailure(path) }
        defer { close(descriptor) }
        return try body(OpenFile(path: path, descriptor: descriptor))
    }

    /// Reads from the current position up to the end of the file or `limit` bytes.
    public func contents(upTo limit: Int = .max) throws(SystemFailure) -> [UInt8] {
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(65_536, max(0, limit)))
        while content.count < limit {
            let wanted = min(chunk.count, limit - content.count)
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, wanted) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemFailure(path) }
            if count == 0 { break }
            content.append(contentsOf: chunk[..<count])
        }
        return content
    }

    /// Reads up to `count` bytes from `offset`; empty at the end of the file.
    public func bytes(at offset: UInt64, count: Int) throws(SystemFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(0, count))
        let position = off_t(clamping: offset)
        while true {
            let found = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, position) }
            if found < 0, errno == EINTR { continue }
            guard found >= 0 else { throw SystemFailure(path) }
            return Array(bytes.prefix(found))
        }
    }

    /// Writes all of `bytes`.
    public func writeAll(_ bytes: [UInt8]) throws(SystemFailure) {
        var written = 0
        while written < bytes.count {
            let start = written
            let count = bytes.withUnsafeBytes { buffer in
                write(descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemFailure(path: path, code: count < 0 ? errno : EIO) }
            written += count
        }
    }

    /// Flushes the content to the disk.
    public func sync() throws(SystemFailure) {
        guard fsync(descriptor) == 0 else { throw SystemFailure(path) }
    }

    /// Sets the permission bits.
    public func setMode(_ mode: UInt16) throws(SystemFailure) {
        guard fchmod(descriptor, mode_t(mode)) == 0 else { throw SystemFailure(path) }
    }

    /// Removes the content.
    public func clear() throws(SystemFailure) {
        guard ftruncate(descriptor, 0) == 0 else { throw SystemFailure(path) }
    }

    /// Returns the file's metadata.
    public func status() throws(SystemFailure) -> FileStatus {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemFailure(path) }
        return FileStatus(status)
    }
}
