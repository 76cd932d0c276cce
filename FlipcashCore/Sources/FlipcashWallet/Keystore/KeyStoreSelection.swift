import FlipcashCore

/// What decides where words go when the profile says `auto` (client specification §2.4, §12.2).
struct KeyStoreSelection {
    /// Whether the profile has an encrypted file already.
    var hasVault: Bool
    /// Whether the profile has a plain file already.
    var hasPlainFile: Bool
    /// Whether the program makes an account by itself.
    var isFirstUse: Bool
    /// Whether the endpoint is the person's own node, the only one that plain files are for.
    var isOwnNode: Bool
    /// Whether the profile asks for plain files.
    var allowsInsecureKeys: Bool

    /// What was chosen, and whether the profile should remember it.
    struct Outcome: Equatable {
        var choice: KeyStoreChoice
        var isNew: Bool
    }

    /// The file that is there; nil when there is none.
    var existing: Outcome? {
        if hasVault { return Outcome(choice: .vault, isNew: false) }
        if hasPlainFile { return Outcome(choice: .plain, isNew: false) }
        return nil
    }

    /// The file that is there, else the first store of the system that works without asking, else a plain file for a
    /// first use, else a vault. A profile that asks for plain files gets one on the person's own node.
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
