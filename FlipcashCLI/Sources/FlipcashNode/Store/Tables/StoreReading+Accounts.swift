import FlipcashCore

/// A gift card's position among the watched ones: by age, then by the order of opening.
struct GiftCardPlace: Hashable, Sendable {
    let token: PublicKey
    let createdAt: Instant
    /// The number of the vault in the database.
    let account: Int64
}

extension StoreReading {
    private static var selectVault: String {
        """
        SELECT a.address AS token, o.owner, coalesce(v.authority, o.owner) AS authority, m.mint, v.type, v.idx,
            v.vault_state, v.created_at, b.quarks, b.usd_basis, b.is_open, b.is_locked
        FROM vaults v JOIN accounts a ON a.id = v.account JOIN owners o ON o.id = v.owner
            JOIN mints m ON m.id = v.mint JOIN balances b ON b.account = v.account
        """
    }

    /// The managed vault at `token`, if the node knows it.
    func vault(_ token: PublicKey) throws -> Vault? {
        try row(Self.selectVault + " WHERE a.address = ? AND a.class = 0", [token.blob]).map(Vault.init(row:))
    }

    /// All vaults of `owner`, in the order in which they were opened.
    func vaults(owner: PublicKey) throws -> [Vault] {
        try rows(Self.selectVault + " WHERE o.owner = ? ORDER BY v.created_at, a.address", [owner.blob])
            .map(Vault.init(row:))
    }

    /// The vault from whose authority `address` is derived.
    func derivedAddress(_ address: PublicKey) throws -> DerivedAddress? {
        guard
            let row = try row(
                """
                SELECT d.kind, a.address AS token FROM derived_addresses d JOIN accounts a ON a.id = d.account
                WHERE d.address = ?
                """, [address.blob]), let vault = try vault(try row.key("token"))
        else { return nil }
        return DerivedAddress(kind: try row.value("kind"), vault: vault)
    }

    /// The vault that was credited with money sent to its deposit address's token account at `address`.
    func vault(depositTokenAccount address: PublicKey) throws -> Vault? {
        try row(
            """
            SELECT d.address AS token FROM accounts s
                JOIN intents i ON i.source = s.id AND i.type = 5 AND i.source IS NOT NULL
                JOIN accounts d ON d.id = i.dest
            WHERE s.address = ? AND s.class = 1 LIMIT 1
            """, [address.blob]
        ).flatMap { try vault(try $0.key("token")) }
    }

    /// The balance of a ledger account; nil when the account was never used.
    func balance(of account: LedgerAccount, mint: PublicKey) throws -> Balance? {
        try row(
            """
            SELECT b.* FROM accounts a JOIN mints m ON m.id = a.mint JOIN balances b ON b.account = a.id
            WHERE a.address = ? AND a.class = ? AND m.mint = ?
            """, [account.address.blob, account.accountClass.rawValue, mint.blob]
        ).map(Balance.init(row:))
    }

    /// The mint of the outside token account at `address`, which is known because it was credited or registered.
    func externalAccountMint(_ address: PublicKey) throws -> PublicKey? {
        try row(
            "SELECT m.mint FROM accounts a JOIN mints m ON m.id = a.mint WHERE a.address = ? AND a.class = 1",
            [address.blob]
        ).map { try $0.key("mint") }
    }
}

extension StoreWriter {
    /// Selects the number of the account that money comes from or goes to: a vault, a token account outside the node, or
    /// the holding of a swap.
    ///
    /// With the `+` SQLite reads the few accounts of the address in their order. Without it, SQLite would look up one
    /// class after the other and build a table of the classes each time.
    ///
    /// - Parameters:
    ///   - address: the argument with the account's address, such as `?5`.
    ///   - mint: the argument with its mint.
    static func selectParty(address: String, mint: String) -> String {
        """
        (SELECT a.id FROM accounts a JOIN mints m ON m.id = a.mint
            WHERE a.address = \(address) AND (+a.class = 0 OR +a.class = 1 OR +a.class = 5) AND m.mint = \(mint)
            ORDER BY a.class LIMIT 1)
        """
    }

