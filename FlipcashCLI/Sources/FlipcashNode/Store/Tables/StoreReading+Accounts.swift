import FlipcashCore
import GRDB

/// A gift card's position among the watched ones: by age, then by address.
struct GiftCardPlace: Hashable, Sendable {
    let token: PublicKey
    let createdAt: Instant
}

extension StoreReading {
    private static var selectVault: String {
        """
        SELECT a.token, a.owner, a.authority, a.mint, a.type, a.idx, a.requires_auto_return_check, a.created_at,
            t.state_addr, t.deposit_pda, t.swap_pda, t.swap_ata, t.vault_state,
            b.quarks, b.usd_basis, b.is_open, b.is_locked, b.version
        FROM accounts a JOIN timelocks t ON t.token = a.token JOIN balances b ON b.token = a.token
        """
    }

    /// The managed vault at `token`, if the node knows it.
    func vault(_ token: PublicKey) throws -> Vault? {
        try row(Self.selectVault + " WHERE a.token = ?", [token.blob]).map(Vault.init(row:))
    }

    /// All vaults of `owner`, in the order in which they were opened.
    func vaults(owner: PublicKey) throws -> [Vault] {
        try rows(Self.selectVault + " WHERE a.owner = ? ORDER BY a.created_at, a.token", [owner.blob])
            .map(Vault.init(row:))
    }

    /// The vaults of `owner` that hold `mint`.
    func vaults(owner: PublicKey, mint: PublicKey) throws -> [Vault] {
        try rows(
            Self.selectVault + " WHERE a.owner = ? AND a.mint = ? ORDER BY a.created_at, a.token",
            [owner.blob, mint.blob]
        ).map(Vault.init(row:))
    }

    /// The PRIMARY vault of `owner` for `mint`.
    func primaryVault(owner: PublicKey, mint: PublicKey) throws -> Vault? {
        try row(
            Self.selectVault + " WHERE a.owner = ? AND a.mint = ? AND a.type = ?",
            [owner.blob, mint.blob, AccountType.primary.rawValue]
        ).map(Vault.init(row:))
    }

    /// The vault whose deposit or swap address is `address`.
    func vault(derivedAddress address: PublicKey) throws -> Vault? {
        try row(Self.selectVault + " WHERE t.deposit_pda = ? OR t.swap_pda = ?", [address.blob, address.blob])
            .map(Vault.init(row:))
    }

    /// The vault whose swaps pay into the token account at `address`.
    func vault(swapTokenAccount address: PublicKey) throws -> Vault? {
        try row(Self.selectVault + " WHERE t.swap_ata = ?", [address.blob]).map(Vault.init(row:))
    }

    /// The vault that was credited with money sent to its deposit address's token account at `address`.
    func vault(depositTokenAccount address: PublicKey) throws -> Vault? {
        try row(
            "SELECT dest_token FROM intents WHERE source_token = ? AND type = 5 AND source_token IS NOT NULL LIMIT 1",
            [address.blob]
        ).flatMap { try vault(try $0.key("dest_token")) }
    }

    /// Gift cards that may have to be returned to their issuers, oldest first.
    ///
    /// - Parameter after: the last card of the previous batch.
    func giftCardsToReturn(after: GiftCardPlace?, limit: Int) throws -> [GiftCardPlace] {
        try rows(
            """
            SELECT token, created_at FROM accounts
            WHERE requires_auto_return_check = 1 AND (created_at, token) > (?, ?)
            ORDER BY created_at, token LIMIT ?
            """,
            [after?.createdAt.nanosecondsSinceEpoch ?? .min, (after?.token.bytes ?? []).blob, limit]
        ).map { GiftCardPlace(token: try $0.key("token"), createdAt: try $0.instant("created_at")) }
    }

    /// The kind of owner that the records show for `key`; nil without records (payment specification §2.2).
    func ownerKind(_ key: PublicKey) throws -> OwnerKind? {
        let vaults = try vaults(owner: key)
        if vaults.contains(where: { $0.type == .giftCard }) { return .giftCard }
        for vault in vaults where vault.type == .primary {
            if try mint(vault.mint)?.isCore == true { return .user }
        }
        return nil
    }

    /// The balance of a ledger account; nil when the account was never used.
    func balance(of account: LedgerAccount) throws -> Balance? {
        try row("SELECT * FROM balances WHERE token = ?", [account.storageKey.blob]).map(Balance.init(row:))
    }

    /// Whether a token account outside the node is known to exist, because it was credited or registered.
    func externalAccountExists(_ address: PublicKey, mint: PublicKey) throws -> Bool {
        try balance(of: .external(address: address, mint: mint)) != nil
    }

