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
    /// What a user may send in 24 hours.
    var dailyLimit = DailySendLimit()
    var withdrawalFee = WithdrawalFee()
    /// The currencies in which intents are accepted; nil for all known ones.
    var mints: Set<PublicKey>?
    /// The kinds of intents that are refused for now.
    var intentsOff: Set<IntentKind> = []
    /// The most intents that one owner has in flight at a time.
    var requestsPerOwner = 32
    /// How many currencies can be launched on the node.
    var currenciesMax = 1000
    /// Whether movements are settled on a chain, which then reports what arrives at outside addresses.
    var hasChain = false
    /// Proofs that were found valid. Payments carry the same few rates, whose signatures are checked once.
    let knownProofs = ProofMemory()

    /// Whether intents in `mint` are accepted.
    func accepts(_ mint: PublicKey) -> Bool { mints?.contains(mint) ?? true }

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

/// What a user may send in 24 hours (payment specification §11). Never more than the contract's limit.
struct DailySendLimit: Hashable, Sendable {
    /// The limit that clients show, in millionths of a US dollar.
    let advertisedMicros: Int64

    init(advertisedMicros: Int64 = SendLimitRules.dailyUSDMicros) {
        self.advertisedMicros = min(advertisedMicros, SendLimitRules.dailyUSDMicros)
    }

    /// The limit that is enforced: a fifth more, for rates that change and for time zones.
    var enforcedMicros: Int64 { advertisedMicros / 5 * 6 }

    /// Whether the limit allows `usdMicros` after `consumed` within the window, both in millionths of a US dollar.
    func allows(_ usdMicros: Int64, after consumed: Int64) -> Bool {
        let (total, overflowed) = consumed.addingReportingOverflow(usdMicros)
        return !overflowed && total <= enforcedMicros
    }

    /// The limits of one currency as clients show them; nil when it cannot be sent.
    func advertised(currencyCode: String, rate: Double, consumedMicros: Int64) -> SendLimitRules.Advertised? {
        // What is not allowed at all counts as sent.
        let withheld = SendLimitRules.dailyUSDMicros - advertisedMicros
        return SendLimitRules.advertised(
            currencyCode: currencyCode, rate: rate, consumedUSDMicros: max(0, consumedMicros) &+ withheld)
    }

    /// The most that may be sent in a day, in units of a currency.
    func perDay(rate: Double) -> Float { Float(Double(advertisedMicros) / 1_000_000 * rate) }
}

/// The fee for creating a withdrawal's token account (payment specification §12.1).
struct WithdrawalFee: Hashable, Sendable {
    /// In millionths of a US dollar, which are the core mint's quarks.
    var usdMicros: Int64 = 500_000

    /// In US dollars.
    var usd: Double { Double(usdMicros) / 1_000_000 }

    /// As a text with two decimals.
    var text: String { "\(usdMicros / 1_000_000).\(usdMicros / 100_000 % 10)\(usdMicros / 10_000 % 10)" }
}
