import FlipcashCore

/// An account of the double-entry ledger: a vault, or one of the node's own accounts that balance the books (payment
/// specification §21.1).
enum LedgerAccount: Hashable, Sendable {
    /// A managed vault of a user, a gift card or a pool.
    case vault(PublicKey)
    /// A token account that the node does not manage.
    case external(address: PublicKey, mint: PublicKey)
    /// Fees taken in one mint.
    case feeCollector(mint: PublicKey)
    /// The core mint that backs a launchpad currency.
    case pool(mint: PublicKey)
    /// The issuer of a mint's tokens. It owes the tokens in circulation, so only its balance may be negative.
    case mintAuthority(mint: PublicKey)
    /// Funds of a swap that has not been executed yet.
    case swapHolding(tokenAccount: PublicKey, mint: PublicKey)
    /// The source of the operator's gifts.
    case airdropper(mint: PublicKey)

    /// The kind of account, as the column `accounts.class` holds it.
    enum Class: Int, Sendable, CaseIterable {
        case user = 0
        case external = 1
        case feeCollector = 2
        case pool = 3
        case mintAuthority = 4
        case swapHolding = 5
        case airdropper = 6
    }

    var accountClass: Class {
        switch self {
        case .vault: .user
        case .external: .external
        case .feeCollector: .feeCollector
        case .pool: .pool
        case .mintAuthority: .mintAuthority
        case .swapHolding: .swapHolding
        case .airdropper: .airdropper
        }
    }

    /// The address under which the account is stored: its own, or the mint's for an account that a mint has once.
    var address: PublicKey {
        switch self {
        case .vault(let address), .external(let address, _), .swapHolding(let address, _): address
        case .feeCollector(let mint), .pool(let mint), .mintAuthority(let mint), .airdropper(let mint): mint
        }
    }

    /// The account stored under these values.
    init(class accountClass: Class, address: PublicKey, mint: PublicKey) {
        switch accountClass {
        case .user: self = .vault(address)
        case .external: self = .external(address: address, mint: mint)
        case .feeCollector: self = .feeCollector(mint: mint)
        // Its money is the core mint; its address is that of the currency.
        case .pool: self = .pool(mint: address)
        case .mintAuthority: self = .mintAuthority(mint: mint)
        case .swapHolding: self = .swapHolding(tokenAccount: address, mint: mint)
        case .airdropper: self = .airdropper(mint: mint)
        }
    }
}

extension LedgerAccount: CustomStringConvertible {
    var description: String {
        switch self {
        case .vault(let token): token.base58
        case .external(let address, _): "external:\(address.base58)"
        case .feeCollector(let mint): "fee_collector:\(mint.base58)"
        case .pool(let mint): "pool:\(mint.base58)"
        case .mintAuthority(let mint): "mint_authority:\(mint.base58)"
        case .swapHolding(let tokenAccount, _): "swap_holding:\(tokenAccount.base58)"
        case .airdropper(let mint): "airdropper:\(mint.base58)"
        }
    }
}