    /// The mint of the outside token account at `address`.
    func externalAccountMint(_ address: PublicKey) throws -> PublicKey? {
        for mint in try mints() where try externalAccountExists(address, mint: mint.mint) { return mint.mint }
        return nil
    }
}

extension StoreWriter {
    /// Records a newly opened vault: owner, account, timelock and an empty balance.
    func open(_ vault: Vault) throws {
        try execute(
            "INSERT INTO owners (owner, kind, created_at) VALUES (?, ?, ?) ON CONFLICT (owner) DO NOTHING",
            [
                vault.owner.blob, (vault.type == .giftCard ? OwnerKind.giftCard : .user).rawValue,
                vault.createdAt.nanosecondsSinceEpoch,
            ])
        try execute(
            """
            INSERT INTO accounts (token, owner, authority, mint, type, idx, requires_auto_return_check, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                vault.token.blob, vault.owner.blob, vault.authority.blob, vault.mint.blob, vault.type.rawValue,
                try vault.index.stored(), vault.requiresAutoReturnCheck, vault.createdAt.nanosecondsSinceEpoch,
            ])
        try execute(
            """
            INSERT INTO timelocks (token, state_addr, deposit_pda, swap_pda, swap_ata, vault_state)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                vault.token.blob, vault.timelock.state.blob, vault.timelock.depositAddress.blob,
                vault.timelock.swapAddress.blob, vault.timelock.swapTokenAccount.blob,
                vault.timelock.vaultState.rawValue,
            ])
        try insert(vault.balance, of: .vault(vault.token), owner: vault.owner, mint: vault.mint)
    }

    /// Records the first balance of a ledger account.
    func insert(_ balance: Balance, of account: LedgerAccount, owner: PublicKey?, mint: PublicKey) throws {
        try execute(
            """
            INSERT INTO balances (token, class, owner, mint, quarks, usd_basis, is_open, is_locked, version)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                account.storageKey.blob, account.accountClass.rawValue, owner?.blob, mint.blob, balance.quarks,
                balance.usdBasis, balance.isOpen, balance.isLocked, balance.version,
            ])
    }

    /// Replaces a balance, provided that its version is still `version`.
    ///
    /// - Returns: false when the balance has changed.
    func update(_ balance: Balance, of account: LedgerAccount, ifVersion version: Int64) throws -> Bool {
        try execute(
            """
            UPDATE balances SET quarks = ?, usd_basis = ?, is_open = ?, is_locked = ?, version = ?
            WHERE token = ? AND version = ?
            """,
            [
                balance.quarks, balance.usdBasis, balance.isOpen, balance.isLocked, balance.version,
                account.storageKey.blob, version,
            ]) == 1
    }

    /// Records the observed state of a vault's timelock. Locks or unlocks its balance to match, so that the predicates
    /// of deltas take the state into account.
    func setVaultState(_ state: VaultState, of token: PublicKey) throws {
        try execute("UPDATE timelocks SET vault_state = ? WHERE token = ?", [state.rawValue, token.blob])
        try execute(
            "UPDATE balances SET is_locked = ?1, version = version + 1 WHERE token = ?2 AND is_locked <> ?1",
            [state.isManaged, token.blob])
    }

    /// Stops watching a gift card.
    func clearAutoReturnCheck(of token: PublicKey) throws {
        try execute("UPDATE accounts SET requires_auto_return_check = 0 WHERE token = ?", [token.blob])
    }

    /// Records that a token account outside the node exists.
    func registerExternalAccount(_ address: PublicKey, mint: PublicKey) throws {
        let account = LedgerAccount.external(address: address, mint: mint)
        guard try balance(of: account) == nil else { return }
        try insert(.opened, of: account, owner: nil, mint: mint)
    }
}

extension Vault {
    init(row: Row) throws {
        token = try row.key("token")
        owner = try row.key("owner")
        authority = try row.key("authority")
        mint = try row.key("mint")
        type = try row.value("type")
        index = try row.quarks("idx")
        requiresAutoReturnCheck = try row.flag("requires_auto_return_check")
        createdAt = try row.instant("created_at")
        timelock = Timelock(
            state: try row.key("state_addr"), depositAddress: try row.key("deposit_pda"),
            swapAddress: try row.key("swap_pda"), swapTokenAccount: try row.key("swap_ata"),
            vaultState: try row.value("vault_state"))
        balance = try Balance(row: row)
    }
}

extension Balance {
    init(row: Row) throws {
        quarks = try row.integer("quarks")
        usdBasis = try row.integer("usd_basis")
        isOpen = try row.flag("is_open")
        isLocked = try row.flag("is_locked")
        version = try row.integer("version")
    }
}
