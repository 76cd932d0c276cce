import FlipcashCoreAPI
import ProtobufCodec

/// What the core service allows and asks of a user (wire contract §8.1).
public struct UserFlags: Hashable, Sendable, Codable {
    /// Whether the user may open accounts with the payments service.
    public let isRegistered: Bool
    /// Whether the service counts the user among its own people.
    public let isStaff: Bool
    /// Whether registering takes a purchase first; no current service asks for one.
    public let requiresPurchaseForRegistration: Bool
    /// Builds below this one must be updated; 0 means none.
    public let minBuildNumber: UInt32
    /// How long the server keeps a bill's offer, in seconds; absent where nobody is logged in.
    public let billExchangeDataTimeoutSeconds: Int64?
    /// Core-mint quarks.
    public let newCurrencyPurchaseAmount: UInt64
    /// Core-mint quarks.
    public let newCurrencyFeeAmount: UInt64
    /// Core-mint quarks.
    public let withdrawalFeeAmount: UInt64

    /// Names the flags, amounts in quarks of the core mint.
    public init(
        isRegistered: Bool, isStaff: Bool, requiresPurchaseForRegistration: Bool, minBuildNumber: UInt32,
        billExchangeDataTimeoutSeconds: Int64?, newCurrencyPurchaseAmount: UInt64, newCurrencyFeeAmount: UInt64,
        withdrawalFeeAmount: UInt64
    ) {
        self.isRegistered = isRegistered
        self.isStaff = isStaff
        self.requiresPurchaseForRegistration = requiresPurchaseForRegistration
        self.minBuildNumber = minBuildNumber
        self.billExchangeDataTimeoutSeconds = billExchangeDataTimeoutSeconds
        self.newCurrencyPurchaseAmount = newCurrencyPurchaseAmount
        self.newCurrencyFeeAmount = newCurrencyFeeAmount
        self.withdrawalFeeAmount = withdrawalFeeAmount
    }

    init(wire: Flipcash_Account_V1_UserFlags) {
        self.init(
            isRegistered: wire.isRegisteredAccount, isStaff: wire.isStaff,
            requiresPurchaseForRegistration: wire.requiresIapForRegistration, minBuildNumber: wire.minBuildNumber,
            billExchangeDataTimeoutSeconds: wire.hasBillExchangeDataTimeout
                ? wire.billExchangeDataTimeout.seconds : nil,
            newCurrencyPurchaseAmount: wire.newCurrencyPurchaseAmount,
            newCurrencyFeeAmount: wire.newCurrencyFeeAmount, withdrawalFeeAmount: wire.withdrawalFeeAmount)
    }

    /// Whether `build` may be used: only a known build below the minimum may not.
    public func allows(build: UInt32?) -> Bool { Self.allows(build: build, minBuild: minBuildNumber) }

    /// Whether `build` may be used where `minBuild` is the least; 0 allows any.
    public static func allows(build: UInt32?, minBuild: UInt32) -> Bool {
        guard minBuild > 0, let build else { return true }
        return build >= minBuild
    }
}
