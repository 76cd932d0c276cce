import FlipcashCore

/// The inputs that decide which key store `auto` chooses (client specification §2.4, §12.2).
struct KeyStoreSelection {
    /// Whether the profile already has a vault: a file encrypted with a passphrase.
    var hasVault: Bool
    /// Whether the profile already has a plain file.
    var hasPlainFile: Bool
    /// Whether the program creates the account without being asked, because the first command needs one.
    var isFirstUse: Bool
    /// Whether the endpoint is the user's own node; plain files are only for that node.
    var isOwnNode: Bool
    /// Whether the profile asks for plain files.
    var allowsInsecureKeys: Bool

    /// The chosen key store.
    struct Outcome: Equatable {
        var choice: KeyStoreChoice
        /// Whether the key store has no words yet.
        var isNew: Bool
    }

    /// The existing file; nil if there is none.
    var existing: Outcome? {
        if hasVault { return Outcome(choice: .vault, isNew: false) }
        if hasPlainFile { return Outcome(choice: .plain, isNew: false) }
        return nil
    }

    /// Returns the first of these that applies:
    ///
    /// 1. the existing file;
    /// 2. a plain file, if the profile asks for plain files and the endpoint is the user's own node;
    /// 3. the first store of the system that works without asking the user;
    /// 4. a plain file, for a first use on the user's own node;
    /// 5. a vault.
    ///
    /// - Parameter stores: the system's stores in the order in which to try them.
    func outcome(among stores: [any SecretItemStore]) -> Outcome {
        if let existing { return existing }
        if allowsInsecureKeys, isOwnNode { return Outcome(choice: .plain, isNew: true) }
        for store in stores {
            if (try? store.probe()) != nil { return Outcome(choice: store.choice, isNew: true) }
        }
        return Outcome(choice: isFirstUse && isOwnNode ? .plain : .vault, isNew: true)
    }
}
