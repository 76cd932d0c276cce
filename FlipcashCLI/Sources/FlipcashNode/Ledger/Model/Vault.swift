import FlipcashCore

/// What a token account is for (payment specification §2.2). Only kinds that the node keeps records of.
enum AccountType: Int, Sendable, CaseIterable {
    case primary = 1
    case giftCard = 2
    case pool = 5
}

/// What the records say about a key (payment specification §2.2); a key without records is unknown.
enum OwnerKind: Int, Sendable {
    /// Owns a core-mint PRIMARY account.
    case user = 1
    /// Owns a gift card.
    case giftCard = 2
}

/// What has been seen of a vault's timelock outside the ledger.
enum VaultState: Int, Sendable, CaseIterable {
    /// Nothing yet; counts as locked.
    case unobserved = 0
    case locked = 1
    case unlocking = 2
    case unlocked = 3
    case closed = 4

    /// Whether the node may move what the vault holds.
    var isManaged: Bool {
        switch self {
        case .unobserved, .locked: true
        case .unlocking, .unlocked, .closed: false
        }
    }
}

/// The addresses derived from one authority and one mint, and what has been seen of them.
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

    /// Whether the node may move what the vault holds: locked in the ledger, and nothing else was seen outside it.
    var isManaged: Bool { balance.isLocked && timelock.vaultState.isManaged }
}
