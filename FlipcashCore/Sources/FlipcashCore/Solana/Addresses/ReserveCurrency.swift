/// A launchpad currency as transactions name it: its virtual machine, its pool on the curve and the pool's vaults.
public struct ReserveCurrency: Hashable, Sendable {
    /// The currency's mint and its virtual machine.
    public let virtualMachine: VirtualMachine
    /// The pool that buys and sells.
    public let pool: PublicKey
    /// The pool's own tokens of the currency, vault A.
    public let targetVault: PublicKey
    /// The pool's core tokens, vault B.
    public let baseVault: PublicKey

    /// Names a currency by addresses that its metadata gives.
    public init(virtualMachine: VirtualMachine, pool: PublicKey, targetVault: PublicKey, baseVault: PublicKey) {
        self.virtualMachine = virtualMachine
        self.pool = pool
        self.targetVault = targetVault
        self.baseVault = baseVault
    }

    /// Derives the addresses of the currency of `mint`, whose virtual machine `authority` controls.
    public init(
        mint: PublicKey, authority: PublicKey, lockDays: UInt8 = VirtualMachine.lockDays,
        coreMint: PublicKey = .usdf
    ) {
        let addresses = LaunchpadAddresses(mint: mint, coreMint: coreMint)
        self.init(
            virtualMachine: VirtualMachine(mint: mint, authority: authority, lockDays: lockDays),
            pool: addresses.pool.address, targetVault: addresses.targetVault.address,
            baseVault: addresses.baseVault.address)
    }

    /// The currency's mint.
    public var mint: PublicKey { virtualMachine.mint }
}

/// What the currency creator keeps for one mint, all derived from it and the mint that backs it
/// (key specification §6.4).
public struct LaunchpadAddresses: Hashable, Sendable {
    /// The configuration of the mint.
    public let currency: ProgramDerivedAddress
    /// The pool that buys and sells.
    public let pool: ProgramDerivedAddress
    /// The pool's own tokens of the currency, vault A.
    public let targetVault: ProgramDerivedAddress
    /// The pool's core tokens, vault B.
    public let baseVault: ProgramDerivedAddress

    /// Derives the addresses of the currency of `mint`, which `coreMint` backs.
    public init(mint: PublicKey, coreMint: PublicKey = .usdf) {
        currency = CurrencyCreatorAddresses.currency(mint: mint)
        pool = CurrencyCreatorAddresses.pool(currency: currency.address)
        targetVault = CurrencyCreatorAddresses.vault(pool: pool.address, mint: mint)
        baseVault = CurrencyCreatorAddresses.vault(pool: pool.address, mint: coreMint)
    }
}

/// Addresses that the currency creator derives (key specification §6.4).
public enum CurrencyCreatorAddresses {
    /// The mint of a currency that `authority` makes from a name and 32 random bytes.
    public static func mint(authority: PublicKey, name: PaddedName, seed: PublicKey) -> ProgramDerivedAddress {
        .derive(
            program: Program.currencyCreator, seeds: .label("mint"), .key(authority), .name(name), .key(seed))
    }

    /// The configuration of a mint.
    public static func currency(mint: PublicKey) -> ProgramDerivedAddress {
        .derive(program: Program.currencyCreator, seeds: .label("currency"), .key(mint))
    }

    /// The pool of a currency's configuration.
    public static func pool(currency: PublicKey) -> ProgramDerivedAddress {
        .derive(program: Program.currencyCreator, seeds: .label("pool"), .key(currency))
    }

    /// The pool's token account for one of its two mints.
    public static func vault(pool: PublicKey, mint: PublicKey) -> ProgramDerivedAddress {
        .derive(program: Program.currencyCreator, seeds: .label("treasury"), .key(pool), .key(mint))
    }

    /// The metadata of a mint, which belongs to Metaplex.
    public static func metadata(mint: PublicKey) -> ProgramDerivedAddress {
        .derive(
            program: Program.metaplexMetadata, seeds: .label("metadata"), .key(Program.metaplexMetadata), .key(mint))
    }
}
