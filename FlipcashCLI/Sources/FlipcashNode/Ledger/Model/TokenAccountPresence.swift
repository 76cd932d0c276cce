/// The kind of account found at an address outside the node.
enum TokenAccountPresence: Hashable, Sendable {
    /// A token account of the requested mint.
    case exists
    /// No account.
    case missing
    /// Any other account.
    case invalid
}
