/// The server's limits on what one user may send (payment specification §11).
///
/// Withdrawals, receipts and distributions are exempt; the caller does not pass them.
public enum SendLimitRules {
    /// The advertised daily limit in micro-dollars: 1,000 USD.
    public static let dailyUSDMicros: Int64 = 1_000_000_000
    /// The enforced limit over the trailing window in micro-dollars.
    ///
    /// This is 20 % above the advertised limit, to allow for changing rates and for time zones.
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
