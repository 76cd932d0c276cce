import FlipcashCore
import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A private folder for a test that only the current user can open. Deinitialization removes it and its contents.
///
/// The folder's path is short, because the path of a socket has at most 107 bytes.
public final class TemporaryFolder: Sendable {
    /// The path of the folder.
    public let path: String

    /// Creates a folder.
    ///
    /// - Throws: `SystemFailure` if the folder cannot be created.
    public init() throws {
        var template = Array("/tmp/fc-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemFailure(path: "/tmp", code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in the folder.
    public func file(_ name: String) -> String { path + "/" + name }
}
