/// What the service says about one token account (wire contract §7.1).
public struct AccountInfo: Hashable, Sendable {
    /// The kind of account.
    public enum Kind: Hashable, Sendable {
        case primary
        case giftCard
        case swap
        case associatedToken
        case pool
        /// A kind of a newer protocol.
        case unknown(Int)
    }

    /// Where the balance comes from.
    public enum BalanceSource: Hashable, Sendable {
        case unknown
        case blockchain
        case cache
    }

    /// Who may move the account's tokens; anything but `locked`, or `none` for a plain token account, is unusable.
    public enum ManagementState: Hashable, Sendable {
        case unknown
        case none
        case locking
        case locked
        case unlocking
        case unlocked
        case closing
        case closed
    }

    /// Whether a cash link can still be collected.
    public enum ClaimState: Hashable, Sendable {
        case unknown
        case notClaimed
        case claimed
        case expired
    }

    public let address: PublicKey
    public let owner: PublicKey?
    public let authority: PublicKey?
    public let kind: Kind
    public let index: UInt64
    public let balanceSource: BalanceSource
    /// Balance in quarks of `mint`.
    public let quarks: UInt64
    public let managementState: ManagementState
    public let claimState: ClaimState
    /// What a cash link was made with.
    public let originalExchangeData: PaymentExchangeData?
    public let mint: PublicKey?
    public let mintMetadata: MintMetadata?
    public let createdAt: Instant?
    /// Whether the asking owner made this cash link.
    public let isGiftCardIssuer: Bool
    /// What was paid for the balance, in US dollars.
    public let usdCostBasis: Double

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
    public let exchangeRate: Double
    public let nativeAmount: Double
    public let quarks: UInt64
    public let mint: PublicKey

    public init(currencyCode: String, exchangeRate: Double, nativeAmount: Double, quarks: UInt64, mint: PublicKey) {
        self.currencyCode = currencyCode
        self.exchangeRate = exchangeRate
        self.nativeAmount = nativeAmount
        self.quarks = quarks
        self.mint = mint
    }
}
