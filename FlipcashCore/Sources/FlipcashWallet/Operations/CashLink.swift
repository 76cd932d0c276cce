public import FlipcashCore

/// A cash link that was made here. Whoever has its secret can collect the money.
public struct CashLink: Sendable {
    /// How long a link waits to be collected: seven days.
    public static let lifetime: Duration = .seconds(604_800)

    /// The funding payment's id.
    public let id: IntentID
    /// The secret words.
    public let mnemonic: Mnemonic
    /// Where the money lies.
    public let vault: PublicKey
    /// What was put into it.
    public let amount: ExchangedFiat
    /// When it was made.
    public let created: Instant

    /// When uncollected cash returns by itself.
    public var expires: Instant { created.advanced(by: Self.lifetime) }

    /// The link to share, on the hosts of the profile.
    public func link(hosts: LinkHosts) -> BearerLink { hosts.cashLink(mnemonic) }
}

/// What the service says of a cash link.
public struct CashLinkInfo: Hashable, Sendable {
    /// Whether the money is still there.
    public enum State: Hashable, Sendable {
        /// The money waits to be collected.
        case unclaimed
        /// Collected, or taken back by its maker.
        case claimed
        /// Its seven days are over.
        case expired
    }

    /// Where the money lies or lay.
    public let vault: PublicKey
    /// Whether the money is still there.
    public let state: State
    /// What it was made with.
    public let amount: PaymentExchangeData
    /// The currency of the money.
    public let mint: MintMetadata
    /// Whether the asking account made it.
    public let isMine: Bool
    /// When it was made; nil where the service does not say.
    public let created: Instant?

    /// When uncollected cash returns by itself.
    public var expires: Instant? { created?.advanced(by: CashLink.lifetime) }

    /// The amount in its currency; nil for a currency that this program does not know.
    public var native: FiatAmount? {
        guard let currency = CurrencyCode(rawValue: amount.currencyCode) else { return nil }
        return try? FiatAmount(wireValue: amount.nativeAmount, currency: currency)
    }

    /// The tokens that it holds or held.
    public var tokens: TokenAmount { TokenAmount(quarks: amount.quarks, mint: amount.mint) }
}
