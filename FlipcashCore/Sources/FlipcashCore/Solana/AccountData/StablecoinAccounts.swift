/// A pool of the USDF swap program (key specification §16).
public struct UsdfPoolAccount: AccountData {
    /// 205 bytes with the discriminator, padded with zeros to 208.
    public static let byteCount = 208
    /// The word for errors, such as ``AccountDataError/wrongKind(of:)``.
    public static let noun = "USDF pool"
    /// The kind 1, in eight bytes, little-endian.
    public static let discriminator: [UInt8] = .kind(1)

    /// The key that created the pool.
    public var authority: PublicKey
    /// The pool's name.
    public var name: PaddedName
    /// The mint of USDF.
    public var usdfMint: PublicKey
    /// The mint of the other coin.
    public var otherMint: PublicKey
    /// The pool's USDF.
    public var usdfVault: PublicKey
    /// The pool's other coin.
    public var otherVault: PublicKey
    /// The bump of the pool's own address.
    public var bump: UInt8
    /// The bump of the USDF vault's address.
    public var usdfVaultBump: UInt8
    /// The bump of the other vault's address.
    public var otherVaultBump: UInt8
    /// The decimals of USDF.
    public var usdfDecimals: UInt8
    /// The decimals of the other coin.
    public var otherDecimals: UInt8

    /// Creates a pool.
    public init(
        authority: PublicKey, name: PaddedName, usdfMint: PublicKey, otherMint: PublicKey, usdfVault: PublicKey,
        otherVault: PublicKey, bump: UInt8, usdfVaultBump: UInt8, otherVaultBump: UInt8, usdfDecimals: UInt8,
        otherDecimals: UInt8
    ) {
        self.authority = authority
        self.name = name
        self.usdfMint = usdfMint
        self.otherMint = otherMint
        self.usdfVault = usdfVault
        self.otherVault = otherVault
        self.bump = bump
        self.usdfVaultBump = usdfVaultBump
        self.otherVaultBump = otherVaultBump
        self.usdfDecimals = usdfDecimals
        self.otherDecimals = otherDecimals
    }

    /// Reads the 197 bytes of the fields and ignores the padding; nil for fewer bytes.
    public init?(fields: inout ByteReader) {
        guard let authority: PublicKey = fields.value(), let name: PaddedName = fields.padded(),
            let usdfMint: PublicKey = fields.value(), let otherMint: PublicKey = fields.value(),
            let usdfVault: PublicKey = fields.value(), let otherVault: PublicKey = fields.value(),
            let bump = fields.byte(), let usdfBump = fields.byte(), let otherBump = fields.byte(),
            let usdfDecimals = fields.byte(), let otherDecimals = fields.byte()
        else { return nil }
        self.init(
            authority: authority, name: name, usdfMint: usdfMint, otherMint: otherMint,
            usdfVault: usdfVault, otherVault: otherVault, bump: bump, usdfVaultBump: usdfBump,
            otherVaultBump: otherBump, usdfDecimals: usdfDecimals, otherDecimals: otherDecimals)
    }

    /// Appends the 197 bytes of the fields in the order of the properties; ``encoded`` adds the padding.
    public func appendFields(to bytes: inout [UInt8]) {
        bytes.append(bytesOf: authority)
        bytes += name.bytes
        for key in [usdfMint, otherMint, usdfVault, otherVault] { bytes.append(bytesOf: key) }
        bytes += [bump, usdfVaultBump, otherVaultBump, usdfDecimals, otherDecimals]
    }

    /// Returns the pool in the form that transactions use.
    public func pool(at address: PublicKey) -> UsdfPool {
        UsdfPool(address: address, usdfVault: usdfVault, otherVault: otherVault)
    }
}

/// The known part of the pool of Coinbase's stable swapper (key specification §10 and §16).
public struct CoinbasePoolAccount: Hashable, Sendable {
    /// The smallest size that includes the fee recipient.
    public static let byteCountMin = 104

    /// The account that receives the fees.
    public let feeRecipient: PublicKey

    /// Reads the pool's data: a discriminator, two authorities, the fee recipient, then unknown fields.
    ///
    /// - Throws: `AccountDataError.wrongSize`.
    public init(decoding bytes: some Collection<UInt8>) throws(AccountDataError) {
        var reader = ByteReader(bytes)
        guard reader.take(72) != nil, let feeRecipient: PublicKey = reader.value() else {
            throw .wrongSize(of: "stablecoin pool", expected: Self.byteCountMin, actual: bytes.count)
        }
        self.feeRecipient = feeRecipient
    }
}
