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

/// A managed token account with its balance.
struct Vault: Hashable, Sendable {
    let token: PublicKey
    let owner: PublicKey
    let authority: PublicKey
    let mint: PublicKey
    let type: AccountType
    let index: UInt64
    let createdAt: Instant
    /// The state of its timelock as observed.
    var vaultState: VaultState
    var balance: Balance

    /// Whether the node may move the vault's money: it is locked in the ledger, and no other state was seen outside.
    var isManaged: Bool { balance.isLocked && vaultState.isManaged }
}

/// What an address derived from a vault's authority and mint is for, as the column `derived_addresses.kind` holds it.
enum DerivedAddressKind: Int, Sendable, CaseIterable {
    /// Receives deposits from outside.
    case deposit = 1
    /// Owns the token account that swaps pay.
    case swap = 2
    /// The token account that swaps pay.
    case swapTokenAccount = 3
    /// The token account of the mint that wallets outside the node derive from the owner's key.
    case ownTokenAccount = 4

    /// Whether the address can own token accounts, as a person's key can.
    var isOwner: Bool {
        switch self {
        case .deposit, .swap: true
        case .swapTokenAccount, .ownTokenAccount: false
        }
    }
}

/// An address derived from a vault's authority and mint, and the vault.
struct DerivedAddress: Hashable, Sendable {
    let kind: DerivedAddressKind
    let vault: Vault
}

/// A vault that an intent opens, with the addresses derived from its authority and mint.
struct OpenedVault: Hashable, Sendable {
    let vault: Vault
    let derivedAddresses: [DerivedAddressKind: PublicKey]

    init(_ vault: Vault, timelock: TimelockAccount) {
        var addresses: [DerivedAddressKind: PublicKey] = [
            .deposit: timelock.deposit.address, .swap: timelock.swap.address,
            .swapTokenAccount: timelock.swapTokenAccount.address,
        ]
        if vault.type == .primary {
            addresses[.ownTokenAccount] = AssociatedTokenAccount.address(owner: vault.owner, mint: vault.mint).address
        }
        self.init(vault, derivedAddresses: addresses)
    }

    private init(_ vault: Vault, derivedAddresses: [DerivedAddressKind: PublicKey]) {
        self.vault = vault
        self.derivedAddresses = derivedAddresses
    }

    /// The vault as it is once its opening is settled.
    var locked: OpenedVault {
        var vault = vault
        vault.vaultState = .locked
        return OpenedVault(vault, derivedAddresses: derivedAddresses)
    }
}
