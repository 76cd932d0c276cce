/// Rounding of exact fractions to integer amounts.
extension ExactRational {
    /// The value in units of 10⁻ᵈᵉᶜⁱᵐᵃˡˢ.
    ///
    /// - Throws: ``MoneyError/invalidNegativeValue`` below zero, ``MoneyError/unsupportedDecimals(_:)`` outside 0…19,
    ///   ``MoneyError/overflow`` when the result does not fit 64 bits.
    public func quarks(decimals: Int, _ rounding: Rounding) throws(MoneyError) -> UInt64 {
        guard Quarks.supportedDecimals.contains(decimals) else { throw .unsupportedDecimals(decimals) }
        guard !isNegative else { throw .invalidNegativeValue }
        guard let quarks = scaledMagnitude(places: decimals, rounding).uint64 else { throw .overflow }
        return quarks
    }
}
