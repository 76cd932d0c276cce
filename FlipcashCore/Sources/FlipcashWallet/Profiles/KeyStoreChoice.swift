/// Which back end keeps the words (client specification §2.4).
public enum KeyStoreChoice: String, Sendable, CaseIterable {
    /// The first that works without asking anybody; the choice is then recorded in the profile.
    case auto
    /// The key chain of macOS.
    case keychain
    /// The secret service of a Linux desktop.
    case secretService = "secret-service"
    /// An encrypted file.
    case vault
    /// A plain file of mode 0600; only for the person's own node.
    case plain
}
