#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Files and folders that only their owner may touch, read and written with plain system calls so that modes and
/// durability are exactly what they say.
enum PrivateFile {
    /// Creates `path` and its parents; the last component gets mode 0700 when it is new.
    static func makeDirectory(_ path: String) throws(NodeError) {
        var current = path.hasPrefix("/") ? "" : "."
        for component in path.split(separator: "/", omittingEmptySubsequences: true) {
            current += "/" + component
            if mkdir(current, 0o700) != 0, errno != EEXIST {
                throw failure("create folder", current)
            }
        }
        var status = stat()
        guard stat(path, &status) == 0 else { throw failure("examine", path) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .fileSystem(operation: "use", path: path, reason: "it is not a folder")
        }
    }

    /// The whole content of `path`, or nil when there is no such file.
    ///
    /// - Parameter requiringPrivacy: refuse a file that its group or others can read.
    /// - Throws: `NodeError.insecureFile`, `NodeError.fileSystem`; a file above 1 MiB is refused.
    static func read(_ path: String, requiringPrivacy: Bool) throws(NodeError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 {
            if errno == ENOENT { return nil }
            throw failure("read", path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("examine", path) }
        let mode = UInt16(truncatingIfNeeded: status.st_mode & 0o777)
        if requiringPrivacy, mode & 0o077 != 0 { throw .insecureFile(path: path, mode: mode) }
        guard status.st_size <= sizeLimit else {
            throw .fileSystem(operation: "read", path: path, reason: "it is larger than \(sizeLimit) bytes")
        }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Systemcall.read(descriptor, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw failure("read", path)
            }
            if count == 0 { return content }
            content.append(contentsOf: chunk[0..<count])
            guard content.count <= sizeLimit else {
                throw .fileSystem(operation: "read", path: path, reason: "it is larger than \(sizeLimit) bytes")
            }
        }
    }

    /// Creates `path` with `content` and mode 0600, durably, and only if no such file exists.
    ///
    /// The content is complete before the name appears: a crash leaves either no file or the whole one.
    ///
    /// - Returns: false when the file already existed; it is left alone then.
    static func create(_ path: String, content: [UInt8]) throws(NodeError) -> Bool {
        let draft = "\(path).\(getpid()).new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("create", draft) }
        defer { unlink(draft) }
        do throws(NodeError) {
            try write(content, to: descriptor, path: draft)
            guard fsync(descriptor) == 0 else { throw failure("flush", draft) }
        } catch {
            close(descriptor)
            throw error
        }
        close(descriptor)
        if link(draft, path) != 0 {
            if errno == EEXIST { return false }
            throw failure("create", path)
        }
        try flushDirectory(of: path)
        return true
    }

    /// Gives `path` the name `other`, durably, taking the place of no other file.
    ///
    /// - Returns: false when there is a file of that name already; `path` keeps its name then.
    static func rename(_ path: String, to other: String) throws(NodeError) -> Bool {
        if link(path, other) != 0 {
            if errno == EEXIST { return false }
            throw failure("create", other)
        }
        unlink(path)
        try flushDirectory(of: other)
        return true
    }

    /// Copies the file `path` to `other`, which must not exist; the copy is the owner's alone and on the disk.
    static func copy(_ path: String, to other: String) throws(NodeError) {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw failure("read", path) }
        defer { close(source) }
        let target = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw failure("create", other) }
        defer { close(target) }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Systemcall.read(source, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw failure("read", path)
            }
            if count == 0 { break }
            try write(Array(chunk[..<count]), to: target, path: other)
        }
        guard fsync(target) == 0 else { throw failure("flush", other) }
    }

    /// Removes `path`, if there is such a file.
    static func remove(_ path: String) { unlink(path) }

    /// The size of `path` in bytes; nil when there is no such file.
    static func size(_ path: String) throws(NodeError) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw failure("examine", path)
        }
        return Int(status.st_size)
    }

    /// The error that the last failed system call left in `errno`, in words.
    static func failure(_ operation: String, _ path: String) -> NodeError {
        .fileSystem(operation: operation, path: path, reason: String(cString: strerror(errno)))
    }

    private static let sizeLimit = 1 << 20

    private static func write(_ content: [UInt8], to descriptor: Int32, path: String) throws(NodeError) {
        var offset = 0
        while offset < content.count {
            let count = content[offset...].withUnsafeBytes { Systemcall.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure("write", path)
            }
            offset += count
        }
    }

    private static func flushDirectory(of path: String) throws(NodeError) {
        let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let descriptor = open(parent.isEmpty ? "/" : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", parent) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("flush", parent) }
    }
}

/// `read` and `write` of the C library under names that do not collide with methods of the same name.
private enum Systemcall {
    static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.read(descriptor, buffer, count)
        #else
            Darwin.read(descriptor, buffer, count)
        #endif
    }

    static func write(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, buffer, count)
        #else
            Darwin.write(descriptor, buffer, count)
        #endif
    }
}
