import FlipcashCore
import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A folder of a test's own that only this user can open, removed with everything in it when the value goes away.
///
/// Its path is short, since a socket's path holds at most 107 bytes.
public final class TemporaryFolder: Sendable {
    /// The path of the folder.
    public let path: String

    /// Makes a folder.
    ///
    /// - Throws: `SystemFailure` when it cannot be made.
    public init() throws {
        var template = Array("/tmp/fc-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemFailure(path: "/tmp", code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in the folder.
    public func file(_ name: String) -> String { path + "/" + name }
}
