extension Quarks {
    /// Returns the sum of two amounts with the same currency and decimals.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``, ``MoneyError/decimalMismatch(_:_:)``,
    ///   ``MoneyError/overflow``, in this order.
    public func adding(_ other: Quarks) throws(MoneyError) -> Quarks {
        try requireSameUnit(as: other)
        let (sum, overflowed) = quarks.addingReportingOverflow(other.quarks)
        guard !overflowed else { throw .overflow }
        return with(quarks: sum)
    }

    /// Returns the difference of two amounts with the same currency and decimals.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``, ``MoneyError/decimalMismatch(_:_:)``,
    ///   ``MoneyError/invalidNegativeValue``, in this order.
    public func subtracting(_ other: Quarks) throws(MoneyError) -> Quarks {
        try requireSameUnit(as: other)
        let (difference, underflowed) = quarks.subtractingReportingOverflow(other.quarks)
        guard !underflowed else { throw .invalidNegativeValue }
        return with(quarks: difference)
    }

    /// Returns the difference, with the larger number of decimals of both amounts.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``, ``MoneyError/invalidNegativeValue``, and
    ///   ``MoneyError/overflow`` only when the result itself does not fit.
    public func subtractingScaled(_ other: Quarks) throws(MoneyError) -> Quarks {
        try requireSameCurrency(as: other)
        let finest = max(decimals, other.decimals)
        // Safe: 64-bit counts times at most 10¹⁹ stay below 2¹²⁸.
        let left = UInt128(quarks) * UInt128(PowersOfTen.uint64[finest - decimals])
        let right = UInt128(other.quarks) * UInt128(PowersOfTen.uint64[finest - other.decimals])
        guard left >= right else { throw .invalidNegativeValue }
        guard let difference = UInt64(exactly: left - right) else { throw .overflow }
        return Quarks(quarks: difference, currencyCode: currencyCode, decimals: finest)
    }

    /// Returns the same amount with another number of decimals; fewer decimals truncate.
    ///
    /// - Throws: ``MoneyError/unsupportedDecimals(_:)``, ``MoneyError/overflow``.
    public func scaled(to newDecimals: Int) throws(MoneyError) -> Quarks {
        guard Quarks.supportedDecimals.contains(newDecimals) else { throw .unsupportedDecimals(newDecimals) }
        guard newDecimals > decimals else {
            let truncated = quarks / PowersOfTen.uint64[decimals - newDecimals]
            return Quarks(quarks: truncated, currencyCode: currencyCode, decimals: newDecimals)
        }
        let (scaled, overflowed) = quarks.multipliedReportingOverflow(by: PowersOfTen.uint64[newDecimals - decimals])
        guard !overflowed else { throw .overflow }
        return Quarks(quarks: scaled, currencyCode: currencyCode, decimals: newDecimals)
    }

    /// Returns `bps` ten-thousandths of the amount, truncated.
    ///
    /// - Throws: ``MoneyError/invalidNegativeValue`` for a negative `bps`, ``MoneyError/overflow``.
    public func calculateFee(bps: Int) throws(MoneyError) -> Quarks {
        with(quarks: try BasisPoints.fee(of: quarks, bps: bps))
    }

    /// Converts this amount, in US dollars, to the rate's currency with `decimals` decimals, rounded half up.
    ///
    /// - Throws: ``MoneyError/invalidRate``, ``MoneyError/overflow``, ``MoneyError/unsupportedDecimals(_:)``.
    public func converting(to rate: Rate, decimals newDecimals: Int) throws(MoneyError) -> Quarks {
        try Quarks(
            exact: exact * rate.exactFx, unitDecimals: newDecimals, rate.currency, newDecimals)
    }

    private func with(quarks: UInt64) -> Quarks {
        Quarks(quarks: quarks, currencyCode: currencyCode, decimals: decimals)
    }

    func requireSameCurrency(as other: Quarks) throws(MoneyError) {
        guard currencyCode == other.currencyCode else {
            throw .currencyCodeMismatch(currencyCode, other.currencyCode)
        }
    }

    private func requireSameUnit(as other: Quarks) throws(MoneyError) {
        try requireSameCurrency(as: other)
        guard decimals == other.decimals else { throw .decimalMismatch(decimals, other.decimals) }
    }
}
