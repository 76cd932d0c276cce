public import FlipcashCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A balance with the stored data of its currency.
public struct StoredBalance: Hashable, Sendable {
    /// The tokens held, in quarks of `mint`.
    public let quarks: UInt64
    /// The mint of the tokens.
    public let mint: PublicKey
    /// The currency's name.
    public let name: String
    /// The currency's ticker.
    public let symbol: String
    /// The number of decimals of one whole token.
    public let decimals: Int
    /// The URL of the currency's picture; nil if none is stored.
    public let imageURL: String?
    /// The supply that values a launchpad currency; nil for the core mint.
    public let supplyFromBonding: UInt64?
    /// The key from which vaults of the currency are derived; nil if it is not known.
    public let vmAuthority: PublicKey?
    /// The price paid for the balance, in US dollars.
    public let costBasis: Double?
    /// When the balance last changed.
    public let updatedAt: Instant
    /// The balance's value in US dollars. For launchpad currencies it is floored to six decimals, so that it never
    /// exceeds what is locked (client specification §4.8).
    public let usdcValue: FiatAmount

    /// The same value under the core mint's name.
    public var usdf: FiatAmount { usdcValue }

    /// The tokens held.
    public var tokens: TokenAmount { TokenAmount(quarks: quarks, mint: mint) }

    /// Creates a balance and computes its value.
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

    /// Returns the balance at a rate: the curve's value for launchpad currencies, one dollar a unit for the core mint.
    ///
    /// - Throws: `MoneyError`.
    public func computeExchangedValue(with rate: Rate) throws(MoneyError) -> ExchangedFiat {
        try ExchangedFiat.computeFromQuarks(
            quarks: quarks, mint: mint, rate: rate, supplyFromBonding: supplyFromBonding)
    }

    /// Returns the balance's gain or loss against the price paid, in the rate's currency; nil if the price is not
    /// known. Zero counts as a gain.
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
    /// The amount, never negative.
    public let value: FiatAmount
    /// Whether this is a gain.
    public let isPositive: Bool
}
