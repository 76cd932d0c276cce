import CodeCurves
import FlipcashWallet
import Synchronization

/// The vault's passphrase for one call: read from a file, or asked for once.
final class CallPassphrase: PassphraseSource {
    private let prompt: Prompt
    private let file: String?
    private let known = Mutex<SecretBytes?>(nil)

    init(prompt: Prompt, file: String?) {
        self.prompt = prompt
        self.file = file
    }

    func passphrase(for purpose: PassphrasePurpose) throws(KeyStoreFailure) -> SecretBytes {
        if let known = known.withLock({ $0 }) { return known }
        let secret: SecretBytes
        if let file { secret = try content(of: file) } else { secret = try fromPerson(purpose) }
        known.withLock { $0 = secret }
        return secret
    }

    /// Reads the passphrase for a new vault: the first line of `file`, or typed twice.
    ///
    /// - Parameter option: the option that names the file.
    func new(file: String?, option: String) throws(KeyStoreFailure) -> SecretBytes {
        if let file { return try content(of: file) }
        guard prompt.isPossible else { throw .passphraseMissing }
        while true {
            let first = try ask("New passphrase for the vault:", option: option)
            guard first.count >= 8 else {
                prompt.show("Too short. Use at least 8 characters.")
                continue
            }
            if first == (try ask("Repeat the passphrase:", option: option)) { return first }
            prompt.show("The passphrases differ. Try again.")
        }
    }

    private func content(of file: String) throws(KeyStoreFailure) -> SecretBytes {
        let secret: SecretBytes
        do {
            secret = try SecretFile.firstLine(file)
        } catch let failure as FileFailure {
            throw .file(failure)
        } catch {
            throw .unusable(reason: "the passphrase file \(file) cannot be read")
        }
        guard secret.count > 0 else {
            throw .unusable(reason: "the first line of the passphrase file \(file) is empty")
        }
        return secret
    }

    private func fromPerson(_ purpose: PassphrasePurpose) throws(KeyStoreFailure) -> SecretBytes {
        guard prompt.isPossible else { throw .passphraseMissing }
        switch purpose {
        case .unlock: return try ask("Passphrase of the vault:", option: Self.option)
        case .create: return try new(file: nil, option: Self.option)
        }
    }

    private static let option = "--passphrase-file"

    private func ask(_ question: String, option: String) throws(KeyStoreFailure) -> SecretBytes {
        guard let answer = try? prompt.secret(question, option: option), !answer.isEmpty else {
            throw .passphraseMissing
        }
        return SecretBytes(Array(answer.utf8))
    }
}
