// The compiler may attribute the C library's `stat` to CoreFoundation: see FileStatus.swift.
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

/// Operations on files and folders by path.
public enum SystemFiles {
    /// Returns whether a file or folder exists at `path`.
    public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns the metadata of `path`; nil if there is no such file or folder.
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

    /// Returns the sorted names of a folder's entries.
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

    /// Creates the folder `path` and its missing parents, each with mode 0700.
    public static func makeFolder(_ path: String) throws(SystemFailure) {
        var partial = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/") {
            partial += (partial.isEmpty || partial.hasSuffix("/") ? "" : "/") + component
            guard mkdir(partial, 0o700) != 0 else { continue }
            let failure = SystemFailure(partial)
            // For an existing parent, mkdir may also report a read-only file system or a missing permission.
            guard failure.isExisting || isFolder(partial) else { throw failure }
        }
        guard isFolder(path) else { throw SystemFailure(path: path, code: ENOTDIR) }
    }

    /// Sets the permission bits of `path`.
    public static func setMode(_ path: String, _ mode: UInt16) throws(SystemFailure) {
        guard chmod(path, mode_t(mode)) == 0 else { throw SystemFailure(path) }
    }

    /// Removes the file `path`; does nothing if it is missing.
    public static func remove(_ path: String) throws(SystemFailure) {
        guard unlink(path) == 0 || errno == ENOENT else { throw SystemFailure(path) }
    }

    /// Removes the folder `path` and everything in it; does nothing if it is missing.
    ///
    /// Removes a symbolic link, not what it points to. Other users must not be able to write in the folder.
    public static func removeFolder(_ path: String) throws(SystemFailure) {
        guard let found = try status(path, followsLinks: false) else { return }
        guard found.kind == .folder else { return try remove(path) }
        for name in try names(inFolder: path) { try removeFolder(path + "/" + name) }
        guard rmdir(path) == 0 || errno == ENOENT else { throw SystemFailure(path) }
    }

    /// Renames the file `path` to `other`, replacing an existing file.
    public static func move(_ path: String, over other: String) throws(SystemFailure) {
        guard rename(path, other) == 0 else { throw SystemFailure(other) }
    }

    /// Creates a hard link `other` to the file `path`.
    ///
    /// - Returns: false if a file of that name exists.
    public static func addName(_ other: String, toFile path: String) throws(SystemFailure) -> Bool {
        guard link(path, other) != 0 else { return true }
        let failure = SystemFailure(other)
        if failure.isExisting { return false }
        throw failure
    }

    /// Makes the names in the folder of `path` durable. Call it after creating, moving or renaming a file there.
    ///
    /// Some file systems cannot sync folders; the error is then ignored.
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
