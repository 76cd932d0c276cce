public import FlipcashCore

/// An exact amount of one currency, in its smallest unit (goals specification §1).
public struct AssetAmount: Hashable, Sendable {
    /// The amount in the currency's smallest unit; negative for a withdrawal.
    public let units: ExactInteger
    /// The currency.
    public let currency: AssetCurrency

    /// Creates an amount of `units` smallest units.
    public init(units: ExactInteger, _ currency: AssetCurrency) {
        self.units = units
        self.currency = currency
    }

    /// No money.
    public static func zero(_ currency: AssetCurrency) -> AssetAmount { AssetAmount(units: 0, currency) }

    /// Rounds `value`, given in the currency's main unit, to the smallest unit.
    public init(_ value: ExactRational, _ currency: AssetCurrency, _ rounding: ExactRational.WholeRounding) {
        self.init(units: value.units(places: currency.scale, rounding), currency)
    }

    /// Reads a plain decimal of the main unit; nil for other text, and for more decimals than the currency has.
    public init?(decimal text: String, _ currency: AssetCurrency) {
        guard let value = ExactRational(decimal: text) else { return nil }
        self.init(value, currency, .floor)
        guard self.value == value else { return nil }
    }

    /// The amount in the currency's main unit.
    public var value: ExactRational { ExactRational(units: units, places: currency.scale) }

    /// The amount as a plain decimal with exactly the currency's decimals.
    public var text: String { Self.text(units: units, scale: currency.scale) }

    /// Converts the amount at `rate`, rounded down.
    public func converted(to currency: AssetCurrency, at rate: ExactRational) -> AssetAmount {
        AssetAmount(value * rate, currency, .floor)
    }

    /// Returns `units` of 10⁻ˢᶜᵃˡᵉ as a plain decimal with exactly `scale` decimals.
    static func text(units: ExactInteger, scale: Int) -> String {
        let digits = units.absolute.description
        let padded = String(repeating: "0", count: max(0, scale + 1 - digits.utf8.count)) + digits
        let sign = units.signum < 0 ? "-" : ""
        return scale > 0 ? "\(sign)\(padded.dropLast(scale)).\(padded.suffix(scale))" : sign + padded
    }
}

extension AssetAmount: CustomStringConvertible {
    /// The amount and the currency's code, such as `12.50 USD`.
    public var description: String { "\(text) \(currency.code)" }
}
