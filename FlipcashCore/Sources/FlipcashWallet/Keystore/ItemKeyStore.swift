import CodeCurves
import FlipcashCore

/// A key store in a store of the operating system. Each account is a separate item with the same content as in the
/// vault.
///
/// The current account is not a secret, so only the account list has it.
struct ItemKeyStore: KeyStoreBackend {
    let items: any SecretItemStore

    func load() throws(KeyStoreFailure) -> KeyStoreContents {
        var accounts: [KeyStoreContents.Entry] = []
        for secret in try items.secrets() {
            var bytes = secret.exposedCopy()
            defer { Zeroing.zero(&bytes) }
            guard let entry = try? JSONFile.decode(KeyStoreContents.Entry.self, from: bytes) else {
                throw .systemStore(items.choice, .failed(reason: "it holds an item that is not an account"))
            }
            accounts.append(entry)
        }
        // The system returns items in any order. Sort the oldest first, as in a file.
        accounts.sort { ($0.created, $0.owner) < ($1.created, $1.owner) }
        return KeyStoreContents(accounts: accounts)
    }

    /// Stores accounts one by one and removes accounts last, so that a crash in between loses no words. Items of other
    /// data folders that share the key ring are not touched.
    func apply(_ change: KeyStoreChange, to stored: KeyStoreContents) throws(KeyStoreFailure) {
        for entry in change.stored where stored.entry(entry.owner) != entry {
            guard var bytes = try? JSONFile.encode(entry) else {
                throw .unusable(reason: "it cannot be written as JSON")
            }
            defer { Zeroing.zero(&bytes) }
            try items.store(SecretBytes(bytes), owner: entry.owner)
        }
        for owner in change.removed { try items.remove(owner: owner) }
    }

    func discard(_ owners: [PublicKey]) throws(KeyStoreFailure) {
        for owner in owners { try items.remove(owner: owner) }
    }
}
