import FlipcashCore

extension CommittedIntent {
    /// Whether it is a payment into `vault`.
    func pays(_ vault: PublicKey) -> Bool {
        guard case .sentPublicPayment(let destination, _, _) = kind else { return false }
        return destination == vault
    }
}
