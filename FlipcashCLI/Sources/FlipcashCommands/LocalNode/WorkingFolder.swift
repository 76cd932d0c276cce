#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The current folder, which relative paths on the command line start from.
enum WorkingFolder {
    static var path: String {
        guard let pointer = getcwd(nil, 0) else { return "." }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    /// `path` as an absolute path.
    static func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "\(self.path)/\(path)" }

    /// The folder of the file at an absolute path.
    static func parent(of path: String) -> String {
        let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? ""
        return folder.isEmpty ? "/" : String(folder)
    }
}
