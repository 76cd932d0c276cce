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
