/// What the service says about one token account (wire contract §7.1).
public struct AccountInfo: Hashable, Sendable {
    /// The kind of account.
    public enum Kind: Hashable, Sendable {
        /// An owner's one account of a mint.
        case primary
        /// The account of a cash link.
        case giftCard
        /// An account of swaps on the chain, which nothing new uses.
        case swap
        /// A plain token account of the owner, told for the sweep of USDC.
        case associatedToken
        /// An account of a pool, which nothing new uses.
        case pool
        /// A kind of a newer protocol.
        case unknown(Int)
    }

    /// Where the balance comes from.
    public enum BalanceSource: Hashable, Sendable {
        /// The service does not say, or a source of a newer protocol.
        case unknown
        /// The chain, asked just now.
        case blockchain
        /// The service's own books, which is how managed accounts are told.
        case cache
    }

    /// Who may move the account's tokens; anything but `locked`, or `none` for a plain token account, is unusable.
    public enum ManagementState: Hashable, Sendable {
        /// The service does not say, or a state of a newer protocol.
        case unknown
        /// A plain token account, which only its owner moves.
        case none
        /// On the way to being locked.
        case locking
        /// The service moves the tokens, on the authority's signature; true also of an account not yet on the chain.
        case locked
        /// The owner has begun to leave, and the waiting time runs (key specification §13.9).
        case unlocking
        /// The owner has left: the service moves nothing any more.
        case unlocked
        /// On the way to being closed.
        case closing
        /// Closed, and empty.
        case closed
    }

    /// Whether a cash link can still be collected.
    public enum ClaimState: Hashable, Sendable {
        /// Not a cash link, or a state of a newer protocol.
        case unknown
        /// The money is there.
        case notClaimed
        /// Collected, taken back, or about to return; the balance is 0.
        case claimed
        /// Too old to be collected: a minute less than seven days; the balance is 0.
        case expired
    }

    /// The account's address.
    public let address: PublicKey
    /// Whose account it is; nil where the service does not say.
    public let owner: PublicKey?
    /// The key that may move the tokens; nil where the service does not say.
    public let authority: PublicKey?
    /// The kind of account.
    public let kind: Kind
    /// Which of the owner's accounts of this kind it is; 0 for all but pools.
    public let index: UInt64
    /// Where the balance comes from.
    public let balanceSource: BalanceSource
    /// Balance in quarks of `mint`.
    public let quarks: UInt64
    /// Who may move the tokens.
    public let managementState: ManagementState
    /// Whether the cash link can still be collected; unknown for every other kind.
    public let claimState: ClaimState
    /// What a cash link was made with.
    public let originalExchangeData: PaymentExchangeData?
    /// The mint whose tokens it holds; nil where the service does not say.
    public let mint: PublicKey?
    /// The currency's description; nil where the service attached none that can be used.
    public let mintMetadata: MintMetadata?
    /// When the intent that opened it was submitted; nil where the service does not say.
    public let createdAt: Instant?
    /// Whether the asking owner made this cash link.
    public let isGiftCardIssuer: Bool
    /// What was paid for the balance, in US dollars.
    public let usdCostBasis: Double

    /// Names an account, its values as the service gave them.
    public init(
        address: PublicKey, owner: PublicKey?, authority: PublicKey?, kind: Kind, index: UInt64,
        balanceSource: BalanceSource, quarks: UInt64, managementState: ManagementState, claimState: ClaimState,
        originalExchangeData: PaymentExchangeData?, mint: PublicKey?, mintMetadata: MintMetadata?,
        createdAt: Instant?, isGiftCardIssuer: Bool, usdCostBasis: Double
    ) {
        self.address = address
        self.owner = owner
        self.authority = authority
        self.kind = kind
        self.index = index
        self.balanceSource = balanceSource
        self.quarks = quarks
        self.managementState = managementState
        self.claimState = claimState
        self.originalExchangeData = originalExchangeData
        self.mint = mint
        self.mintMetadata = mintMetadata
        self.createdAt = createdAt
        self.isGiftCardIssuer = isGiftCardIssuer
        self.usdCostBasis = usdCostBasis
    }
}

/// The amounts of a payment as the service recorded them.
///
/// For a launchpad currency `exchangeRate` is native units per whole token, not per US dollar: it must not be used to
/// convert currencies (payment specification §8).
public struct PaymentExchangeData: Hashable, Sendable {
    /// Lower-case code; kept as text since a service may know currencies that this program does not.
    public let currencyCode: String
    /// Units of the currency for one US dollar; for a launchpad currency, for one whole token.
    public let exchangeRate: Double
    /// Units of the currency.
    public let nativeAmount: Double
    /// The tokens that moved, in quarks of `mint`.
    public let quarks: UInt64
    /// The mint of those tokens.
    public let mint: PublicKey

    /// Names a payment's amounts, as the service gave them.
    public init(currencyCode: String, exchangeRate: Double, nativeAmount: Double, quarks: UInt64, mint: PublicKey) {
        self.currencyCode = currencyCode
        self.exchangeRate = exchangeRate
        self.nativeAmount = nativeAmount
        self.quarks = quarks
        self.mint = mint
    }
}
