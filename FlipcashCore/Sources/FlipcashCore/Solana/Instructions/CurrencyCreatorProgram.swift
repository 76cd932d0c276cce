/// Calls of the currency creator that create a currency (key specification §10).
public enum CurrencyCreatorProgram {
    /// Creates the mint and the configuration of a currency.
    public struct InitializeCurrency: ProgramInstruction {
        /// The call goes to the currency creator.
        public static let program = Program.currencyCreator
        /// Call 1 of the program, in one byte.
        public static let discriminator: [UInt8] = [1]
        /// Three accounts of the caller, then the token program, the system program and the rent sysvar.
        public static let accountCount = 6

        /// The currency's name.
        public let name: PaddedName
        /// The currency's symbol.
        public let symbol: PaddedSymbol
        /// 32 random bytes from which the mint's address is derived.
        public let seed: PublicKey
        /// The bump of the configuration's address.
        public let currencyBump: UInt8
        /// The bump of the mint's address.
        public let mintBump: UInt8
        /// The key that creates the currency.
        public let authority: PublicKey
        /// The mint.
        public let mint: PublicKey
        /// The configuration.
        public let currency: PublicKey

        /// Creates the call.
        public init(
            name: PaddedName, symbol: PaddedSymbol, seed: PublicKey, currencyBump: UInt8, mintBump: UInt8,
            authority: PublicKey, mint: PublicKey, currency: PublicKey
        ) {
            self.name = name
            self.symbol = symbol
            self.seed = seed
            self.currencyBump = currencyBump
            self.mintBump = mintBump
            self.authority = authority
            self.mint = mint
            self.currency = currency
        }

        /// Reads the call; nil if there are not six accounts or the payload is shorter than 80 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let name: PaddedName = payload.padded(),
                let symbol: PaddedSymbol = payload.padded(), let seed: PublicKey = payload.value(),
                let currencyBump: UInt8 = payload.integer(), let mintBump: UInt8 = payload.integer(),
                payload.take(6) != nil
            else { return nil }
            self.init(
                name: name, symbol: symbol, seed: seed,
                currencyBump: currencyBump, mintBump: mintBump, authority: accounts[0], mint: accounts[1],
                currency: accounts[2])
        }

