#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a withdrawal costs, in the currency that is withdrawn (money specification §5.6).
public struct WithdrawalQuote: Hashable, Sendable {
    /// The fee as it is booked.
    public let fee: TokenAmount
    /// The fee in the currency of the entry, rounded half up to its digits: the fee that people see.
    public let displayedFee: FiatAmount

    /// Converts the fee that the server names.
    ///
    /// - Parameters:
    ///   - usdfQuarks: the fee in quarks of the core mint, from the user's flags.
    ///   - mint: what is withdrawn.
    ///   - rate: the rate of the currency that amounts are entered in.
    ///   - supplyFromBonding: supply of a launchpad currency.
    ///   - balanceUSD: what the balance is worth, which caps the fee.
    /// - Returns: nil for a launchpad currency that the fee cannot be valued in.
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

    /// The least that can be withdrawn: the fee that people see and the smallest unit.
    ///
    /// - Throws: ``MoneyError/overflow``.
    public var minimumWithdrawal: FiatAmount {
        get throws(MoneyError) { try displayedFee.adding(displayedFee.smallestUnit) }
    }

    /// What people see of `entered` as paid out; negative below the fee.
    ///
    /// - Throws: ``MoneyError/currencyCodeMismatch(_:_:)``.
    public func net(of entered: FiatAmount) throws(MoneyError) -> FiatAmount { try entered.subtracting(displayedFee) }

    /// What is transferred of `withdrawn`.
    ///
    /// - Throws: ``MoneyError/mismatchedMint``, ``MoneyError/feeLargerThanAmount``.
    public func transfer(of withdrawn: ExchangedFiat) throws(MoneyError) -> ExchangedFiat {
        try withdrawn.subtractingFee(fee)
    }
}
