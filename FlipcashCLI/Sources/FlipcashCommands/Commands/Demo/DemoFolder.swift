import FlipcashCore
import FlipcashWallet

/// The temporary folder of a demonstration.
struct DemoFolder: Sendable {
    let path: String

    /// Makes a folder that only this person can read.
    ///
    /// - Throws: `CommandFailure` if it cannot be created.
    static func make(_ call: Invocation) throws -> DemoFolder {
        let base = call.environment["TMPDIR"] ?? "/tmp"
        let name = Hexadecimal.encode(call.runtime.random.bytes(8))
        let path = (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/flipcash-" + name
        try call.files.makeFolder(path)
        return DemoFolder(path: path)
    }

    func remove() { try? SystemFiles.removeFolder(path) }
}
