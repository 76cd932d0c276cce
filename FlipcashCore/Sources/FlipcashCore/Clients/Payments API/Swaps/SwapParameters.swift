/// How a swap gets its money (payment specification §16.2).
public enum SwapFunding: Hashable, Sendable {
    /// A payment from the owner's vault, under this id, which is announced before it is submitted.
    case intent(IntentID)
    /// A transaction of another wallet.
    case externalWallet(Signature)
    /// An order of a card purchase, by its id.
    case cardOrder(String)
}

/// The terms of a swap as its owner signs them (payment specification §16.2).
public struct SwapParameters: Hashable, Sendable {
    /// The swap's id.
    public let id: SwapID
    /// The mint that is paid.
    public let fromMint: PublicKey
    /// The mint that is received.
    public let toMint: PublicKey
    /// The amount that is swapped, in quarks of `fromMint`; the fee is not included.
    public let amount: UInt64
    /// The fee on top of the amount, in quarks of `fromMint`.
    public let fee: UInt64
    /// How the swap gets its money.
    public let funding: SwapFunding
    /// The wallet that receives, for a withdrawal through the stablecoin pool; nil for a swap through reserves.
    public let destinationOwner: PublicKey?

    /// The amount that leaves the owner's vault: what is swapped, and the fee.
    public var fundedAmount: UInt64 { amount + fee }

    /// Creates the terms of a swap.
    ///
    /// - Throws: `SwapParametersError.sameMint`, `.noAmount`, `.amountTooLarge`.
    public init(
        id: SwapID, fromMint: PublicKey, toMint: PublicKey, amount: UInt64, fee: UInt64, funding: SwapFunding,
        destinationOwner: PublicKey? = nil
    ) throws(SwapParametersError) {
        guard fromMint != toMint else { throw .sameMint }
        guard amount > 0 else { throw .noAmount }
        guard !amount.addingReportingOverflow(fee).overflow else { throw .amountTooLarge }
        self.id = id
        self.fromMint = fromMint
        self.toMint = toMint
        self.amount = amount
        self.fee = fee
        self.funding = funding
        self.destinationOwner = destinationOwner
    }
}

/// Errors from putting a swap together.
public enum SwapParametersError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Both mints are the same.
    case sameMint
    /// The amount is zero.
    case noAmount
    /// Amount and fee together do not fit 64 bits.
    case amountTooLarge

    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .sameMint: "a currency cannot be swapped for itself"
        case .noAmount: "the amount to swap is zero"
        case .amountTooLarge: "amount and fee together are too large"
        }
    }
}
