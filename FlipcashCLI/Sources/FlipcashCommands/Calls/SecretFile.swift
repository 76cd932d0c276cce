import CodeCurves
import FlipcashCore
import FlipcashWallet

/// Reads files whose content is a secret.
enum SecretFile {
    /// The largest such file; words and passphrases are far shorter.
    private static let limit = 4_096

    /// The whole file.
    ///
    /// - Throws: `CommandFailure` when it is missing, too long, or open to other people.
    static func content(_ path: String) throws -> SecretBytes {
        guard var bytes = try POSIXFileSystem().readSecret(path) else {
            throw CommandFailure.noFile(path)
        }
        defer { Zeroing.zero(&bytes) }
        guard bytes.count <= limit else {
            throw CommandFailure("bad_file", .badInput, "\(path) is too long to hold words or a passphrase.")
        }
        return SecretBytes(bytes)
    }

    /// The file's first line, without its line break.
    static func firstLine(_ path: String) throws -> SecretBytes {
        let content = try content(path)
        return content.withUnsafeBytes { buffer in
            SecretBytes(Array(buffer.prefix { $0 != 0x0A && $0 != 0x0D }))
        }
    }
}
