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

    /// The kind of account, as the column `balances.class` holds it.
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

    /// The key under which the account is stored: for a vault its address; for other accounts the class, the mint and,
    /// if there is one, the address. The lengths differ, so keys are unique.
    var storageKey: [UInt8] {
        let tag = UInt8(accountClass.rawValue)
        switch self {
        case .vault(let token): return token.bytes
        case .external(let address, let mint): return [tag] + mint.bytes + address.bytes
        case .swapHolding(let tokenAccount, let mint): return [tag] + mint.bytes + tokenAccount.bytes
        case .feeCollector(let mint), .pool(let mint), .mintAuthority(let mint), .airdropper(let mint):
            return [tag] + mint.bytes
        }
    }

    /// The account stored under `storageKey`; nil when the bytes are not a valid key.
    init?(storageKey bytes: [UInt8]) {
        if bytes.count == 32 {
            guard let token = PublicKey(exactly: bytes) else { return nil }
            self = .vault(token)
            return
        }
        guard let tag = bytes.first, let accountClass = Class(rawValue: Int(tag)),
            let mint = PublicKey(exactly: Array(bytes.dropFirst().prefix(32)))
        else { return nil }
        let address = PublicKey(exactly: Array(bytes.dropFirst(33)))
        switch (accountClass, address, bytes.count) {
        case (.external, .some(let address), _): self = .external(address: address, mint: mint)
        case (.swapHolding, .some(let address), _): self = .swapHolding(tokenAccount: address, mint: mint)
        case (.feeCollector, .none, 33): self = .feeCollector(mint: mint)
        case (.pool, .none, 33): self = .pool(mint: mint)
        case (.mintAuthority, .none, 33): self = .mintAuthority(mint: mint)
        case (.airdropper, .none, 33): self = .airdropper(mint: mint)
        default: return nil
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