        /// 80 bytes: name, symbol, seed, both bumps, and six zeros.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes += name.bytes
            bytes += symbol.bytes
            bytes.append(bytesOf: seed)
            bytes.append(integer: currencyBump)
            bytes.append(integer: mintBump)
            bytes.appendZeros(6)
            return bytes
        }

        /// The authority signs and pays; the mint and the configuration are created.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(authority),
                .writable(mint),
                .writable(currency),
                .readonly(Program.token),
                .readonly(Program.system),
                .readonly(Sysvar.rent),
            ]
        }
    }

    /// Creates the pool of a currency and mints the whole supply into it.
    public struct InitializePool: ProgramInstruction {
        /// The call goes to the currency creator.
        public static let program = Program.currencyCreator
        /// Call 2 of the program, in one byte.
        public static let discriminator: [UInt8] = [2]
        /// Seven accounts of the caller, then the token program, the system program and the rent sysvar.
        public static let accountCount = 10

        /// The selling fee in basis points.
        public let sellFeeBps: UInt16
        /// The bump of the pool's address.
        public let poolBump: UInt8
        /// The bump of the target vault's address.
        public let targetVaultBump: UInt8
        /// The bump of the base vault's address.
        public let baseVaultBump: UInt8
        /// The key that creates the currency.
        public let authority: PublicKey
        /// The configuration.
        public let currency: PublicKey
        /// The currency's mint.
        public let targetMint: PublicKey
        /// The core mint.
        public let baseMint: PublicKey
        /// The pool.
        public let pool: PublicKey
        /// The pool's tokens of the currency.
        public let targetVault: PublicKey
        /// The pool's core tokens.
        public let baseVault: PublicKey

        /// Creates the call.
        public init(
            sellFeeBps: UInt16, poolBump: UInt8, targetVaultBump: UInt8, baseVaultBump: UInt8, authority: PublicKey,
            currency: PublicKey, targetMint: PublicKey, baseMint: PublicKey, pool: PublicKey, targetVault: PublicKey,
            baseVault: PublicKey
        ) {
            self.sellFeeBps = sellFeeBps
            self.poolBump = poolBump
            self.targetVaultBump = targetVaultBump
            self.baseVaultBump = baseVaultBump
            self.authority = authority
            self.currency = currency
            self.targetMint = targetMint
            self.baseMint = baseMint
            self.pool = pool
            self.targetVault = targetVault
            self.baseVault = baseVault
        }

        /// Reads the call; nil if there are not ten accounts or the payload is shorter than 6 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let sellFeeBps: UInt16 = payload.integer(),
                let poolBump: UInt8 = payload.integer(), let targetVaultBump: UInt8 = payload.integer(),
                let baseVaultBump: UInt8 = payload.integer(), payload.take(1) != nil
            else { return nil }
            self.init(
                sellFeeBps: sellFeeBps, poolBump: poolBump, targetVaultBump: targetVaultBump,
                baseVaultBump: baseVaultBump, authority: accounts[0], currency: accounts[1], targetMint: accounts[2],
                baseMint: accounts[3], pool: accounts[4], targetVault: accounts[5], baseVault: accounts[6])
        }

        /// 6 bytes: the fee, little-endian, three bumps, and a zero.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: sellFeeBps)
            bytes.append(integer: poolBump)
            bytes.append(integer: targetVaultBump)
            bytes.append(integer: baseVaultBump)
            bytes.appendZeros(1)
            return bytes
        }

        /// The authority signs and pays. The pool and its vaults are created, and the mint changes.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(authority),
                .readonly(currency),
                .writable(targetMint),
                .readonly(baseMint),
                .writable(pool),
                .writable(targetVault),
                .writable(baseVault),
                .readonly(Program.token),
                .readonly(Program.system),
                .readonly(Sysvar.rent),
            ]
        }
    }

    /// Writes the metadata of a currency and permanently ends minting.
    public struct InitializeMetadata: ProgramInstruction {
        /// The call goes to the currency creator.
        public static let program = Program.currencyCreator
        /// Call 3 of the program, in one byte.
        public static let discriminator: [UInt8] = [3]
        /// Four accounts of the caller, then the programs for metadata, tokens and system, and the rent sysvar.
        public static let accountCount = 8

        /// The key that creates the currency.
        public let authority: PublicKey
        /// The configuration.
        public let currency: PublicKey
        /// The mint.
        public let mint: PublicKey
        /// The metadata.
        public let metadata: PublicKey

        /// Creates the call.
        public init(authority: PublicKey, currency: PublicKey, mint: PublicKey, metadata: PublicKey) {
            self.authority = authority
            self.currency = currency
            self.mint = mint
            self.metadata = metadata
        }

        /// Reads the call from its accounts alone; nil if there are not eight of them.
        public init?(accounts: [PublicKey], payload _: inout ByteReader) {
            guard accounts.count == Self.accountCount else { return nil }
            self.init(authority: accounts[0], currency: accounts[1], mint: accounts[2], metadata: accounts[3])
        }

        /// Empty: the call has no arguments.
        public var payload: [UInt8] {
            []
        }

        /// The authority signs and pays; the mint changes, and the metadata is created.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(authority),
                .readonly(currency),
                .writable(mint),
                .writable(metadata),
                .readonly(Program.metaplexMetadata),
                .readonly(Program.token),
                .readonly(Program.system),
                .readonly(Sysvar.rent),
            ]
        }
    }

    /// Burns the fees that a pool has collected.
    public struct BurnFees: ProgramInstruction {
        /// The call goes to the currency creator.
        public static let program = Program.currencyCreator
        /// Call 8 of the program, in one byte.
        public static let discriminator: [UInt8] = [8]
        /// Four accounts of the caller and the token program.
        public static let accountCount = 5

        /// The account that pays.
        public let payer: PublicKey
        /// The pool.
        public let pool: PublicKey
        /// The core mint.
        public let baseMint: PublicKey
        /// The pool's core tokens.
        public let baseVault: PublicKey

        /// Creates the call.
        public init(payer: PublicKey, pool: PublicKey, baseMint: PublicKey, baseVault: PublicKey) {
            self.payer = payer
            self.pool = pool
            self.baseMint = baseMint
            self.baseVault = baseVault
        }

        /// Reads the call from its accounts alone; nil if there are not five of them.
        public init?(accounts: [PublicKey], payload _: inout ByteReader) {
            guard accounts.count == Self.accountCount else { return nil }
            self.init(payer: accounts[0], pool: accounts[1], baseMint: accounts[2], baseVault: accounts[3])
        }

        /// Empty: the call has no arguments.
        public var payload: [UInt8] {
            []
        }

        /// The payer signs; the pool, the core mint and the base vault change.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(payer),
                .writable(pool),
                .writable(baseMint),
                .writable(baseVault),
                .readonly(Program.token),
            ]
        }
    }
}
