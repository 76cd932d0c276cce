import FlipcashCore

extension CommittedIntent {
    /// Returns whether this intent pays into `vault`.
    func pays(_ vault: PublicKey) -> Bool {
        guard case .sentPublicPayment(let destination, _, _) = kind else { return false }
        return destination == vault
    }
}
