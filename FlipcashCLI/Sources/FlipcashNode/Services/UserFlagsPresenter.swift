import FlipcashCore
import FlipcashCoreAPI
import ProtobufCodec

/// The facts that decide which features a client is offered.
struct ClientFeatures: Sendable {
    let platform: Flipcash_Common_V1_Platform
    /// Two letters, in any case.
    let country: String?
    let version: ClientVersion?

    /// Whether the client is at least version `apple` on Apple's platforms, or `google` on Google's; nil means never.
    func isAtLeast(apple: ClientVersion?, google: ClientVersion?) -> Bool {
        guard let version else { return false }
        return switch platform {
        case .apple: apple.map { version >= $0 } ?? false
        case .google: google.map { version >= $0 } ?? false
        case .unknown, .UNRECOGNIZED: false
        }
    }
}

/// Creates the flags for clients (wire contract §8.1).
enum UserFlagsPresenter {
    private typealias Flags = Flipcash_Account_V1_UserFlags

    /// How long a bill's exchange data is valid.
    static let billExchangeDataTimeout = Duration.seconds(300)
    /// Ten USDF.
    static let newCurrencyPurchaseAmount = NewCurrencyPrice.purchase
    static let newCurrencyFeeAmount = NewCurrencyPrice.fee
    static let minimumHolderValue: UInt64 = 10_000_000

    /// The flags of `user`; without a user, the flags for everyone.
    static func flags(
        user: UserRecord?, client: ClientFeatures, withdrawalFee: WithdrawalFee
    ) -> Flipcash_Account_V1_UserFlags {
        let providers = onRampProviders(isStaff: user?.isStaff ?? false, client: client)
        return .with {
            if let user {
                $0.isRegisteredAccount = user.isRegistered
                $0.isStaff = user.isStaff
                $0.billExchangeDataTimeout = billExchangeDataTimeout.wire
            }
            $0.supportedOnRampProviders = providers
            $0.preferredOnRampProvider =
                providers.contains(.coinbaseVirtual) ? .coinbaseVirtual : .unknownOnRampProvider
            $0.minBuildNumber = minimumBuild(client.platform)
            $0.newCurrencyPurchaseAmount = newCurrencyPurchaseAmount
            $0.newCurrencyFeeAmount = newCurrencyFeeAmount
            $0.minimumHolderValue = minimumHolderValue
            $0.withdrawalFeeAmount = UInt64(withdrawalFee.usdMicros)
            $0.preferredOnRampUsdcLiquidityPool = .coinbaseStableSwapper
            $0.enablePhoneNumberSend = client.isAtLeast(apple: ClientVersion(1, 13, 0), google: nil)
            $0.tipPresets = TipPreset.all.map(\.wire)
        }
    }

    private static func onRampProviders(isStaff: Bool, client: ClientFeatures) -> [Flags.OnRampProvider] {
        if isStaff { return [.coinbaseVirtual, .phantom, .base, .solflare, .backpack, .manualDeposit] }
        let hasCoinbase =
            client.country?.lowercased() == "us"
            && client.isAtLeast(apple: ClientVersion(1, 9, 0), google: ClientVersion(2026, 5, 3))
        return (hasCoinbase ? [.coinbaseVirtual] : []) + [.phantom, .manualDeposit]
    }

    private static func minimumBuild(_ platform: Flipcash_Common_V1_Platform) -> UInt32 {
        switch platform {
        case .apple: 256
        case .google: 2790
        case .unknown, .UNRECOGNIZED: 0
        }
    }
}

extension TipPreset {
    fileprivate var wire: Flipcash_Account_V1_TipPresets {
        .with {
            $0.region = .with { $0.value = currency }
            $0.minimum = minimum
            $0.low = low
            $0.medium = medium
            $0.high = high
        }
    }
}
