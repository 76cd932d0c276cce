// The C library's time structures belong to whichever module the compiler saw first, which in a target that uses
// Foundation elsewhere may be this one.
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

/// A folder of the file system.
public struct POSIXLogFolder: LogFolder {
    /// The folder's absolute path.
    public let path: String

    /// Names a folder by its absolute path; it is made with the first line that is written.
    public init(path: String) { self.path = path }

    public func status(_ name: String) throws(LogFileFailure) -> LogFileStatus? {
        var status = stat()
        guard lstat(path(name), &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw failure("read", name)
        }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return LogFileStatus(
            size: UInt64(max(0, status.st_size)),
            modified: Instant(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec)))
    }

    public func names() throws(LogFileFailure) -> [String] {
        guard let folder = opendir(path) else {
            if errno == ENOENT { return [] }
            throw failure("list", "")
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    public func append(_ bytes: [UInt8], to name: String) throws(LogFileFailure) {
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        var descriptor = open(path(name), flags, 0o600)
        if descriptor < 0, errno == ENOENT {
            try makeFolder()
            descriptor = open(path(name), flags, 0o600)
        }
        guard descriptor >= 0 else { throw failure("write", name) }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o600) == 0 else { throw failure("write", name) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure("write", name)
            }
            rest = rest.dropFirst(count)
        }
    }

    public func read(_ name: String, from offset: UInt64, count: Int) throws(LogFileFailure) -> [UInt8] {
        let descriptor = open(path(name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw failure("read", name) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: max(0, count))
        let position = off_t(clamping: offset)
        while true {
            let found = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, position) }
            if found < 0, errno == EINTR { continue }
            guard found >= 0 else { throw failure("read", name) }
            return Array(bytes.prefix(found))
        }
    }

    public func remove(_ name: String) throws(LogFileFailure) {
        guard unlink(path(name)) == 0 || errno == ENOENT else { throw failure("remove", name) }
    }

    private func path(_ name: String) -> String { "\(path)/\(name)" }

    private func makeFolder() throws(LogFileFailure) {
        var partial = ""
        for part in path.split(separator: "/") {
            partial += "/" + part
            guard mkdir(partial, 0o700) == 0 || errno == EEXIST || errno == EISDIR else {
                throw LogFileFailure(operation: "make", path: partial, reason: String(cString: strerror(errno)))
            }
        }
    }

    private func failure(_ operation: String, _ name: String) -> LogFileFailure {
        LogFileFailure(
            operation: operation, path: name.isEmpty ? path : path(name), reason: String(cString: strerror(errno)))
    }
}