    /// Records a newly opened vault: owner, account, derived addresses and an empty balance.
    func open(_ opened: OpenedVault) throws {
        let vault = opened.vault
        try execute(
            "INSERT INTO owners (owner, kind, created_at) VALUES (?, ?, ?) ON CONFLICT (owner) DO NOTHING",
            [
                vault.owner.blob, (vault.type == .giftCard ? OwnerKind.giftCard : .user).rawValue,
                vault.createdAt.nanosecondsSinceEpoch,
            ])
        let account = try insert(vault.balance, of: .vault(vault.token), mint: vault.mint)
        try execute(
            """
            INSERT INTO vaults (account, owner, mint, type, idx, authority, vault_state, created_at)
            VALUES (?, (SELECT id FROM owners WHERE owner = ?), (SELECT id FROM mints WHERE mint = ?), ?, ?, ?, ?, ?)
            """,
            [
                account, vault.owner.blob, vault.mint.blob, vault.type.rawValue, try vault.index.stored(),
                vault.type == .pool ? vault.authority.blob : nil, vault.vaultState.rawValue,
                vault.createdAt.nanosecondsSinceEpoch,
            ])
        for (kind, address) in opened.derivedAddresses {
            try execute(
                "INSERT INTO derived_addresses (address, account, kind) VALUES (?, ?, ?)",
                [address.blob, account, kind.rawValue])
        }
    }

    /// Records a ledger account with its first balance, and returns its number in the database.
    @discardableResult
    func insert(_ balance: Balance, of account: LedgerAccount, mint: PublicKey) throws -> Int64 {
        let number = try integer(
            """
            INSERT INTO accounts (address, class, mint) VALUES (?, ?, (SELECT id FROM mints WHERE mint = ?))
            RETURNING id
            """, [account.address.blob, account.accountClass.rawValue, mint.blob])
        try execute(
            """
            INSERT INTO balances (account, quarks, usd_basis, is_open, is_locked, may_owe) VALUES (?, ?, ?, ?, ?, ?)
            """,
            [number, balance.quarks, balance.usdBasis, balance.isOpen, balance.isLocked, account.mayOwe])
        return number
    }

    /// Records the observed state of a vault's timelock. Locks or unlocks its balance to match, so that the predicates
    /// of deltas take the state into account.
    func setVaultState(_ state: VaultState, of token: PublicKey) throws {
        try execute(
            """
            UPDATE vaults SET vault_state = ?
            WHERE account = (SELECT id FROM accounts WHERE address = ? AND class = 0)
            """, [state.rawValue, token.blob])
        try execute(
            """
            UPDATE balances SET is_locked = ?1
            WHERE account = (SELECT id FROM accounts WHERE address = ?2 AND class = 0) AND is_locked <> ?1
            """, [state.isManaged, token.blob])
    }

    /// Records that an account of the node, or a token account outside, exists. Vaults are opened by intents alone.
    func register(_ account: LedgerAccount, mint: PublicKey) throws {
        guard try balance(of: account, mint: mint) == nil else { return }
        try insert(.opened, of: account, mint: mint)
    }
}

extension Vault {
    init(row: SQLRow) throws {
        token = try row.key("token")
        owner = try row.key("owner")
        authority = try row.key("authority")
        mint = try row.key("mint")
        type = try row.value("type")
        index = try row.quarks("idx")
        createdAt = try row.instant("created_at")
        vaultState = try row.value("vault_state")
        balance = try Balance(row: row)
    }
}

extension Balance {
    init(row: SQLRow) throws {
        quarks = try row.integer("quarks")
        usdBasis = try row.integer("usd_basis")
        isOpen = try row.flag("is_open")
        isLocked = try row.flag("is_locked")
    }
}
