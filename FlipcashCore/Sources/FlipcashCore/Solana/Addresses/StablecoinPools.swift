/// The pool that swaps USDF for another stablecoin (key specification §6.4).
public struct UsdfPool: Hashable, Sendable {
    /// The pool.
    public let address: PublicKey
    /// The pool's USDF.
    public let usdfVault: PublicKey
    /// The pool's other stablecoin.
    public let otherVault: PublicKey

    /// Creates a pool from its addresses.
    public init(address: PublicKey, usdfVault: PublicKey, otherVault: PublicKey) {
        self.address = address
        self.usdfVault = usdfVault
        self.otherVault = otherVault
    }

    /// The public service's pool of USDF and USDC.
    public static let usdc = UsdfPool(address: .usdfPool, usdfVault: .usdfPoolVault, otherVault: .usdcPoolVault)

    /// Returns the address of the pool that `authority` created as `name`.
    public static func address(
        authority: PublicKey, name: PaddedName, usdfMint: PublicKey = .usdf, otherMint: PublicKey
    ) -> ProgramDerivedAddress {
        .derive(
            program: Program.usdfSwap,
            seeds: .label("pool"), .key(authority), .name(name), .key(usdfMint), .key(otherMint))
    }

    /// Returns the address of a pool's vault for one of its mints.
    public static func vault(pool: PublicKey, mint: PublicKey) -> ProgramDerivedAddress {
        .derive(program: Program.usdfSwap, seeds: .label("vault"), .key(pool), .key(mint))
    }
}

/// Coinbase's swapper of stablecoins: one pool with a vault for each mint (key specification §6.4).
public enum CoinbasePool {
    /// The pool.
    public static var address: ProgramDerivedAddress {
        .derive(program: Program.coinbaseStableSwapper, seeds: .label("liquidity_pool"))
    }

    /// The accounts that may use the pool.
    public static var whitelist: ProgramDerivedAddress {
        .derive(program: Program.coinbaseStableSwapper, seeds: .label("address_whitelist"))
    }

    /// Returns the pool's vault for `mint`.
    public static func vault(mint: PublicKey, pool: PublicKey = .coinbasePool) -> ProgramDerivedAddress {
        .derive(program: Program.coinbaseStableSwapper, seeds: .label("token_vault"), .key(pool), .key(mint))
    }

    /// Returns the token account of a vault.
    public static func vaultTokenAccount(vault: PublicKey) -> ProgramDerivedAddress {
        .derive(program: Program.coinbaseStableSwapper, seeds: .label("vault_token_account"), .key(vault))
    }
}
