/// What the service says about a currency.
public struct MintMetadata: Hashable, Sendable {
    /// The mint's address.
    public let address: PublicKey
    /// What people call the currency; the protocol allows up to 32 characters.
    public let name: String
    /// Its ticker; the protocol allows up to 8 characters.
    public let symbol: String
    /// What its makers say of it; the protocol allows up to 4,096 characters.
    public let description: String
    /// Decimals of one whole token.
    public let decimals: Int
    /// The address of its picture.
    public let imageURL: String
    /// The virtual machine that the currency's vaults lie under.
    public let vm: VMMetadata?
    /// The bonding curve's accounts and supply; nil for the core mint.
    public let launchpad: LaunchpadMetadata?
    /// Where its makers can be found.
    public let socialLinks: [SocialLink]
    /// Colours of the currency's bill, `#RRGGBB`.
    public let billColors: [String]
    /// When it was made; the start of year 1 for the core mint (wire contract §7.3).
    public let createdAt: Instant

    /// Names a currency.
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
    /// The virtual machine's account.
    public let address: PublicKey
    /// The key that controls it; vaults are derived from it (payment specification §2.1).
    public let authority: PublicKey
    /// The token account that holds everybody's tokens; nil where the service does not say.
    public let omnibus: PublicKey?
    /// The days that a non-custodial exit takes: 21 everywhere (key specification §5).
    public let lockDurationInDays: Int

    /// Names a virtual machine.
    public init(address: PublicKey, authority: PublicKey, omnibus: PublicKey?, lockDurationInDays: Int) {
        self.address = address
        self.authority = authority
        self.omnibus = omnibus
        self.lockDurationInDays = lockDurationInDays
    }
}

/// A launchpad currency's place on the curve.
public struct LaunchpadMetadata: Hashable, Sendable {
    /// The account of the currency's configuration (key specification §14).
    public let currencyConfig: PublicKey
    /// The account of its pool.
    public let liquidityPool: PublicKey
    /// The 32 bytes that, with authority and name, the mint's address is derived from.
    public let seed: PublicKey
    /// The key that made the currency.
    public let authority: PublicKey
    /// The pool's tokens of the currency, vault A.
    public let mintVault: PublicKey
    /// The pool's core tokens, vault B.
    public let coreMintVault: PublicKey
    /// An account for fees; nil in the current protocol, which leaves them in vault B (key specification §14).
    public let coreMintFees: PublicKey?
    /// Quarks in circulation.
    public let supplyFromBonding: UInt64
    /// The fee of selling in basis points; 100 in the current protocol.
    public let sellFeeBps: Int

    /// Names a place on the curve.
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
    /// A page of their own.
    case website(url: String)
    /// An account on X, by its user name.
    case x(username: String)
    /// A group or channel on Telegram, by its user name.
    case telegram(username: String)
    /// A server on Discord, by the code of an invitation.
    case discord(inviteCode: String)
}
