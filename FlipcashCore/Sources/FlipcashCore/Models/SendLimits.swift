#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What the server lets one person send (payment specification §11). Withdrawals, receipts and distributions are
/// exempt; the caller leaves them out.
public enum SendLimitRules {
    /// Advertised limit per day in micro-dollars: 1,000 USD.
    public static let dailyUSDMicros: Int64 = 1_000_000_000
    /// Enforced limit over the trailing window in micro-dollars: 20 % above, for drifting rates and time zones.
    public static let enforcedUSDMicros: Int64 = 1_200_000_000
    /// The trailing window of ``enforcedUSDMicros``.
    public static let window: Duration = .seconds(86_400)
    /// What a refusal says.
    public static let refusal = "dollar value exceeds limit"

    /// The largest single payment in units of the lower-case `code`; nil when the currency cannot be sent.
    public static func perTransaction(currencyCode code: String) -> Int64? {
        SendLimitTable.perTransaction(code)
    }

    /// Whether a payment may be made.
    ///
    /// - Parameters:
    ///   - nativeAmount: the payment in units of `currencyCode`.
    ///   - currencyCode: the payment's currency, lower case.
    ///   - usdMicros: the payment in micro-dollars, from ``ExchangeDataRules/usdMicros(nativeAmount:rate:)``.
    ///   - consumedUSDMicros: what was sent within ``window`` before it, in micro-dollars.
    public static func allows(
        nativeAmount: Double, currencyCode: String, usdMicros: Int64, consumedUSDMicros: Int64
    ) -> Bool {
        guard let perTransaction = perTransaction(currencyCode: currencyCode), nativeAmount <= Double(perTransaction)
        else { return false }
        return fitsDay(usdMicros: usdMicros, consumedUSDMicros: consumedUSDMicros)
    }

    /// Whether the day has room for a payment of `usdMicros` micro-dollars after `consumedUSDMicros` of them within
    /// ``window``.
    public static func fitsDay(usdMicros: Int64, consumedUSDMicros: Int64) -> Bool {
        let (total, overflowed) = consumedUSDMicros.addingReportingOverflow(usdMicros)
        return !overflowed && total <= enforcedUSDMicros
    }

    /// One currency's advertised limits, in its units, as 32-bit floats like on the wire.
    public struct Advertised: Hashable, Sendable {
        /// Most of the next payment.
        public let nextTransaction: Float
        /// Most of any payment.
        public let maxPerTransaction: Float
        /// Most of a day.
        public let maxPerDay: Float
    }

    /// The limits that are advertised for a currency; nil when it cannot be sent.
    ///
    /// - Parameters:
    ///   - currencyCode: lower case.
    ///   - rate: units of the currency per US dollar.
    ///   - consumedUSDMicros: what was sent since the start of the person's day, in micro-dollars.
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

/// One currency's limits as the wallet uses them, in that currency (money specification §2.7).
public struct SendLimit: Hashable, Sendable {
    /// Most of the next payment.
    public let nextTransaction: FiatAmount
    /// Most of any payment.
    public let maxPerTransaction: FiatAmount
    /// Most of a day.
    public let maxPerDay: FiatAmount

    /// Limits in one currency.
    public init(nextTransaction: FiatAmount, maxPerTransaction: FiatAmount, maxPerDay: FiatAmount) {
        self.nextTransaction = nextTransaction
        self.maxPerTransaction = maxPerTransaction
        self.maxPerDay = maxPerDay
    }

    /// Reads limits from the wire's 32-bit floats, through their shortest text.
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

    /// Nothing may be sent.
    public static func zero(_ currency: CurrencyCode) -> SendLimit {
        SendLimit(nextTransaction: .zero(currency), maxPerTransaction: .zero(currency), maxPerDay: .zero(currency))
    }
}

/// A person's limits as fetched from the server.
public struct Limits: Hashable, Sendable {
    /// Start of the day that they count from: local midnight.
    public let sinceDate: Instant
    /// When they were fetched.
    public let fetchDate: Instant
    /// The limits by currency.
    public let sendLimits: [CurrencyCode: SendLimit]

    /// Age above which limits are fetched again.
    public static let ageMax: Duration = .seconds(900)

    /// Limits and their dates.
    public init(sinceDate: Instant, fetchDate: Instant, sendLimits: [CurrencyCode: SendLimit]) {
        self.sinceDate = sinceDate
        self.fetchDate = fetchDate
        self.sendLimits = sendLimits
    }

    /// Whether the limits are too old to rely on, or come from before the clock was set back.
    public func isStale(at now: Instant) -> Bool { !fetchDate.isFresh(at: now, ages: Duration.zero...Limits.ageMax) }

    /// The limits in `currency`; a missing currency allows nothing.
    public func sendLimit(for currency: CurrencyCode) -> SendLimit { sendLimits[currency] ?? .zero(currency) }
}

/// What bounds an entry (money specification §2.7).
public enum EntryFlow: Hashable, Sendable, CaseIterable {
    /// Cash and payments to somebody.
    case giveOrSend
    /// Money from outside.
    case addMoney
    /// The purchase of a launchpad currency.
    case buy
    /// Its sale, or its exchange for another.
    case sellOrConvert
    /// Money to an outside address.
    case withdraw

    /// The flow's own bound besides the balance; nil when there is none.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)`` for a limit of mixed currencies.
    public func bound(_ limit: SendLimit) throws(MoneyError) -> FiatAmount? {
        switch self {
        case .giveOrSend:
            try limit.maxPerTransaction.compare(to: limit.nextTransaction) < 0
                ? limit.maxPerTransaction : limit.nextTransaction
        case .addMoney: limit.maxPerDay
        case .buy, .sellOrConvert, .withdraw: nil
        }
    }

    /// The most that can be entered: the balance, or the bound when that is lower and in the same currency.
    ///
    /// - Throws: ``MoneyError/notANumber``.
    public static func maxEnterAmount(balance: FiatAmount, bound: FiatAmount?) throws(MoneyError) -> FiatAmount {
        guard let bound, bound.currency == balance.currency else { return balance }
        return try bound.compare(to: balance) < 0 ? bound : balance
    }
}

extension FiatAmount {
    /// Whether the amount may be entered where `maximum` is shown: above zero and at most what is displayed.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``, ``MoneyError/notANumber``.
    public func isWithinDisplayLimit(_ maximum: FiatAmount) throws(MoneyError) -> Bool {
        guard try exact.signum > 0 else { return false }
        return try compare(to: maximum.roundedForDisplay()) <= 0
    }
}
