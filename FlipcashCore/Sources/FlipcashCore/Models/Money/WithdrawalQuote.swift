#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The fee of a withdrawal, in the currency that is withdrawn (money specification §5.6).
public struct WithdrawalQuote: Hashable, Sendable {
    /// The fee as charged, in quarks of the withdrawn mint.
    public let fee: TokenAmount
    /// The fee in the currency of the entry, rounded half up to its digits, as shown.
    public let displayedFee: FiatAmount

    /// Converts the fee from the server.
    ///
    /// - Parameters:
    ///   - usdfQuarks: the fee in quarks of the core mint, from the user's flags.
    ///   - mint: the mint that is withdrawn.
    ///   - rate: the rate of the currency in which amounts are entered.
    ///   - supplyFromBonding: the supply of a launchpad currency.
    ///   - balanceUSD: the value of the balance, which caps the fee.
    /// - Returns: nil when the fee has no value in a launchpad currency.
    /// - Throws: ``MoneyError/invalidRate``, ``MoneyError/notANumber``, ``MoneyError/overflow``.
    public init?(
        usdfQuarks: UInt64, mint: PublicKey, rate: Rate, supplyFromBonding: UInt64?, balanceUSD: Decimal
    ) throws(MoneyError) {
        let usd = try FiatAmount(exact: ExactRational(quarks: usdfQuarks, decimals: 6), currency: .usd)
        displayedFee = try usd.converting(to: rate).roundedForDisplay()
        guard !mint.isDollarMint, usdfQuarks > 0 else {
            fee = TokenAmount(quarks: usdfQuarks, mint: mint)
            return
        }
        let converted = try ExchangedFiat.computeFromEntered(
            amount: usd, rate: .oneToOne, mint: mint, supplyFromBonding: supplyFromBonding, balanceUSD: balanceUSD)
        guard let converted else { return nil }
        fee = converted.onChainAmount
    }

    /// The smallest valid withdrawal: the displayed fee plus the smallest unit.
    ///
    /// - Throws: ``MoneyError/overflow``.
    public var minimumWithdrawal: FiatAmount {
        get throws(MoneyError) { try displayedFee.adding(displayedFee.smallestUnit) }
    }

    /// The displayed payout of `entered`; negative below the fee.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``.
    public func net(of entered: FiatAmount) throws(MoneyError) -> FiatAmount { try entered.subtracting(displayedFee) }

    /// The amount that is transferred when `withdrawn` leaves the balance.
    ///
    /// - Throws: ``MoneyError/mismatchedMint``, ``MoneyError/feeLargerThanAmount``.
    public func transfer(of withdrawn: ExchangedFiat) throws(MoneyError) -> ExchangedFiat {
        try withdrawn.subtractingFee(fee)
    }
}
