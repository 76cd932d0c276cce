import FlipcashCore

/// What the rules read: one consistent state of the ledger.
protocol LedgerView {
    /// A currency that the node handles.
    func mint(_ mint: PublicKey) throws -> MintRecord?
    /// A managed vault.
    func vault(_ token: PublicKey) throws -> Vault?
    /// All vaults of `owner`, in the order in which they were opened.
    func vaults(owner: PublicKey) throws -> [Vault]
    /// The vault from whose authority `address` is derived.
    func derivedAddress(_ address: PublicKey) throws -> DerivedAddress?
    /// The vault that was credited with money sent to its deposit address's token account at `address`; nil if no money
    /// was sent to that account.
    func vault(depositTokenAccount address: PublicKey) throws -> Vault?
    /// Which intents may use `id`.
    func use(of id: IntentID) throws -> IntentIDUse
    /// The swap with this id.
    func swap(_ id: SwapID) throws -> SwapRecord?
    /// The swap that the intent `id` funds.
    func swap(fundedBy id: IntentID) throws -> SwapRecord?
    /// The record of a currency that was launched on this node.
    func currency(_ mint: PublicKey) throws -> CurrencyRecord?
    /// The committed intent `id`.
    func intent(_ id: IntentID) throws -> IntentRecord?
    /// Authority and seed of a launched currency.
    func launchpadIdentity(of mint: PublicKey) throws -> LaunchpadIdentity?
    /// The cash-link intent that funded a gift card.
    func giftCardIntent(vault: PublicKey) throws -> IntentRecord?
    /// The withdrawal that claimed a gift card.
    func claim(of vault: PublicKey) throws -> ActionRecord?
    /// The withdrawal that returns a gift card.
    func autoReturn(of vault: PublicKey) throws -> ActionRecord?
    /// The id of the intent that returns, or has returned, the money of a gift card.
    func returnID(ofGiftCard vault: PublicKey) throws -> IntentID?
    /// US dollars, in millionths, that `owner` has sent since a moment of ledger time, withdrawals excluded.
    func usdSent(by owner: PublicKey, since: Instant) throws -> Int64
    /// Whether the key's user has completed registration; nil when no user has the key.
    func isRegistered(_ key: PublicKey) throws -> Bool?
}

extension LedgerView {
    /// Whether an intent of the node may use `id`: nothing else has or reserves it.
    func isFree(_ id: IntentID) throws -> Bool { try use(of: id) == .free }

    /// The vaults of `owner` for one mint.
    func vaults(owner: PublicKey, mint: PublicKey) throws -> [Vault] {
        try vaults(owner: owner).filter { $0.mint == mint }
    }

    /// The PRIMARY vault of `owner` for one mint.
    func primaryVault(owner: PublicKey, mint: PublicKey) throws -> Vault? {
        try vaults(owner: owner).first { $0.mint == mint && $0.type == .primary }
    }

    /// Whether `key` is a user of the node who has not opened an account of `mint`.
    func lacksVault(_ key: PublicKey, mint: PublicKey) throws -> Bool {
        try ownerKind(key) == .user && primaryVault(owner: key, mint: mint) == nil
    }

    /// The kind of owner that the records show for a key; nil when they have no record of it (payment specification
    /// §2.2).
    func ownerKind(_ key: PublicKey) throws -> OwnerKind? {
        let vaults = try vaults(owner: key)
        if vaults.contains(where: { $0.type == .giftCard }) { return .giftCard }
        for vault in vaults where vault.type == .primary {
            if try mint(vault.mint)?.isCore == true { return .user }
        }
        return nil
    }
}
