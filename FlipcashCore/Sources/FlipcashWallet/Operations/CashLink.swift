public import FlipcashCore

/// A cash link made by this wallet. Anyone with its secret can collect the money.
public struct CashLink: Sendable {
    /// How long a link waits to be collected: seven days.
    public static let lifetime: Duration = .seconds(604_800)

    /// The funding payment's id.
    public let id: IntentID
    /// The secret words.
    public let mnemonic: Mnemonic
    /// The vault that holds the money.
    public let vault: PublicKey
    /// The amount of the link.
    public let amount: ExchangedFiat
    /// When the link was made.
    public let created: Instant

    /// When uncollected cash returns to its maker.
    public var expires: Instant { created.advanced(by: Self.lifetime) }

    /// Returns the link to share, on the profile's hosts.
    public func link(hosts: LinkHosts) -> BearerLink { hosts.cashLink(mnemonic) }
}

/// The service's description of a cash link.
public struct CashLinkInfo: Hashable, Sendable {
    /// The state of the link's money.
    public enum State: Hashable, Sendable {
        /// The money waits to be collected.
        case unclaimed
        /// Collected, or taken back by its maker.
        case claimed
        /// The link's seven days are over.
        case expired
    }

    /// The vault that holds or held the money.
    public let vault: PublicKey
    /// The state of the link's money.
    public let state: State
    /// The amount that the link was funded with.
    public let amount: PaymentExchangeData
    /// The currency of the money.
    public let mint: MintMetadata
    /// Whether the requesting account made the link.
    public let isMine: Bool
    /// When the link was made; nil if the service does not say.
    public let created: Instant?

    /// When uncollected cash returns to its maker.
    public var expires: Instant? { created?.advanced(by: CashLink.lifetime) }

    /// The amount in its currency; nil for a currency that this program does not know.
    public var native: FiatAmount? {
        guard let currency = CurrencyCode(rawValue: amount.currencyCode) else { return nil }
        return try? FiatAmount(wireValue: amount.nativeAmount, currency: currency)
    }

    /// The tokens that the link holds or held.
    public var tokens: TokenAmount { TokenAmount(quarks: amount.quarks, mint: amount.mint) }
}
