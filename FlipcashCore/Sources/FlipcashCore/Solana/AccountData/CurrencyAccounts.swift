/// The configuration of a launchpad currency (key specification §14).
public struct CurrencyConfigAccount: AccountData {
    /// 146 bytes with the discriminator, padded with zeros to 152.
    public static let byteCount = 152
    /// The word for errors, such as ``AccountDataError/wrongKind(of:)``.
    public static let noun = "currency configuration"
    /// The kind 1, in eight bytes, little-endian.
    public static let discriminator: [UInt8] = .kind(1)

    /// The key that created the currency.
    public var authority: PublicKey
    /// The mint.
    public var mint: PublicKey
    /// The name.
    public var name: PaddedName
    /// The symbol.
    public var symbol: PaddedSymbol
    /// The 32 bytes from which the mint's address is derived.
    public var seed: PublicKey
    /// The bump of the configuration's own address.
    public var bump: UInt8
    /// The bump of the mint's address.
    public var mintBump: UInt8

    /// Creates a configuration.
    public init(
        authority: PublicKey, mint: PublicKey, name: PaddedName, symbol: PaddedSymbol, seed: PublicKey, bump: UInt8,
        mintBump: UInt8
    ) {
        self.authority = authority
        self.mint = mint
        self.name = name
        self.symbol = symbol
        self.seed = seed
        self.bump = bump
        self.mintBump = mintBump
    }

    /// Reads the 138 bytes of the fields, little-endian, and ignores the padding; nil for fewer bytes.
    public init?(fields: inout ByteReader) {
        guard let authority: PublicKey = fields.value(), let mint: PublicKey = fields.value(),
            let name: PaddedName = fields.padded(), let symbol: PaddedSymbol = fields.padded(),
            let seed: PublicKey = fields.value(), let bump = fields.byte(), let mintBump = fields.byte()
        else { return nil }
        self.init(
            authority: authority, mint: mint, name: name, symbol: symbol,
            seed: seed, bump: bump, mintBump: mintBump)
    }

    /// Appends the 138 bytes of the fields in the order of the properties; ``encoded`` adds the padding.
    public func appendFields(to bytes: inout [UInt8]) {
        bytes.append(bytesOf: authority)
        bytes.append(bytesOf: mint)
        bytes += name.bytes
        bytes += symbol.bytes
        bytes.append(bytesOf: seed)
        bytes += [bump, mintBump]
    }
}

/// The pool of a launchpad currency (key specification §14).
public struct LiquidityPoolAccount: AccountData {
    /// 213 bytes with the discriminator, padded with zeros to 216.
    public static let byteCount = 216
    /// The word for errors, such as ``AccountDataError/wrongKind(of:)``.
    public static let noun = "liquidity pool"
    /// The kind 2, in eight bytes, little-endian.
    public static let discriminator: [UInt8] = .kind(2)

    /// The key that created the currency.
    public var authority: PublicKey
    /// The currency's configuration.
    public var currency: PublicKey
    /// The currency's mint.
    public var targetMint: PublicKey
    /// The core mint.
    public var baseMint: PublicKey
    /// Vault A: the pool's tokens of the currency.
    public var targetVault: PublicKey
    /// Vault B: the pool's core tokens.
    public var baseVault: PublicKey
    /// The collected fees in the base vault, in core quarks.
    public var feesAccumulated: UInt64
    /// The selling fee in basis points.
    public var sellFeeBps: UInt16
    /// The bump of the pool's own address.
    public var bump: UInt8
    /// The bump of the target vault's address.
    public var targetVaultBump: UInt8
    /// The bump of the base vault's address.
    public var baseVaultBump: UInt8

    /// Creates a pool.
    public init(
        authority: PublicKey, currency: PublicKey, targetMint: PublicKey, baseMint: PublicKey,
        targetVault: PublicKey, baseVault: PublicKey, feesAccumulated: UInt64, sellFeeBps: UInt16, bump: UInt8,
        targetVaultBump: UInt8, baseVaultBump: UInt8
    ) {
        self.authority = authority
        self.currency = currency
        self.targetMint = targetMint
        self.baseMint = baseMint
        self.targetVault = targetVault
        self.baseVault = baseVault
        self.feesAccumulated = feesAccumulated
        self.sellFeeBps = sellFeeBps
        self.bump = bump
        self.targetVaultBump = targetVaultBump
        self.baseVaultBump = baseVaultBump
    }

    /// Reads the 205 bytes of the fields, little-endian, and ignores the padding; nil for fewer bytes.
    public init?(fields: inout ByteReader) {
        guard let authority: PublicKey = fields.value(), let currency: PublicKey = fields.value(),
            let targetMint: PublicKey = fields.value(), let baseMint: PublicKey = fields.value(),
            let targetVault: PublicKey = fields.value(), let baseVault: PublicKey = fields.value(),
            let fees: UInt64 = fields.integer(), let sellFee: UInt16 = fields.integer(), let bump = fields.byte(),
            let targetBump = fields.byte(), let baseBump = fields.byte()
        else { return nil }
        self.init(
            authority: authority, currency: currency, targetMint: targetMint, baseMint: baseMint,
            targetVault: targetVault, baseVault: baseVault, feesAccumulated: fees, sellFeeBps: sellFee, bump: bump,
            targetVaultBump: targetBump, baseVaultBump: baseBump)
    }

    /// Appends the 205 bytes of the fields in the order of the properties; ``encoded`` adds the padding.
    public func appendFields(to bytes: inout [UInt8]) {
        for key in [authority, currency, targetMint, baseMint, targetVault, baseVault] { bytes.append(bytesOf: key) }
        bytes.append(integer: feesAccumulated)
        bytes.append(integer: sellFeeBps)
        bytes += [bump, targetVaultBump, baseVaultBump]
    }

    /// Returns the pool in the form that the curve computes with, for these vault balances.
    ///
    /// It gives the tokens sold, the value that backs them, and the result of a trade.
    public func balances(targetVaultAmount: UInt64, baseVaultAmount: UInt64) -> DiscreteBondingCurve.Pool {
        DiscreteBondingCurve.Pool(
            targetVault: targetVaultAmount, baseVault: baseVaultAmount, feesAccumulated: feesAccumulated,
            sellFeeBps: sellFeeBps)
    }
}
