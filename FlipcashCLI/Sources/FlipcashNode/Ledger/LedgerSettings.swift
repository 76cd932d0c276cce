import FlipcashCore

/// The node's settings that the rules use.
struct LedgerSettings: Sendable {
    /// Signs proofs and is the core mint's VM authority.
    let nodeKey: PublicKey
    /// The owner of the token accounts that collect fees.
    let feeCollector: PublicKey
    let coreMint: PublicKey
    /// The oldest reserve proof that is accepted.
    var reserveProofAgeMax = ExchangeDataRules.reserveProofAgeMax
    var antispam: any AntispamPolicy = RegisteredUsersPolicy()
    /// Whether movements are settled on a chain, which then reports what arrives at outside addresses.
    var hasChain = false

    /// Where fees of `mint` go.
    func feeDestination(mint: PublicKey) -> PublicKey {
        AssociatedTokenAccount.address(owner: feeCollector, mint: mint).address
    }
}

/// How long a gift card is valid (payment specification §1 and §13).
enum GiftCardLifetime {
    /// A gift card returns to its issuer after this time.
    static let expiry: Duration = .seconds(604_800)
    /// Claims stop this long before the expiry.
    static let claimMargin: Duration = .seconds(60)

    /// Whether a card made at `createdAt` can no longer be claimed.
    static func isClaimOver(createdAt: Instant, now: Instant) -> Bool {
        now.duration(since: createdAt) >= expiry - claimMargin
    }

    /// Whether a card made at `createdAt` must be returned.
    static func isExpired(createdAt: Instant, now: Instant) -> Bool {
        now.duration(since: createdAt) >= expiry
    }
}

/// The fee for creating a withdrawal's token account (payment specification §12.1).
enum WithdrawalFee {
    /// In US dollars.
    static let usd = 0.5
    /// In core-mint quarks.
    static let coreQuarks: UInt64 = 500_000
}
