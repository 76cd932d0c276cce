#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A short-named folder of a test's own, removed with everything in it when the value goes away.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/fcn-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure() }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The path of a file in the folder.
    func file(_ name: String) -> String { path + "/" + name }

    deinit { Self.remove(path) }

    struct Failure: Error {}

    private static func remove(_ path: String) {
        guard let folder = opendir(path) else {
            unlink(path)
            return
        }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { remove(path + "/" + name) }
        }
        closedir(folder)
        rmdir(path)
    }
}
