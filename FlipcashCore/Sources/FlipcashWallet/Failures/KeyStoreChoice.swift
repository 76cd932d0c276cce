/// The back end that keeps the words (client specification §2.4).
public enum KeyStoreChoice: String, Sendable, CaseIterable {
    /// The first back end that works without asking the user. The choice is then recorded in the profile.
    case auto
    /// The macOS keychain.
    case keychain
    /// The secret service of a Linux desktop.
    case secretService = "secret-service"
    /// An encrypted file.
    case vault
    /// A plain file of mode 0600; only for the user's own node.
    case plain
}
