#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Both sides of an exchange: the integer that moves on chain, the fiat amount that is shown, and the rate between them
/// (money specification §2.6).
///
/// The rate is always fiat per US dollar, never per token. The two sides agree within the server's tolerance, not
/// exactly, because an entered amount is kept as entered.
///
/// The values are in one immutable object: together they have eleven words, and Swift 6.3.1 miscompiles enum cases that
/// hold such a struct beside a label (`Tests/Layout`). Many results and errors of the wallet hold this type.
public struct ExchangedFiat: Hashable, Sendable {
    private let storage: Storage

    /// The amount that moves on chain.
    public var onChainAmount: TokenAmount { storage.onChainAmount }
    /// The amount that is shown.
    public var nativeAmount: FiatAmount { storage.nativeAmount }
    /// Units of the native currency per US dollar.
    public var currencyRate: Rate { storage.currencyRate }

    /// Creates an exchange from two sides that match.
    ///
    /// - Throws: ``MoneyError/invalidCurrency(amount:rate:)`` unless the rate is for the amount's currency.
    public init(onChainAmount: TokenAmount, nativeAmount: FiatAmount, currencyRate: Rate) throws(MoneyError) {
        guard nativeAmount.currency == currencyRate.currency else {
            throw .invalidCurrency(amount: nativeAmount.currency, rate: currencyRate.currency)
        }
        self.init(unchecked: onChainAmount, nativeAmount, currencyRate)
    }

    /// Creates the exchange of a past payment without a known rate, and computes the rate from the two sides; 1 when
    /// either side is zero.
    ///
    /// For a launchpad currency the result is a rate per token. Use it for display only.
    ///
    /// - Throws: ``MoneyError/invalidNegativeValue``, ``MoneyError/notANumber``, ``MoneyError/overflow``.
    public init(onChainAmount: TokenAmount, nativeAmount: FiatAmount) throws(MoneyError) {
        let native = try nativeAmount.exact
        guard !native.isNegative else { throw .invalidNegativeValue }
        let rate = native.isZero ? nil : native.divided(by: onChainAmount.exact)
        try self.init(
            onChainAmount: onChainAmount, nativeAmount: nativeAmount,
            currencyRate: Rate(fx: try (rate ?? .one).decimal, currency: nativeAmount.currency))
    }

    /// Converts a core-mint amount.
    ///
    /// - Throws: ``MoneyError/unknownSupply`` for a launchpad mint, which has no price without its supply;
    ///   ``MoneyError/decimalMismatch(_:_:)`` unless the amount has the mint's decimals;
    ///   ``MoneyError/currencyCodeMismatch(_:_:)`` unless it is in US dollars; ``MoneyError/invalidRate``.
    public init(underlying: Quarks, rate: Rate, mint: PublicKey) throws(MoneyError) {
        guard mint.isDollarMint else { throw .unknownSupply }
        guard underlying.decimals == mint.mintDecimals else {
            throw .decimalMismatch(underlying.decimals, mint.mintDecimals)
        }
        guard underlying.currencyCode == .usd else { throw .currencyCodeMismatch(underlying.currencyCode, .usd) }
        try self.init(
            onChainAmount: TokenAmount(quarks: underlying.quarks, mint: mint),
            nativeAmount: FiatAmount(exact: underlying.exact * rate.exactFx, currency: rate.currency),
            currencyRate: rate)
    }

    /// Converts a fiat amount to the core mint, half up.
    ///
    /// - Throws: ``MoneyError/unknownSupply`` for a launchpad mint, ``MoneyError/invalidCurrency(amount:rate:)``,
    ///   ``MoneyError/invalidRate``, ``MoneyError/overflow``.
    public init(converted: Quarks, rate: Rate, mint: PublicKey) throws(MoneyError) {
        guard mint.isDollarMint else { throw .unknownSupply }
        let native = FiatAmount(value: converted.decimalValue, currency: converted.currencyCode)
        try self.init(nativeAmount: native, rate: rate, mint: mint)
    }

