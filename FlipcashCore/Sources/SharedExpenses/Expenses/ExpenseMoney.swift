public import FlipcashCore

/// A currency that an expense can be in: a fiat currency, or a dollar of the wallet.
public struct ExpenseCurrency: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// The lower-case code, such as `eur` or `usdf`.
    public let code: String
    /// The number of fraction digits of one unit of the currency.
    public let digits: Int

    /// US dollars.
    public static let usd = ExpenseCurrency(CurrencyCode.usd)

    /// All currencies by code. Dollars of the chain have six fraction digits.
    private static let known: [String: ExpenseCurrency] = {
        let chainDollars = ["usdf", "usdc", "usdt"].map { ExpenseCurrency(code: $0, digits: 6) }
        let currencies = chainDollars + CurrencyCode.allCases.map { ExpenseCurrency($0) }
        return Dictionary(currencies.map { ($0.code, $0) }) { first, _ in first }
    }()

    /// Reads a code in any case.
    ///
    /// - Throws: ``SplitFailure`` `unsupported_currency` for any other currency, tokens of a launchpad included.
    public init(_ code: String) throws(SplitFailure) {
        if let currency = Self.known[code] {
            self = currency
            return
        }
        let code = code.trimmingBlanks().lowercased()
        guard let currency = Self.known[code] else {
            throw SplitFailure(.unsupportedCurrency, ["currency": .text(String(code.prefix(16)))])
        }
        self = currency
    }

    /// A fiat currency.
    public init(_ fiat: CurrencyCode) {
        self.init(code: fiat.rawValue, digits: fiat.digits)
    }

    private init(code: String, digits: Int) {
        self.code = code
        self.digits = digits
    }

    /// The same as ``code``.
    public var description: String { code }

    /// Orders by the bytes of ``code``.
    public static func < (left: Self, right: Self) -> Bool {
        left.code.utf8.lexicographicallyPrecedes(right.code.utf8)
    }

    /// Reads ``code`` in any case.
    ///
    /// - Throws: ``SplitFailure`` `unsupported_currency`, and `DecodingError` for what is not a text.
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    /// Writes ``code``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}

/// An amount in the smallest units of a currency. Negative for refunds.
public struct ExpenseAmount: Hashable, Sendable, Codable {
    /// The largest magnitude of an amount: 10¹⁵ units.
    public static let unitsLimit: Int64 = 1_000_000_000_000_000

    /// The currency.
    public var currency: ExpenseCurrency
    /// The smallest units, such as cents.
    public var units: Int64

    /// Creates an amount of smallest units.
    public init(_ units: Int64, _ currency: ExpenseCurrency) {
        self.units = units
        self.currency = currency
    }

    /// Whether a number of units is small enough.
    static func isInRange(_ units: Int64) -> Bool { units.magnitude <= UInt64(unitsLimit) }

    /// Checks the magnitude.
    ///
    /// - Throws: ``SplitFailure`` `amount_out_of_range`.
    public func checked() throws(SplitFailure) -> ExpenseAmount {
        guard units.magnitude <= UInt64(Self.unitsLimit) else { throw SplitFailure(.amountOutOfRange) }
        return self
    }
}

extension ExpenseAmount {
    /// Reads a plain decimal, such as `5`, `.5` or `-5.50`, with at most the decimals of the currency.
    ///
    /// - Throws: ``SplitFailure`` `bad_value`, `amount_out_of_range`.
    public init(decimal text: String, _ currency: ExpenseCurrency) throws(SplitFailure) {
        let trimmed = text.trimmingBlanks()
        guard let decimal = PlainDecimal(trimmed.hasPrefix(".") ? "0" + trimmed : trimmed) else {
            throw SplitFailure(.badValue, ["value": .text(String(trimmed.prefix(40)))])
        }
        let scaled = decimal.value * ExactRational(powerOfTen: currency.digits)
        guard let units = scaled.units(.down) else { throw SplitFailure(.amountOutOfRange) }
        guard ExactRational(units: units) == scaled else {
            throw SplitFailure(
                .badValue, ["value": .text(String(trimmed.prefix(40))), "decimals": .number(Int64(currency.digits))])
        }
        self = try ExpenseAmount(units, currency).checked()
    }
}

/// A moment, in milliseconds since 1970-01-01T00:00:00Z.
public struct SplitTime: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    /// Creates a moment from milliseconds since 1970.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Creates a moment from seconds since 1970. Times beyond the range become its ends.
    public init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        milliseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// Whether `left` is earlier.
    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    /// The whole seconds, rounded down.
    public var seconds: Int64 {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The moment `seconds` later, or the last one that can be represented.
    public func adding(seconds: Int64) -> SplitTime {
        let (sum, overflow) = milliseconds.addingReportingOverflow(SplitTime(seconds: seconds).milliseconds)
        return overflow ? SplitTime(milliseconds: seconds < 0 ? .min : .max) : SplitTime(milliseconds: sum)
    }

    /// Whether the moments are less than `seconds` apart.
    public func isWithin(seconds: Int64, of other: SplitTime) -> Bool {
        let (low, high) = (min(self, other), max(self, other))
        return high < low.adding(seconds: seconds)
    }

    /// Reads ``milliseconds``.
    ///
    /// - Throws: `DecodingError` for what is not a 64-bit whole number.
    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Writes ``milliseconds``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}

extension [Int64] {
    /// The sum.
    ///
    /// - Throws: ``SplitFailure`` `amount_out_of_range` when it does not fit.
    func checkedSum() throws(SplitFailure) -> Int64 {
        var sum: Int64 = 0
        for value in self { try sum.add(value) }
        return sum
    }
}

extension Int64 {
    /// Adds a number. The negative of the sum fits as well.
    ///
    /// - Throws: ``SplitFailure`` `amount_out_of_range` when the sum or its negative does not fit.
    mutating func add(_ other: Int64) throws(SplitFailure) {
        let (sum, overflow) = addingReportingOverflow(other)
        guard !overflow, sum != .min else { throw SplitFailure(.amountOutOfRange) }
        self = sum
    }
}
