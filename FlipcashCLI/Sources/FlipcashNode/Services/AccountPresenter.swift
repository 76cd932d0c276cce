import FlipcashAPI
import FlipcashCore
import ProtobufCodec

/// Converts an owner's accounts to `ocp.account.v1.TokenAccountInfo` (wire contract §7.1, payment specification §13.3).
struct AccountPresenter {
    let reader: StoreReader
    let proofs: ProofBook
    /// The owner who asks; nil if only the accounts' owner signed.
    let requester: PublicKey?
    let coreMint: PublicKey
    let time: LedgerTime

    private typealias Info = Ocp_Account_V1_TokenAccountInfo

    /// The accounts of `owner` that pass `filter`, in the order in which they were opened.
    func infos(owner: PublicKey, filter: AccountFilter) throws -> [(
        token: PublicKey, info: Ocp_Account_V1_TokenAccountInfo
    )] {
        var infos: [(token: PublicKey, info: Info)] = []
        for vault in try reader.vaults(owner: owner) where passes(vault, filter) {
            infos.append((vault.token, try info(vault)))
        }
        let account = AssociatedTokenAccount.address(owner: owner, mint: .usdc).address
        if let info = try plainAccount(at: account, owner: owner, filter: filter) { infos.append((account, info)) }
        return infos
    }

    private func passes(_ vault: Vault, _ filter: AccountFilter) -> Bool {
        if vault.type == .pool, !vault.balance.isOpen { return false }
        return switch filter {
        case .all: true
        case .token(let token): vault.token == token
        case .type(let type): vault.type.wire == type
        case .mint(let mint): vault.mint == mint
        }
    }

    private func info(_ vault: Vault) throws -> Info {
        let isManaged = vault.isManaged
        var info = Info.with {
            $0.address = vault.token.accountID
            $0.owner = vault.owner.accountID
            $0.authority = vault.authority.accountID
            $0.accountType = vault.type.wire
            $0.index = vault.index
            $0.balanceSource = isManaged ? .cache : .unknown
            $0.balance = isManaged ? UInt64(clamping: vault.balance.quarks) : 0
            $0.managementState = vault.managementState
            $0.blockchainState = vault.vaultState.blockchainState
            $0.mint = vault.mint.accountID
            // Clients compute a link's expiry as this plus seven days.
            $0.createdAt = (vault.type == .giftCard ? time.shown(vault.createdAt) : vault.createdAt).timestamp
        }
        info.usdCostBasis = costBasis(vault, balance: info.balance)
        if vault.type == .giftCard { try describeGiftCard(vault, &info) }
        if let metadata = try reader.mintMetadata(vault.mint, coreMint: coreMint) { info.mintMetadata = metadata }
        if let reserve = proofs.reserve(of: vault.mint) { info.liveReserveState = reserve }
        return info
    }

    private func costBasis(_ vault: Vault, balance: UInt64) -> Double {
        guard vault.type == .primary else { return 0 }
        return vault.mint == coreMint ? Double(balance) / 1_000_000 : Double(vault.balance.usdBasis) / 1_000_000
    }

    private func describeGiftCard(_ vault: Vault, _ info: inout Info) throws {
        let state = try claimState(vault)
        info.claimState = state.wire
        if state != .notClaimed, state != .unknown {
            info.balance = 0
            info.balanceSource = .cache
        }
        guard let intent = try reader.giftCardIntent(vault: vault.token), let amount = intent.amount else { return }
        info.originalExchangeData = amount.exchangeData(mint: intent.mint)
        info.isGiftCardIssuer = requester == intent.initiator
    }

    private func claimState(_ vault: Vault) throws -> GiftCardClaimState {
        GiftCardClaimState(
            hasClaim: try reader.claim(of: vault.token) != nil,
            isManaged: vault.isManaged,
            isSpent: vault.balance.quarks == 0 || !vault.balance.isOpen,
            isReturnScheduled: try reader.autoReturn(of: vault.token).map { $0.state.isScheduledReturn } ?? false,
            isOver: GiftCardLifetime.isClaimOver(createdAt: vault.createdAt, now: time.latest))
    }

    /// The owner's associated token account of a mint that has no virtual machine here: USDC.
    private func plainAccount(at account: PublicKey, owner: PublicKey, filter: AccountFilter) throws -> Info? {
        switch filter {
        case .mint(.usdc), .type(.associatedTokenAccount): break
        case .token(let token) where token == account: break
        case .all, .mint, .type, .token: return nil
        }
        guard let balance = try reader.balance(of: .external(address: account, mint: .usdc), mint: .usdc) else {
            return nil
        }
        return Info.with {
            $0.address = account.accountID
            $0.owner = owner.accountID
            $0.authority = owner.accountID
            $0.accountType = .associatedTokenAccount
            $0.balanceSource = .blockchain
            $0.balance = UInt64(clamping: balance.quarks)
            $0.managementState = .none
            $0.mint = PublicKey.usdc.accountID
        }
    }
}

/// Whether a gift card still holds its money (payment specification §13.3).
enum GiftCardClaimState: Sendable, CaseIterable {
    case unknown
    case notClaimed
    case claimed
    case expired

    /// Later facts override earlier ones.
    init(hasClaim: Bool, isManaged: Bool, isSpent: Bool, isReturnScheduled: Bool, isOver: Bool) {
        self = hasClaim ? .claimed : isManaged ? .notClaimed : .unknown
        if isSpent { self = .claimed }
        if isReturnScheduled { self = .claimed }
        if isOver { self = .expired }
    }

    var wire: Ocp_Account_V1_TokenAccountInfo.ClaimState {
        switch self {
        case .unknown: .unknown
        case .notClaimed: .notClaimed
        case .claimed: .claimed
        case .expired: .expired
        }
    }
}

extension ActionState {
    /// Whether an auto-return in this state will return the money, or has returned it.
    var isScheduledReturn: Bool {
        switch self {
        case .pending, .confirmed: true
        case .unscheduled, .failed, .revoked: false
        }
    }
}

extension AccountType {
    var wire: Ocp_Common_V1_AccountType {
        switch self {
        case .primary: .primary
        case .giftCard: .remoteSendGiftCard
        case .pool: .pool
        }
    }
}

extension Vault {
    var managementState: Ocp_Account_V1_TokenAccountInfo.ManagementState {
        switch vaultState {
        case .unobserved, .locked: balance.isLocked ? .locked : .unlocked
        case .unlocking: .unlocking
        case .unlocked: .unlocked
        case .closed: .closed
        }
    }
}

extension VaultState {
    var blockchainState: Ocp_Account_V1_TokenAccountInfo.BlockchainState {
        switch self {
        case .unobserved, .closed: .doesNotExist
        case .locked, .unlocking, .unlocked: .exists
        }
    }
}

extension IntentAmount {
    func exchangeData(mint: PublicKey) -> Ocp_Transaction_V1_ExchangeData {
        .with {
            $0.currency = currency
            $0.exchangeRate = rate
            $0.nativeAmount = native
            $0.quarks = quarks
            $0.mint = mint.accountID
        }
    }
}