    /// Converts a fiat amount to the core mint, half up.
    ///
    /// - Throws: ``MoneyError/invalidCurrency(amount:rate:)``, ``MoneyError/invalidNegativeValue``,
    ///   ``MoneyError/invalidRate``, ``MoneyError/overflow``.
    public init(nativeAmount: FiatAmount, rate: Rate) throws(MoneyError) {
        try self.init(nativeAmount: nativeAmount, rate: rate, mint: .usdf)
    }

    private init(nativeAmount: FiatAmount, rate: Rate, mint: PublicKey) throws(MoneyError) {
        guard nativeAmount.currency == rate.currency else {
            throw .invalidCurrency(amount: nativeAmount.currency, rate: rate.currency)
        }
        let quarks = try nativeAmount.exactUSD(rate: rate).quarks(decimals: mint.mintDecimals, .halfUp)
        try self.init(
            onChainAmount: TokenAmount(quarks: quarks, mint: mint), nativeAmount: nativeAmount, currencyRate: rate)
    }

    /// Zero quarks of `mint`, in the rate's currency.
    public static func zero(mint: PublicKey, rate: Rate) -> ExchangedFiat {
        ExchangedFiat(unchecked: .zero(mint), .zero(rate.currency), rate)
    }

    /// For pairs whose currencies match by construction.
    private init(unchecked onChainAmount: TokenAmount, _ nativeAmount: FiatAmount, _ currencyRate: Rate) {
        storage = Storage(onChainAmount, nativeAmount, currencyRate)
    }
}

extension ExchangedFiat {
    /// The three values, which are immutable.
    private final class Storage: Sendable {
        let onChainAmount: TokenAmount
        let nativeAmount: FiatAmount
        let currencyRate: Rate

        init(_ onChainAmount: TokenAmount, _ nativeAmount: FiatAmount, _ currencyRate: Rate) {
            self.onChainAmount = onChainAmount
            self.nativeAmount = nativeAmount
            self.currencyRate = currencyRate
        }
    }

    public static func == (left: ExchangedFiat, right: ExchangedFiat) -> Bool {
        left.onChainAmount == right.onChainAmount && left.nativeAmount == right.nativeAmount
            && left.currencyRate == right.currencyRate
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(onChainAmount)
        hasher.combine(nativeAmount)
        hasher.combine(currencyRate)
    }
}

/// The founding names of the same values.
extension ExchangedFiat {
    /// The on-chain amount. A launchpad currency's tokens count as dollars here, with the currency's ten decimals.
    public var underlying: Quarks {
        Quarks(quarks: onChainAmount.quarks, currencyCode: .usd, decimals: onChainAmount.decimals)
    }

    /// The native amount at the mint's decimals, rounded half up.
    ///
    /// - Throws: ``MoneyError/overflow``, ``MoneyError/invalidNegativeValue``.
    public var converted: Quarks {
        get throws(MoneyError) {
            try Quarks(
                fiatDecimal: nativeAmount.value, currencyCode: nativeAmount.currency,
                decimals: onChainAmount.decimals)
        }
    }

    /// Units of the native currency per US dollar.
    public var rate: Rate { currencyRate }
    /// The mint of the on-chain amount.
    public var mint: PublicKey { onChainAmount.mint }
    /// The on-chain integer.
    public var quarks: UInt64 { onChainAmount.quarks }
}

extension ExchangedFiat {
    /// The native amount in US dollars, that is in core-mint units.
    ///
    /// - Throws: ``MoneyError/invalidRate``, ``MoneyError/overflow``.
    public var usdfValue: FiatAmount {
        get throws(MoneyError) { try nativeAmount.convertingToUSD(rate: currencyRate) }
    }

    /// Returns the sum of both sides.
    ///
    /// - Throws: ``MoneyError/mismatchedMint``, ``MoneyError/mismatchedRate``, ``MoneyError/overflow``.
    public func adding(_ other: ExchangedFiat) throws(MoneyError) -> ExchangedFiat {
        try requireSameExchange(as: other)
        return ExchangedFiat(
            unchecked: try onChainAmount.adding(other.onChainAmount),
            try nativeAmount.adding(other.nativeAmount), currencyRate)
    }

