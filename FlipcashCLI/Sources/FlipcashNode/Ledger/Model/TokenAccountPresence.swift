/// What there is at an address outside the node.
enum TokenAccountPresence: Hashable, Sendable {
    /// A token account of the mint that was asked about.
    case exists
    /// Nothing.
    case missing
    /// Something else.
    case invalid
}
