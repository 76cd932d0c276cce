import FlipcashCoreAPI
import ProtobufCodec

/// What the core API allows and requires of a user (wire contract §8.1).
public struct UserFlags: Hashable, Sendable, Codable {
    /// Whether the user may open accounts with the payments service.
    public let isRegistered: Bool
    /// Whether the service marks the user as a member of its staff.
    public let isStaff: Bool
    /// Whether registration requires a purchase first; no current service requires one.
    public let requiresPurchaseForRegistration: Bool
    /// The lowest build number that may be used; 0 allows any build.
    public let minBuildNumber: UInt32
    /// How long the server keeps a bill's offer, in seconds; nil without login.
    public let billExchangeDataTimeoutSeconds: Int64?
    /// The amount of the first purchase of a new currency, in core-mint quarks.
    public let newCurrencyPurchaseAmount: UInt64
    /// The fee for creating a currency, in core-mint quarks.
    public let newCurrencyFeeAmount: UInt64
    /// The fee of a withdrawal, in core-mint quarks.
    public let withdrawalFeeAmount: UInt64

    /// Creates flags; amounts are in quarks of the core mint.
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

    /// Whether `build` may be used. False for a build below the minimum; true for an unknown build.
    public func allows(build: UInt32?) -> Bool { Self.allows(build: build, minBuild: minBuildNumber) }

    /// Whether `build` may be used if `minBuild` is the minimum; 0 allows any build.
    public static func allows(build: UInt32?, minBuild: UInt32) -> Bool {
        guard minBuild > 0, let build else { return true }
        return build >= minBuild
    }
}
