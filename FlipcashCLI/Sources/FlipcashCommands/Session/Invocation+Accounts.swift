import CodeCurves
import FlipcashCore
import FlipcashWallet

extension Invocation {
    /// The accounts of this call's profile.
    func accountManager() throws -> AccountManager {
        let settings = try settings()
        return AccountManager(
            settings: settings, endpoint: try endpoint(settings), layout: try layout, files: files,
            environment: runtime, passphrase: passphrase, keyStores: .ofThisMachine(environment))
    }

    /// Words that this call brings along instead of an account of the profile; nil without such an option.
    func broughtAccount() throws -> KeyAccount? {
        switch options.wordsSource {
        case nil: return nil
        case .file(let path): return try KeyAccount(words: try SecretFile.content(path))
        case .standardInput:
            guard let line = console.input.readSecretLine() else {
                throw CommandFailure("no_input", .cannotRead, "Standard input has no words.")
            }
            return try KeyAccount(words: SecretBytes(Array(line.utf8)))
        case .environment:
            return try environment["FLIPCASH_ACCESS_KEY"].map { try KeyAccount(words: SecretBytes(Array($0.utf8))) }
        }
    }
}

/// Reads files whose content is a secret.
enum SecretFile {
    /// The largest such file; words and passphrases are far shorter.
    private static let limit = 4_096

    /// The whole file.
    ///
    /// - Throws: `CommandFailure` when it is missing, too long, or open to other people.
    static func content(_ path: String) throws -> SecretBytes {
        guard var bytes = try POSIXFileSystem().readSecret(path) else {
            throw CommandFailure("no_file", .cannotRead, "There is no file \(path).")
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
