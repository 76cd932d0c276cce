public import FlipcashCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A balance with what is stored of its currency.
public struct StoredBalance: Hashable, Sendable {
    /// The tokens held, in quarks of `mint`.
    public let quarks: UInt64
    /// The mint of the tokens.
    public let mint: PublicKey
    /// What people call the currency.
    public let name: String
    /// The currency's ticker.
    public let symbol: String
    /// Decimals of one whole token.
    public let decimals: Int
    /// The address of the currency's picture; nil where none is stored.
    public let imageURL: String?
    /// The supply that values a launchpad currency; nil for the core mint.
    public let supplyFromBonding: UInt64?
    /// The key that vaults of the currency are derived from; nil where it is not known.
    public let vmAuthority: PublicKey?
    /// What was paid for the balance, in US dollars.
    public let costBasis: Double?
    /// When the balance changed last.
    public let updatedAt: Instant
    /// The balance's value in US dollars: floored to six decimals for launchpad currencies, so that it never exceeds
    /// what is locked (client specification §4.8).
    public let usdcValue: FiatAmount

    /// The same value under the core mint's name.
    public var usdf: FiatAmount { usdcValue }

    /// The tokens held.
    public var tokens: TokenAmount { TokenAmount(quarks: quarks, mint: mint) }

    /// Values a balance.
    ///
    /// - Throws: `MoneyError.unknownSupply` for a launchpad currency without supply, `MoneyError.overflow`.
    public init(
        quarks: UInt64, mint: PublicKey, name: String, symbol: String, decimals: Int, imageURL: String? = nil,
        supplyFromBonding: UInt64?, vmAuthority: PublicKey?, costBasis: Double?, updatedAt: Instant
    ) throws(MoneyError) {
        self.quarks = quarks
        self.mint = mint
        self.name = name
        self.symbol = symbol
        self.decimals = decimals
        self.imageURL = imageURL
        self.supplyFromBonding = supplyFromBonding
        self.vmAuthority = vmAuthority
        self.costBasis = costBasis
        self.updatedAt = updatedAt
        usdcValue = try ExchangedFiat.storedValueUSD(
            quarks: quarks, mint: mint, supplyFromBonding: supplyFromBonding)
    }

    /// The balance at a rate: the curve's value for launchpad currencies, a dollar a unit for the core mint.
    ///
    /// - Throws: `MoneyError`.
    public func computeExchangedValue(with rate: Rate) throws(MoneyError) -> ExchangedFiat {
        try ExchangedFiat.computeFromQuarks(
            quarks: quarks, mint: mint, rate: rate, supplyFromBonding: supplyFromBonding)
    }

    /// What the balance has gained or lost against what was paid for it, in the rate's currency; nil when that is not
    /// known. Nothing gained counts as positive.
    ///
    /// - Throws: `MoneyError.overflow`, `.invalidRate`.
    public func appreciation(at rate: Rate) throws(MoneyError) -> Appreciation? {
        guard let costBasis, let basis = try? FiatAmount(wireValue: costBasis, currency: .usd) else { return nil }
        let difference = try usdcValue.subtracting(basis)
        let isPositive = difference.value >= 0
        let amount = FiatAmount(value: isPositive ? difference.value : -difference.value, currency: .usd)
        return Appreciation(value: try amount.converting(to: rate), isPositive: isPositive)
    }
}

/// A gain or a loss.
public struct Appreciation: Hashable, Sendable {
    /// How much, never negative.
    public let value: FiatAmount
    /// Whether it is a gain.
    public let isPositive: Bool
}
