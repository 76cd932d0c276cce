import CodeCurves
import FlipcashCore
import FlipcashWallet

/// Reads files whose content is a secret.
enum SecretFile {
    /// The size limit in bytes. Words and passphrases are far shorter.
    private static let limit = 4_096

    /// The whole file.
    ///
    /// - Throws: `CommandFailure` if the file is missing, too long, or readable by other users.
    static func content(_ path: String) throws -> SecretBytes {
        guard var bytes = try POSIXFileSystem().readSecret(path) else {
            throw CommandFailure.noFile(path)
        }
        defer { Zeroing.zero(&bytes) }
        guard bytes.count <= limit else {
            throw CommandFailure(
                "bad_file", .badInput, "\(path) is too long for words or a passphrase. Name another file.")
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
