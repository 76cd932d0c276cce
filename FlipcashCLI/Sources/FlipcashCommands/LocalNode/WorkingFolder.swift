#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The folder that relative paths on the command line start from.
enum WorkingFolder {
    static var path: String {
        guard let pointer = getcwd(nil, 0) else { return "." }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    /// `path` from the root on.
    static func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "\(self.path)/\(path)" }

    /// The folder that the file at an absolute path lies in.
    static func parent(of path: String) -> String {
        let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? ""
        return folder.isEmpty ? "/" : String(folder)
    }
}
