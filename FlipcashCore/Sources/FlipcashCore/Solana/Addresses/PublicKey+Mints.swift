extension PublicKey {
    /// The mint of USDF, the core mint: one USDF is one US dollar.
    public static let usdf = PublicKey(constant: "5AMAA9JV9H97YYVxx8F6FsCMmTwXSuTTQneiup4RYAUQ")
    /// The mint of USDC, used for deposits and withdrawals and never held in a vault.
    public static let usdc = PublicKey(constant: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")

    /// The authority of the public service's USDF virtual machine, which also pays its fees and signs its proofs.
    ///
    /// A self-hosted node has its own authority, which the profile pins (payment specification §2.1).
    public static let usdfAuthority = PublicKey(constant: "cash11ndAmdKFEnG2wrQQ5Zqvr1kN9htxxLyoPLYFUV")
    /// The founding name of the core mint's authority, from when the core mint was USDC; USDC itself has no virtual
    /// machine.
    public static let usdcAuthority = usdfAuthority

    /// The USDF virtual machine of the public service.
    public static let usdfVirtualMachine = PublicKey(constant: "JACkaKsm2Rd6TNJwH4UB7G6tHrWUATJPTgNNnRVsg4ip")
    /// The token account that holds the USDF of all users of the public service.
    public static let usdfOmnibus = PublicKey(constant: "D8oUTXRvarxhx9cjYdFJqWAVj2rmzry58bS6JSTiQsv5")

    /// The pool that swaps USDF for USDC.
    public static let usdfPool = PublicKey(constant: "8q2Kv6wMKDhkg92itiYGxr6jvSHvUhuCay6zrhUncyvK")
    /// The USDF in `usdfPool`.
    public static let usdfPoolVault = PublicKey(constant: "FmpZMBbtM2vu7vwmRAAQZa7a6jvQntmmoSYCYWXv4EeX")
    /// The USDC in `usdfPool`.
    public static let usdcPoolVault = PublicKey(constant: "3W6Czwv4iWtvv1heeb7MNK97NqW3PmxNvvYW2vipBdsS")

    /// Coinbase's pool of stable coins.
    public static let coinbasePool = PublicKey(constant: "CrDL9SoCyW1tBgn8k7rgGSpWhnszneWDbvKvqPAU4PL9")
    /// The accounts that may use Coinbase's pool.
    public static let coinbaseWhitelist = PublicKey(constant: "24UrnpmHQWUgTYjovHWySFg1JT4AXUCUp4Ly25C25GNj")

    /// Whether one unit of this mint is one US dollar by definition.
    ///
    /// This is true for USDF, the core mint, and USDC. Every other mint is a launchpad currency with its own price.
    public var isDollarMint: Bool { self == .usdf || self == .usdc }

    /// The decimals of the core mint and of USDC.
    public static let stableMintDecimals = 6
    /// The decimals of every launchpad currency.
    public static let launchpadMintDecimals = 10

    /// The decimals of the mint at this address: 6 for USDF and USDC, 10 for other mints.
    public var mintDecimals: Int {
        isDollarMint ? Self.stableMintDecimals : Self.launchpadMintDecimals
    }
}
