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
