import FlipcashCore
import FlipcashWallet
import Foundation

/// A new folder for temporary files.
struct TemporaryFolder: Sendable {
    let path: String

    /// Makes a folder that only this person can read.
    ///
    /// - Throws: `CommandFailure` if it cannot be created.
    static func make(_ call: Invocation) throws -> TemporaryFolder {
        let base = call.environment["TMPDIR"] ?? "/tmp"
        let name = HexArgument(bytes: call.runtime.random.bytes(8)).text
        let path = (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/flipcash-" + name
        try call.files.makeFolder(path)
        return TemporaryFolder(path: path)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
