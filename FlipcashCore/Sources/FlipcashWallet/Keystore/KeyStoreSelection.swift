import FlipcashCore

/// The inputs that decide which key store `auto` chooses (client specification §2.4, §12.2).
struct KeyStoreSelection {
    /// Whether the profile already has an encrypted file.
    var hasVault: Bool
    /// Whether the profile already has a plain file.
    var hasPlainFile: Bool
    /// Whether the program creates the account on its own initiative.
    var isFirstUse: Bool
    /// Whether the endpoint is the user's own node; plain files are only for that node.
    var isOwnNode: Bool
    /// Whether the profile asks for plain files.
    var allowsInsecureKeys: Bool

    /// The chosen key store, and whether the profile should record it.
    struct Outcome: Equatable {
        var choice: KeyStoreChoice
        var isNew: Bool
    }

    /// The existing file; nil if there is none.
    var existing: Outcome? {
        if hasVault { return Outcome(choice: .vault, isNew: false) }
        if hasPlainFile { return Outcome(choice: .plain, isNew: false) }
        return nil
    }

    /// Returns the existing file, else the first store of the system that works without asking, else a plain file for a
    /// first use, else a vault. A profile that asks for plain files gets one on the user's own node.
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
