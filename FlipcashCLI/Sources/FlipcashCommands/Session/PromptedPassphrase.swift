import CodeCurves
import FlipcashWallet

/// Asks the person for the passphrase of the vault, twice for a new one.
struct PromptedPassphrase: PassphraseSource {
    let prompt: Prompt

    func passphrase(for purpose: PassphrasePurpose) throws(KeyStoreFailure) -> SecretBytes {
        guard prompt.isPossible else { throw .passphraseMissing }
        switch purpose {
        case .unlock: return try ask("Passphrase of the vault:")
        case .create:
            while true {
                let first = try ask("New passphrase to protect the words with:")
                guard first.count >= 8 else {
                    prompt.show("Use at least 8 characters.")
                    continue
                }
                if first == (try ask("The same again:")) { return first }
                prompt.show("The two differ.")
            }
        }
    }

    private func ask(_ question: String) throws(KeyStoreFailure) -> SecretBytes {
        guard let answer = try? prompt.secret(question, option: "--passphrase-file"), !answer.isEmpty else {
            throw .passphraseMissing
        }
        return SecretBytes(Array(answer.utf8))
    }
}
