/// The service's description of one token account (wire contract §7.1).
public struct AccountInfo: Hashable, Sendable {
    /// The kind of account.
    public enum Kind: Hashable, Sendable {
        /// An owner's only account of a mint.
        case primary
        /// The account of a cash link.
        case giftCard
        /// An account for swaps on the chain, not used by new accounts.
        case swap
        /// A plain token account of the owner, listed for the sweep of USDC.
        case associatedToken
        /// An account of a pool, not used by new accounts.
        case pool
        /// A kind of a newer protocol.
        case unknown(Int)
    }

    /// The source of a balance.
    public enum BalanceSource: Hashable, Sendable {
        /// Not stated, or a source of a newer protocol.
        case unknown
        /// The chain, queried for this answer.
        case blockchain
        /// The service's own records, used for managed accounts.
        case cache
    }

    /// Whether the service can move the account's tokens.
    ///
    /// An account is usable if it is `locked`, or if it is a plain token account with `none`.
    public enum ManagementState: Hashable, Sendable {
        /// Not stated, or a state of a newer protocol.
        case unknown
        /// A plain token account, whose tokens only its owner can move.
        case none
        /// Being locked.
        case locking
        /// The service moves the tokens with the authority's signature; also for an account that is not on the chain
        /// yet.
        case locked
        /// The owner has started an exit, and the waiting time is running (key specification §13.9).
        case unlocking
        /// The owner has completed an exit; the service can no longer move the tokens.
        case unlocked
        /// Being closed.
        case closing
        /// Closed and empty.
        case closed
    }

    /// Whether a cash link can still be collected.
    public enum ClaimState: Hashable, Sendable {
        /// Not a cash link, or a state of a newer protocol.
        case unknown
        /// The link can be collected.
        case notClaimed
        /// Collected, taken back, or about to return; the balance is 0.
        case claimed
        /// Too old to collect, one minute before seven days have passed; the balance is 0.
        case expired
    }

    /// The account's address.
    public let address: PublicKey
    /// The account's owner; nil when the service does not state it.
    public let owner: PublicKey?
    /// The key that may move the tokens; nil when the service does not state it.
    public let authority: PublicKey?
    /// The kind of account.
    public let kind: Kind
    /// The number of this account among the owner's accounts of this kind; 0 for all kinds but pools.
    public let index: UInt64
    /// The source of the balance.
    public let balanceSource: BalanceSource
    /// The balance in quarks of ``mint``.
    public let quarks: UInt64
    /// Whether the service can move the tokens.
    public let managementState: ManagementState
    /// Whether the cash link can still be collected; unknown for other kinds.
    public let claimState: ClaimState
    /// The amounts of a cash link when it was made.
    public let originalExchangeData: PaymentExchangeData?
    /// The mint of the account's tokens; nil when the service does not state it.
    public let mint: PublicKey?
    /// The currency's description; nil when the service attached no valid one.
    public let mintMetadata: MintMetadata?
    /// When the intent that opened the account was submitted; nil when the service does not state it.
    public let createdAt: Instant?
    /// Whether the requesting owner made this cash link.
    public let isGiftCardIssuer: Bool
    /// The amount paid for the balance, in US dollars.
    public let usdCostBasis: Double

    /// Creates an account from the service's values.
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

/// The amounts of a payment, as the service recorded them.
///
/// For a launchpad currency `exchangeRate` is in native units per whole token, not per US dollar. Do not use it to
/// convert currencies (payment specification §8).
public struct PaymentExchangeData: Hashable, Sendable {
    /// The lower-case code, as text because a service may know currencies that this program does not.
    public let currencyCode: String
    /// Units of the currency for one US dollar; for a launchpad currency, for one whole token.
    public let exchangeRate: Double
    /// Units of the currency.
    public let nativeAmount: Double
    /// The tokens that moved, in quarks of `mint`.
    public let quarks: UInt64
    /// The mint of those tokens.
    public let mint: PublicKey

    /// Creates the amounts of a payment from the service's values.
    public init(currencyCode: String, exchangeRate: Double, nativeAmount: Double, quarks: UInt64, mint: PublicKey) {
        self.currencyCode = currencyCode
        self.exchangeRate = exchangeRate
        self.nativeAmount = nativeAmount
        self.quarks = quarks
        self.mint = mint
    }
}
