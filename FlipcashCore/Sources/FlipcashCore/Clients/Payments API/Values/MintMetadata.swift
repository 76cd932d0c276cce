/// The service's description of a currency.
public struct MintMetadata: Hashable, Sendable {
    /// The mint's address.
    public let address: PublicKey
    /// The name; the protocol allows up to 32 characters.
    public let name: String
    /// The ticker symbol; the protocol allows up to 8 characters.
    public let symbol: String
    /// The creators' description; the protocol allows up to 4,096 characters.
    public let description: String
    /// The number of decimals of one whole token.
    public let decimals: Int
    /// The URL of the picture.
    public let imageURL: String
    /// The virtual machine of the currency's vaults.
    public let vm: VMMetadata?
    /// The bonding curve's accounts and supply; nil for the core mint.
    public let launchpad: LaunchpadMetadata?
    /// The creators' links.
    public let socialLinks: [SocialLink]
    /// Colours of the currency's bill, `#RRGGBB`.
    public let billColors: [String]
    /// The time of creation; the start of year 1 for the core mint (wire contract §7.3).
    public let createdAt: Instant
    /// Holders and market capitalisation; nil unless the service sent them, as in its list of currencies.
    public let metrics: MintMetrics?

    /// Creates a currency.
    public init(
        address: PublicKey, name: String, symbol: String, description: String, decimals: Int, imageURL: String,
        vm: VMMetadata?, launchpad: LaunchpadMetadata?, socialLinks: [SocialLink] = [], billColors: [String] = [],
        createdAt: Instant, metrics: MintMetrics? = nil
    ) {
        self.address = address
        self.name = name
        self.symbol = symbol
        self.description = description
        self.decimals = decimals
        self.imageURL = imageURL
        self.vm = vm
        self.launchpad = launchpad
        self.socialLinks = socialLinks
        self.billColors = billColors
        self.createdAt = createdAt
        self.metrics = metrics
    }
}

/// The virtual machine of a currency, from which vault addresses are derived.
public struct VMMetadata: Hashable, Sendable {
    /// The virtual machine's account.
    public let address: PublicKey
    /// The key that controls it; vaults are derived from it (payment specification §2.1).
    public let authority: PublicKey
    /// The token account that holds the tokens of all users; nil when the service does not state it.
    public let omnibus: PublicKey?
    /// The days that a non-custodial exit takes: always 21 (key specification §5).
    public let lockDurationInDays: Int

    /// Creates a virtual machine.
    public init(address: PublicKey, authority: PublicKey, omnibus: PublicKey?, lockDurationInDays: Int) {
        self.address = address
        self.authority = authority
        self.omnibus = omnibus
        self.lockDurationInDays = lockDurationInDays
    }
}

/// The pool of a launchpad currency and its supply.
public struct LaunchpadMetadata: Hashable, Sendable {
    /// The account of the currency's configuration (key specification §14).
    public let currencyConfig: PublicKey
    /// The account of the currency's pool.
    public let liquidityPool: PublicKey
    /// The 32 bytes from which, with authority and name, the mint's address is derived.
    public let seed: PublicKey
    /// The key that created the currency.
    public let authority: PublicKey
    /// Vault A: the pool's tokens of the currency.
    public let mintVault: PublicKey
    /// Vault B: the pool's core tokens.
    public let coreMintVault: PublicKey
    /// An account for fees; nil in the current protocol, in which fees stay in vault B (key specification §14).
    public let coreMintFees: PublicKey?
    /// The supply in circulation, in quarks.
    public let supplyFromBonding: UInt64
    /// The selling fee in basis points; 100 in the current protocol.
    public let sellFeeBps: Int

    /// Creates a pool description.
    public init(
        currencyConfig: PublicKey, liquidityPool: PublicKey, seed: PublicKey, authority: PublicKey,
        mintVault: PublicKey, coreMintVault: PublicKey, coreMintFees: PublicKey? = nil, supplyFromBonding: UInt64,
        sellFeeBps: Int
    ) {
        self.currencyConfig = currencyConfig
        self.liquidityPool = liquidityPool
        self.seed = seed
        self.authority = authority
        self.mintVault = mintVault
        self.coreMintVault = coreMintVault
        self.coreMintFees = coreMintFees
        self.supplyFromBonding = supplyFromBonding
        self.sellFeeBps = sellFeeBps
    }
}

/// A link to a currency's creators.
public enum SocialLink: Hashable, Sendable, Codable {
    /// A website.
    case website(url: String)
    /// A user name on X.
    case x(username: String)
    /// A Telegram group or channel, by its user name.
    case telegram(username: String)
    /// A Discord server, by its invitation code.
    case discord(inviteCode: String)
}