    /// Returns the difference of both sides.
    ///
    /// - Throws: ``MoneyError/mismatchedMint``, ``MoneyError/mismatchedRate``, ``MoneyError/invalidNegativeValue``.
    public func subtracting(_ other: ExchangedFiat) throws(MoneyError) -> ExchangedFiat {
        try requireSameExchange(as: other)
        let native = try nativeAmount.subtracting(other.nativeAmount)
        guard native.value >= 0 else { throw .invalidNegativeValue }
        return ExchangedFiat(unchecked: try onChainAmount.subtracting(other.onChainAmount), native, currencyRate)
    }

    /// Returns the amount after an on-chain fee; the native side decreases in proportion.
    ///
    /// - Throws: ``MoneyError/mismatchedMint``, ``MoneyError/feeLargerThanAmount``.
    public func subtractingFee(_ fee: TokenAmount) throws(MoneyError) -> ExchangedFiat {
        guard fee.mint == mint else { throw .mismatchedMint }
        guard fee.quarks <= quarks else { throw .feeLargerThanAmount }
        return try part(quarks: quarks - fee.quarks)
    }

    /// Returns the pool's fee of `bps` ten-thousandths, truncated to quarks; a fee of 0 quarks has a fiat amount of 0.
    ///
    /// - Throws: ``MoneyError/invalidNegativeValue`` for a negative `bps`, ``MoneyError/overflow``.
    public func launchpadSellFee(bps: Int) throws(MoneyError) -> ExchangedFiat {
        try part(quarks: try BasisPoints.fee(of: quarks, bps: min(bps, Int(BasisPoints.whole))))
    }

    /// Returns `newQuarks` of the amount, with the native side in proportion.
    private func part(quarks newQuarks: UInt64) throws(MoneyError) -> ExchangedFiat {
        let share = ExactRational(newQuarks).divided(by: ExactRational(quarks)) ?? .zero
        return ExchangedFiat(
            unchecked: TokenAmount(quarks: newQuarks, mint: mint),
            try FiatAmount(exact: nativeAmount.exact * share, currency: nativeAmount.currency), currencyRate)
    }

    /// Returns the same on-chain amount with its value in another currency.
    ///
    /// - Throws: ``MoneyError/invalidRate``, ``MoneyError/overflow``.
    public func convert(to rate: Rate) throws(MoneyError) -> ExchangedFiat {
        let native = try FiatAmount(
            exact: nativeAmount.exactUSD(rate: currencyRate) * rate.exactFx, currency: rate.currency)
        return ExchangedFiat(unchecked: onChainAmount, native, rate)
    }

    /// Returns the total value of a list of amounts.
    ///
    /// The on-chain side is that value in the core mint, not a balance of any mint.
    ///
    /// - Throws: ``MoneyError/invalidRate``, ``MoneyError/overflow``.
    public static func total(_ amounts: some Sequence<ExchangedFiat>, rate: Rate) throws(MoneyError) -> ExchangedFiat {
        // Rounded far below any significant digit, so that the denominators of a long list do not grow.
        var dollars = ExactRational.zero
        for amount in amounts {
            let value = try amount.nativeAmount.exactUSD(rate: amount.currencyRate)
            dollars = (dollars + value).rounded(places: ExactRational.significantDigits, .halfUp)
        }
        let native = try FiatAmount(exact: dollars * rate.exactFx, currency: rate.currency)
        let quarks = try dollars.quarks(decimals: PublicKey.usdf.mintDecimals, .halfUp)
        return ExchangedFiat(unchecked: TokenAmount(quarks: quarks, mint: .usdf), native, rate)
    }

    private func requireSameExchange(as other: ExchangedFiat) throws(MoneyError) {
        guard mint == other.mint else { throw .mismatchedMint }
        guard currencyRate == other.currencyRate else { throw .mismatchedRate }
    }
}
