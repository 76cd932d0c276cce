import FlipcashCore

/// The use of a token account (payment specification §2.2), for the types that the node records.
enum AccountType: Int, Sendable, CaseIterable {
    case primary = 1
    case giftCard = 2
    case pool = 5
}

/// The kind of owner that the records show for a key (payment specification §2.2); a key without records is unknown.
enum OwnerKind: Int, Sendable {
    /// Owns a core-mint PRIMARY account.
    case user = 1
    /// Owns a gift card.
    case giftCard = 2
}

/// The state of a vault's timelock as seen outside the ledger.
enum VaultState: Int, Sendable, CaseIterable {
    /// Not observed yet; counts as locked.
    case unobserved = 0
    case locked = 1
    case unlocking = 2
    case unlocked = 3
    case closed = 4

    /// Whether the node may move the vault's money.
    var isManaged: Bool {
        switch self {
        case .unobserved, .locked: true
        case .unlocking, .unlocked, .closed: false
        }
    }
}

/// The addresses derived from one authority and one mint, and their observed state.
struct Timelock: Hashable, Sendable {
    let state: PublicKey
    let depositAddress: PublicKey
    let swapAddress: PublicKey
    let swapTokenAccount: PublicKey
    var vaultState: VaultState
}

/// A managed token account with its balance: one row each of accounts, timelocks and balances.
struct Vault: Hashable, Sendable {
    let token: PublicKey
    let owner: PublicKey
    let authority: PublicKey
    let mint: PublicKey
    let type: AccountType
    let index: UInt64
    var requiresAutoReturnCheck: Bool
    let createdAt: Instant
    var timelock: Timelock
    var balance: Balance

    /// Whether the node may move the vault's money: it is locked in the ledger, and no other state was seen outside.
    var isManaged: Bool { balance.isLocked && timelock.vaultState.isManaged }
}
