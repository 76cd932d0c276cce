#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file operation that the operating system refused.
public struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or folder.
    public let path: String
    /// The value of `errno`.
    public let code: Int32

    /// Names a failure by its value of `errno`.
    public init(path: String, code: Int32) {
        self.path = path
        self.code = code
    }

    /// The failure of the call that has just returned.
    init(_ path: String) { self.init(path: path, code: errno) }

    /// The operating system's words, such as `Permission denied`.
    public var reason: String { String(cString: strerror(code)) }
    /// Whether there is no such file or folder.
    public var isMissing: Bool { code == ENOENT }
    /// Whether there is such a file or folder already.
    public var isExisting: Bool { code == EEXIST }
    /// Whether something on the way to the file is not a folder.
    public var isNotAFolder: Bool { code == ENOTDIR }

    /// The path and the reason, such as `/etc/x: Permission denied`.
    public var description: String { "\(path): \(reason)" }
}
