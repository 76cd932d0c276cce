import FlipcashAPI
import ProtobufCodec

extension AccountInfo {
    /// Reads one account; nil when it contains an invalid address.
    init?(wire: Ocp_Account_V1_TokenAccountInfo) {
        guard let address = PublicKey(wire: wire.address) else { return nil }
        self.init(
            address: address, owner: PublicKey(wire: wire.owner), authority: PublicKey(wire: wire.authority),
            kind: Kind(wire: wire.accountType), index: wire.index,
            balanceSource: BalanceSource(wire: wire.balanceSource), quarks: wire.balance,
            managementState: ManagementState(wire: wire.managementState), claimState: ClaimState(wire: wire.claimState),
            originalExchangeData: wire.hasOriginalExchangeData
                ? PaymentExchangeData(wire: wire.originalExchangeData) : nil,
            mint: PublicKey(wire: wire.mint),
            mintMetadata: wire.hasMintMetadata ? MintMetadata(wire: wire.mintMetadata) : nil,
            createdAt: wire.hasCreatedAt ? Instant(wire: wire.createdAt) : nil,
            isGiftCardIssuer: wire.isGiftCardIssuer, usdCostBasis: wire.usdCostBasis)
    }
}

extension AccountInfo.Kind {
    init(wire: Ocp_Common_V1_AccountType) {
        self =
            switch wire {
            case .primary: .primary
            case .remoteSendGiftCard: .giftCard
            case .swap: .swap
            case .associatedTokenAccount: .associatedToken
            case .pool: .pool
            case .unknown: .unknown(0)
            case .UNRECOGNIZED(let number): .unknown(number)
            }
    }

    var wire: Ocp_Common_V1_AccountType {
        switch self {
        case .primary: .primary
        case .giftCard: .remoteSendGiftCard
        case .swap: .swap
        case .associatedToken: .associatedTokenAccount
        case .pool: .pool
        case .unknown(let number): .UNRECOGNIZED(number)
        }
    }
}

extension AccountInfo.BalanceSource {
    fileprivate init(wire: Ocp_Account_V1_TokenAccountInfo.BalanceSource) {
        self =
            switch wire {
            case .blockchain: .blockchain
            case .cache: .cache
            case .unknown, .UNRECOGNIZED: .unknown
            }
    }
}

extension AccountInfo.ManagementState {
    fileprivate init(wire: Ocp_Account_V1_TokenAccountInfo.ManagementState) {
        self =
            switch wire {
            case .none: .none
            case .locking: .locking
            case .locked: .locked
            case .unlocking: .unlocking
            case .unlocked: .unlocked
            case .closing: .closing
            case .closed: .closed
            case .unknown, .UNRECOGNIZED: .unknown
            }
    }
}

extension AccountInfo.ClaimState {
    fileprivate init(wire: Ocp_Account_V1_TokenAccountInfo.ClaimState) {
        self =
            switch wire {
            case .notClaimed: .notClaimed
            case .claimed: .claimed
            case .expired: .expired
            case .unknown, .UNRECOGNIZED: .unknown
            }
    }
}

extension PaymentExchangeData {
    init?(wire: Ocp_Transaction_V1_ExchangeData) {
        guard let mint = PublicKey(wire: wire.mint) else { return nil }
        self.init(
            currencyCode: wire.currency, exchangeRate: wire.exchangeRate, nativeAmount: wire.nativeAmount,
            quarks: wire.quarks, mint: mint)
    }
}
