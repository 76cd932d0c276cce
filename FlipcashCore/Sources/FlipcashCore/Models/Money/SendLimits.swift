#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The server's limits on what one user may send (payment specification §11).
///
/// Withdrawals, receipts and distributions are exempt; the caller does not pass them.
public enum SendLimitRules {
    /// The advertised daily limit in micro-dollars: 1,000 USD.
    public static let dailyUSDMicros: Int64 = 1_000_000_000
    /// The enforced limit over the trailing window in micro-dollars.
    ///
    /// It is 20 % above the advertised limit, to allow for changing rates and for time zones.
    public static let enforcedUSDMicros: Int64 = 1_200_000_000
    /// The length of the trailing window of ``enforcedUSDMicros``.
    public static let window: Duration = .seconds(86_400)
    /// The server's message for a rejected payment.
    public static let refusal = "dollar value exceeds limit"

    /// The largest single payment in units of the lower-case `code`; nil when the currency cannot be sent.
    public static func perTransaction(currencyCode code: String) -> Int64? {
        SendLimitTable.perTransaction(code)
    }

    /// Whether the limits allow a payment.
    ///
    /// - Parameters:
    ///   - nativeAmount: the payment in units of `currencyCode`.
    ///   - currencyCode: the payment's currency, lower case.
    ///   - usdMicros: the payment in micro-dollars, from ``ExchangeDataRules/usdMicros(nativeAmount:rate:)``.
    ///   - consumedUSDMicros: the amount sent within ``window`` before it, in micro-dollars.
    public static func allows(
        nativeAmount: Double, currencyCode: String, usdMicros: Int64, consumedUSDMicros: Int64
    ) -> Bool {
        guard let perTransaction = perTransaction(currencyCode: currencyCode), nativeAmount <= Double(perTransaction)
        else { return false }
        return fitsDay(usdMicros: usdMicros, consumedUSDMicros: consumedUSDMicros)
    }

    /// Whether the daily limit allows `usdMicros` micro-dollars after `consumedUSDMicros` within ``window``.
    public static func fitsDay(usdMicros: Int64, consumedUSDMicros: Int64) -> Bool {
        let (total, overflowed) = consumedUSDMicros.addingReportingOverflow(usdMicros)
        return !overflowed && total <= enforcedUSDMicros
    }

    /// The advertised limits of one currency, in its units, as the wire's 32-bit floats.
    public struct Advertised: Hashable, Sendable {
        /// The largest amount of the next payment.
        public let nextTransaction: Float
        /// The largest amount of any payment.
        public let maxPerTransaction: Float
        /// The largest amount per day.
        public let maxPerDay: Float
    }

    /// Returns the advertised limits of a currency; nil when it cannot be sent.
    ///
    /// - Parameters:
    ///   - currencyCode: lower case.
    ///   - rate: units of the currency per US dollar.
    ///   - consumedUSDMicros: the amount sent since the start of the user's day, in micro-dollars.
    public static func advertised(
        currencyCode: String, rate: Double, consumedUSDMicros: Int64
    ) -> Advertised? {
        guard let perTransaction = perTransaction(currencyCode: currencyCode), rate > 0, rate.isFinite else {
            return nil
        }
        let left = Double(max(0, dailyUSDMicros - max(0, consumedUSDMicros))) / 1_000_000
        return Advertised(
            nextTransaction: Float(min(Double(perTransaction), left * rate)),
            maxPerTransaction: Float(perTransaction),
            maxPerDay: Float(Double(dailyUSDMicros) / 1_000_000 * rate))
    }
}

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
    /// The start of the day that they apply to: local midnight.
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

/// The kinds of entry, each with its own bound (money specification §2.7).
public enum EntryFlow: Hashable, Sendable, CaseIterable {
    /// Cash, and payments to another user.
    case giveOrSend
    /// Money added from outside.
    case addMoney
    /// The purchase of a launchpad currency.
    case buy
    /// The sale of a launchpad currency, or its exchange for another.
    case sellOrConvert
    /// Money withdrawn to an outside address.
    case withdraw

    /// Whether the flow has a bound besides the balance.
    public var isLimited: Bool {
        switch self {
        case .giveOrSend, .addMoney: true
        case .buy, .sellOrConvert, .withdraw: false
        }
    }

    /// Returns the flow's own bound besides the balance; nil when it has none.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)`` for a limit with mixed currencies.
    public func bound(_ limit: SendLimit) throws(MoneyError) -> FiatAmount? {
        switch self {
        case .giveOrSend:
            try limit.maxPerTransaction.compare(to: limit.nextTransaction) < 0
                ? limit.maxPerTransaction : limit.nextTransaction
        case .addMoney: limit.maxPerDay
        case .buy, .sellOrConvert, .withdraw: nil
        }
    }

    /// Returns the largest valid entry: the balance, or the bound when it is lower and in the same currency.
    ///
    /// - Throws: ``MoneyError/notANumber``.
    public static func maxEnterAmount(balance: FiatAmount, bound: FiatAmount?) throws(MoneyError) -> FiatAmount {
        guard let bound, bound.currency == balance.currency else { return balance }
        return try bound.compare(to: balance) < 0 ? bound : balance
    }
}

extension FiatAmount {
    /// Whether the amount is a valid entry for a displayed `maximum`: above zero and at most what is displayed.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``, ``MoneyError/notANumber``.
    public func isWithinDisplayLimit(_ maximum: FiatAmount) throws(MoneyError) -> Bool {
        guard try exact.signum > 0 else { return false }
        return try compare(to: maximum.roundedForDisplay()) <= 0
    }
}
