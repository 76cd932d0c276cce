public import FlipcashCore

/// Something that holds money for goals (goals specification §2).
public struct Asset: Hashable, Sendable, Identifiable {
    /// Where the balance comes from.
    public enum Source: Hashable, Sendable {
        /// Transactions that a person enters.
        case manual
        /// The wallet's balance of this mint.
        case wallet(PublicKey)
        /// A watched address of a chain, without its keys.
        case address(ChainAddress)

        /// The name in files and answers.
        public var name: String {
            switch self {
            case .manual: "manual"
            case .wallet: "wallet"
            case .address: "address"
            }
        }
    }

    /// An address of a chain.
    public struct ChainAddress: Hashable, Sendable {
        /// The chain's name, such as `SOL`.
        public let chain: String
        /// The address, as the chain writes it.
        public let address: String

        /// Creates an address.
        public init(chain: String, address: String) {
            self.chain = chain.uppercased()
            self.address = address
        }
    }

    /// The id, which never changes.
    public let id: AssetID
    /// The currency that it holds.
    public let currency: AssetCurrency
    /// Where its balance comes from.
    public let source: Source
    /// The goal under which it was created. With it and no allocations, the asset counts fully for that goal.
    public var owner: GoalID?
    /// The person's name for it.
    public var label: String?
    /// The provider's id of the coin, for symbols that several coins share.
    public var coinID: String?

    /// Creates an asset.
    public init(
        id: AssetID, currency: AssetCurrency, source: Source, owner: GoalID? = nil, label: String? = nil,
        coinID: String? = nil
    ) {
        self.id = id
        self.currency = currency
        self.source = source
        self.owner = owner
        self.label = label
        self.coinID = coinID
    }
}

/// A movement of money in or out of an asset.
public struct AssetTransaction: Hashable, Sendable, Identifiable {
    /// Where a transaction comes from.
    public enum Source: String, Hashable, Sendable {
        /// Entered by the person.
        case manual
        /// Imported from a chain.
        case onChain = "on_chain"
    }

    /// The id, which never changes.
    public let id: TransactionID
    /// The asset.
    public let asset: AssetID
    /// The amount in units of the asset's currency; negative for a withdrawal.
    public var units: ExactInteger
    /// When the money moved.
    public var date: Instant
    /// Where the transaction comes from.
    public var source: Source
    /// The chain's id of the transfer, or that of a payment.
    public var externalID: String?
    /// The other side.
    public var counterparty: String?
    /// The person's words.
    public var comment: String?

    /// Creates a transaction.
    public init(
        id: TransactionID, asset: AssetID, units: ExactInteger, date: Instant, source: Source = .manual,
        externalID: String? = nil, counterparty: String? = nil, comment: String? = nil
    ) {
        self.id = id
        self.asset = asset
        self.units = units
        self.date = date
        self.source = source
        self.externalID = externalID
        self.counterparty = counterparty
        self.comment = comment
    }

    /// How far in the future a transaction may be dated.
    public static let futureMax: Duration = .seconds(86_400)
}
