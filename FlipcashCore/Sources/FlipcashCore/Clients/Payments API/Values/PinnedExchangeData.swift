/// Amounts and the proofs that they were computed from (payment specification §10.3).
public struct PinnedExchangeData: Sendable {
    /// The quarks and the native amount of one computation.
    public let amount: ExchangedFiat
    /// The proofs whose rate and supply that computation used.
    public let state: VerifiedState

    /// Creates the pair of an amount and its proofs; ``check()`` verifies that they agree.
    public init(amount: ExchangedFiat, state: VerifiedState) {
        self.amount = amount
        self.state = state
    }
}
