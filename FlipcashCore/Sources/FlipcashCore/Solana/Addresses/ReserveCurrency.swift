/// A launchpad currency with the addresses that transactions need: its virtual machine, its pool and the pool's vaults.
public struct ReserveCurrency: Hashable, Sendable {
    /// The currency's mint and its virtual machine.
    public let virtualMachine: VirtualMachine
    /// The pool that buys and sells the currency.
    public let pool: PublicKey
    /// Vault A: the pool's own tokens of the currency.
    public let targetVault: PublicKey
    /// Vault B: the pool's core tokens.
    public let baseVault: PublicKey

    /// Creates a currency from the addresses of its metadata.
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

/// The currency creator's addresses for one mint, derived from it and the mint that backs it (key specification §6.4).
public struct LaunchpadAddresses: Hashable, Sendable {
    /// The configuration of the currency.
    public let currency: ProgramDerivedAddress
    /// The pool that buys and sells the currency.
    public let pool: ProgramDerivedAddress
    /// Vault A: the pool's own tokens of the currency.
    public let targetVault: ProgramDerivedAddress
    /// Vault B: the pool's core tokens.
    public let baseVault: ProgramDerivedAddress

    /// Derives the addresses of the currency of `mint`, which `coreMint` backs.
    public init(mint: PublicKey, coreMint: PublicKey = .usdf) {
        currency = CurrencyCreatorAddresses.currency(mint: mint)
        pool = CurrencyCreatorAddresses.pool(currency: currency.address)
        targetVault = CurrencyCreatorAddresses.vault(pool: pool.address, mint: mint)
        baseVault = CurrencyCreatorAddresses.vault(pool: pool.address, mint: coreMint)
    }
}

/// The addresses that the currency creator derives (key specification §6.4).
public enum CurrencyCreatorAddresses {
    /// Returns the mint of a currency that `authority` creates from a name and 32 random bytes.
    public static func mint(authority: PublicKey, name: PaddedName, seed: PublicKey) -> ProgramDerivedAddress {
        .derive(
            program: Program.currencyCreator, seeds: .label("mint"), .key(authority), .name(name), .key(seed))
    }

    /// Returns the configuration of a mint.
    public static func currency(mint: PublicKey) -> ProgramDerivedAddress {
        .derive(program: Program.currencyCreator, seeds: .label("currency"), .key(mint))
    }

    /// Returns the pool of a currency's configuration.
    public static func pool(currency: PublicKey) -> ProgramDerivedAddress {
        .derive(program: Program.currencyCreator, seeds: .label("pool"), .key(currency))
    }

    /// Returns the pool's token account for one of its two mints.
    public static func vault(pool: PublicKey, mint: PublicKey) -> ProgramDerivedAddress {
        .derive(program: Program.currencyCreator, seeds: .label("treasury"), .key(pool), .key(mint))
    }

    /// Returns the metadata account of a mint, which belongs to Metaplex.
    public static func metadata(mint: PublicKey) -> ProgramDerivedAddress {
        .derive(
            program: Program.metaplexMetadata, seeds: .label("metadata"), .key(Program.metaplexMetadata), .key(mint))
    }
}
