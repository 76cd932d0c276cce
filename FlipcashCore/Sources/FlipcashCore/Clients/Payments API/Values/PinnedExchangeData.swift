/// Amounts and the very proofs that they were computed from (payment specification §10.3).
public struct PinnedExchangeData: Sendable {
    /// Quarks and native amount of one computation.
    public let amount: ExchangedFiat
    /// The proofs whose rate and supply that computation used.
    public let state: VerifiedState

    /// Pairs an amount with the proofs that it was computed from; ``check()`` tells whether they agree.
    public init(amount: ExchangedFiat, state: VerifiedState) {
        self.amount = amount
        self.state = state
    }
}
