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

/// What can be done with files and folders by their paths.
public enum SystemFiles {
    /// Whether there is something at `path`.
    public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// What the operating system knows of `path`; nil when there is no such file or folder.
    public static func status(_ path: String, followsLinks: Bool = true) throws(SystemFailure) -> FileStatus? {
        var status = stat()
        let result = followsLinks ? stat(path, &status) : lstat(path, &status)
        guard result == 0 else {
            let failure = SystemFailure(path)
            if failure.isMissing { return nil }
            throw failure
        }
        return FileStatus(status)
    }

    /// The names of what is in a folder, sorted.
    public static func names(inFolder path: String) throws(SystemFailure) -> [String] {
        guard let folder = opendir(path) else { throw SystemFailure(path) }
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

    /// Makes the folder `path` and its missing parents, each with mode 0700.
    public static func makeFolder(_ path: String) throws(SystemFailure) {
        var partial = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/") {
            partial += (partial.isEmpty || partial.hasSuffix("/") ? "" : "/") + component
            guard mkdir(partial, 0o700) != 0 else { continue }
            let failure = SystemFailure(partial)
            guard failure.isExisting || isFolder(partial) else { throw failure }
        }
        guard isFolder(path) else { throw SystemFailure(path: path, code: ENOTDIR) }
    }

    /// Sets the permission bits of `path`.
    public static func setMode(_ path: String, _ mode: UInt16) throws(SystemFailure) {
        guard chmod(path, mode_t(mode)) == 0 else { throw SystemFailure(path) }
    }

    /// Removes the file `path`; a missing file is no error.
    public static func remove(_ path: String) throws(SystemFailure) {
        guard unlink(path) == 0 || errno == ENOENT else { throw SystemFailure(path) }
    }

    /// Gives the file `path` the name `other`, replacing the file that has it.
    public static func move(_ path: String, over other: String) throws(SystemFailure) {
        guard rename(path, other) == 0 else { throw SystemFailure(other) }
    }

    /// Gives the file `path` the second name `other`.
    ///
    /// - Returns: false when there is a file of that name already.
    public static func addName(_ other: String, toFile path: String) throws(SystemFailure) -> Bool {
        guard link(path, other) != 0 else { return true }
        let failure = SystemFailure(other)
        if failure.isExisting { return false }
        throw failure
    }

    /// Makes the names in the folder of `path` durable: call it after a file there was made, moved or renamed.
    ///
    /// Some file systems refuse to sync folders. The names are then as durable as they make them.
    public static func syncFolder(of path: String) throws(SystemFailure) {
        let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let folder = parent.isEmpty ? "/" : parent
        do throws(SystemFailure) {
            try OpenFile.with(folder, .read) { file throws(SystemFailure) in try file.sync() }
        } catch {
            guard error.code == EINVAL else { throw error }
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
