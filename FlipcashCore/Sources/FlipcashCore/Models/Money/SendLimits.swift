#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// One currency's limits in that currency, as the wallet uses them (money specification §2.7).
public struct SendLimit: Hashable, Sendable {
    /// The largest amount of the next payment.
    public let nextTransaction: FiatAmount
    /// The largest amount of any payment.
    public let maxPerTransaction: FiatAmount
    /// The largest amount per day.
    public let maxPerDay: FiatAmount

    /// Creates limits in one currency.
    public init(nextTransaction: FiatAmount, maxPerTransaction: FiatAmount, maxPerDay: FiatAmount) {
        self.nextTransaction = nextTransaction
        self.maxPerTransaction = maxPerTransaction
        self.maxPerDay = maxPerDay
    }

    /// Reads limits from the wire's 32-bit floats by their shortest text.
    ///
    /// - Throws: ``MoneyError/notANumber``.
    public init(
        wireNext next: Float, maxPerTransaction: Float, maxPerDay: Float, currency: CurrencyCode
    ) throws(MoneyError) {
        self.init(
            nextTransaction: FiatAmount(value: try Decimal(wireValue: next), currency: currency),
            maxPerTransaction: FiatAmount(value: try Decimal(wireValue: maxPerTransaction), currency: currency),
            maxPerDay: FiatAmount(value: try Decimal(wireValue: maxPerDay), currency: currency))
    }

    /// Limits that do not allow any payment.
    public static func zero(_ currency: CurrencyCode) -> SendLimit {
        SendLimit(nextTransaction: .zero(currency), maxPerTransaction: .zero(currency), maxPerDay: .zero(currency))
    }
}

/// A user's limits as fetched from the server.
public struct Limits: Hashable, Sendable {
    /// The start of the day that the limits apply to: local midnight.
    public let sinceDate: Instant
    /// When the limits were fetched.
    public let fetchDate: Instant
    /// The limits by currency.
    public let sendLimits: [CurrencyCode: SendLimit]
    /// What was sent since ``sinceDate``, in US dollars; nil if it is unknown.
    public let usdTransacted: FiatAmount?

    /// The age above which limits are fetched again.
    public static let ageMax: Duration = .seconds(900)

    /// Creates limits with their dates.
    public init(
        sinceDate: Instant, fetchDate: Instant, sendLimits: [CurrencyCode: SendLimit],
        usdTransacted: FiatAmount? = nil
    ) {
        self.usdTransacted = usdTransacted
        self.sinceDate = sinceDate
        self.fetchDate = fetchDate
        self.sendLimits = sendLimits
    }

    /// Whether the limits are too old to rely on, or come from before the clock was set back.
    public func isStale(at now: Instant) -> Bool { !fetchDate.isFresh(at: now, ages: Duration.zero...Limits.ageMax) }

    /// The limits in `currency`; a currency without limits allows no payment.
    public func sendLimit(for currency: CurrencyCode) -> SendLimit { sendLimits[currency] ?? .zero(currency) }
}
