/// What the service says about a currency.
public struct MintMetadata: Hashable, Sendable {
    /// The mint's address.
    public let address: PublicKey
    public let name: String
    public let symbol: String
    public let description: String
    /// Decimals of one whole token.
    public let decimals: Int
    public let imageURL: String
    /// The virtual machine that the currency's vaults lie under.
    public let vm: VMMetadata?
    /// The bonding curve's accounts and supply; nil for the core mint.
    public let launchpad: LaunchpadMetadata?
    public let socialLinks: [SocialLink]
    /// Colours of the currency's bill, `#RRGGBB`.
    public let billColors: [String]
    public let createdAt: Instant

    public init(
        address: PublicKey, name: String, symbol: String, description: String, decimals: Int, imageURL: String,
        vm: VMMetadata?, launchpad: LaunchpadMetadata?, socialLinks: [SocialLink] = [], billColors: [String] = [],
        createdAt: Instant
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
    }
}

/// The virtual machine of a currency: what vault addresses are derived from.
public struct VMMetadata: Hashable, Sendable {
    public let address: PublicKey
    public let authority: PublicKey
    public let omnibus: PublicKey?
    public let lockDurationInDays: Int

    public init(address: PublicKey, authority: PublicKey, omnibus: PublicKey?, lockDurationInDays: Int) {
        self.address = address
        self.authority = authority
        self.omnibus = omnibus
        self.lockDurationInDays = lockDurationInDays
    }
}

/// A launchpad currency's place on the curve.
public struct LaunchpadMetadata: Hashable, Sendable {
    public let currencyConfig: PublicKey
    public let liquidityPool: PublicKey
    public let seed: PublicKey
    public let authority: PublicKey
    public let mintVault: PublicKey
    public let coreMintVault: PublicKey
    public let coreMintFees: PublicKey?
    /// Quarks in circulation.
    public let supplyFromBonding: UInt64
    public let sellFeeBps: Int

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

/// Where a currency's makers can be found.
public enum SocialLink: Hashable, Sendable, Codable {
    case website(url: String)
    case x(username: String)
    case telegram(username: String)
    case discord(inviteCode: String)
}
