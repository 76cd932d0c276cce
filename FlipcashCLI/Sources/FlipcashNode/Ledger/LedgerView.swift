import FlipcashCore

/// What the rules may look at: one consistent state of the ledger.
protocol LedgerView {
    /// A currency that the node handles.
    func mint(_ mint: PublicKey) throws -> MintRecord?
    /// A managed vault.
    func vault(_ token: PublicKey) throws -> Vault?
    /// The vaults of `owner` for one mint.
    func vaults(owner: PublicKey, mint: PublicKey) throws -> [Vault]
    /// The PRIMARY vault of `owner` for one mint.
    func primaryVault(owner: PublicKey, mint: PublicKey) throws -> Vault?
    /// The vault whose deposit or swap address this is.
    func vault(derivedAddress address: PublicKey) throws -> Vault?
    /// The vault whose swaps are paid into this token account.
    func vault(swapTokenAccount address: PublicKey) throws -> Vault?
    /// The vault that was credited with what came to its deposit address's token account at `address`; nil for an account
    /// to which nothing has come.
    func vault(depositTokenAccount address: PublicKey) throws -> Vault?
    /// What the records say about a key; nil when they say nothing.
    func ownerKind(_ key: PublicKey) throws -> OwnerKind?
    /// A committed intent.
    func intent(_ id: IntentID) throws -> IntentRecord?
    /// Whether the node keeps an id for an intent of its own.
    func isReserved(_ id: IntentID) throws -> Bool
    /// The cash-link intent that funded a gift card.
    func giftCardIntent(vault: PublicKey) throws -> IntentRecord?
    /// The withdrawal that claimed a gift card.
    func claim(of vault: PublicKey) throws -> ActionRecord?
    /// The withdrawal that brings a gift card back.
    func autoReturn(of vault: PublicKey) throws -> ActionRecord?
    /// US dollars, in millionths, that `owner` sent from `since` until `until`, withdrawals excluded.
    func usdSent(by owner: PublicKey, since: Instant, until: Instant) throws -> Int64
    /// Whether the key's user has completed registration; nil when no user has the key.
    func isRegistered(_ key: PublicKey) throws -> Bool?
}
