import FlipcashCoreAPI
import ProtobufCodec

/// One entry of a user's history, as the core API reports it (wire contract §8.2).
public struct Activity: Hashable, Sendable {
    /// What happened. Raw values are those of the database (client specification §5.6).
    public enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// Not stated, or a kind of a newer protocol.
        case unknown = 0
        /// Cash given to another person, face to face or directly.
        case gave = 1
        /// Cash received from another person or collected from a link.
        case received = 2
        /// Money withdrawn to an address.
        case withdrew = 3
        /// A cash link that this user made; see `Activity.cashLink`.
        case cashLink = 4
        /// Money deposited from outside, or withdrawn to this user by another.
        case deposited = 5
        /// Money paid out. The current protocol does not use it; the number is reserved in the database.
        case paid = 6
        /// A share of a distribution. The current protocol does not use it.
        case distributed = 7
        /// A launchpad currency bought.
        case bought = 8
        /// A launchpad currency sold, or the currency that left in a swap.
        case sold = 9
        /// One currency exchanged for another; see `Activity.swap`.
        case swapped = 10
    }

    /// Whether the entry is final.
    public enum State: Int, Hashable, Sendable, CaseIterable {
        /// Not stated, or a state of a newer protocol.
        case unknown = 0
        /// Not settled: an uncollected link or a swap in progress. Every sync fetches the entry again.
        case pending = 1
        /// Final, with any result.
        case completed = 2
    }

    /// The state of a swap.
    public enum SwapState: Int, Hashable, Sendable, CaseIterable {
        /// Not stated, or a state of a newer protocol.
        case unknown = 0
        /// Not settled yet.
        case pending = 1
        /// Settled: the other currency has arrived.
        case succeeded = 2
        /// Failed or cancelled; the amount paid is returned.
        case failed = 3
        /// The entry is not a swap.
        case none = 4
    }

    /// A payment in a currency, and the tokens that moved.
    public struct Payment: Hashable, Sendable {
        /// The lower-case code from the server.
        public let currencyCode: String
        /// Units of the currency, such as dollars.
        public let nativeAmount: Double
        /// The tokens that moved, in quarks of `mint`.
        public let quarks: UInt64
        /// The mint of those tokens.
        public let mint: PublicKey

        /// Creates a payment from the service's values.
        public init(currencyCode: String, nativeAmount: Double, quarks: UInt64, mint: PublicKey) {
            self.currencyCode = currencyCode
            self.nativeAmount = nativeAmount
            self.quarks = quarks
            self.mint = mint
        }
    }

    /// The details of a cash link.
    public struct CashLink: Hashable, Sendable {
        /// The vault of the link's money, also after the money left it.
        public let vault: PublicKey
        /// Whether this user can still take the money back.
        public let canCancel: Bool

        /// Creates the details of a link.
        public init(vault: PublicKey, canCancel: Bool) {
            self.vault = vault
            self.canCancel = canCancel
        }
    }

    /// The details of a swap.
    public struct Swap: Hashable, Sendable {
        /// The payment of the swap.
        public let from: Payment
        /// The mint of the currency that was bought.
        public let toMint: PublicKey
        /// What arrived; nil until the swap is settled.
        public let to: Payment?
        /// The fee in units of its currency; 0 without a fee.
        public let feeNativeAmount: Double
        /// The fee's currency, a lower-case code; empty without a fee.
        public let feeCurrencyCode: String
        /// The state of the swap.
        public let state: Activity.SwapState

        /// Creates the details of a swap.
        public init(
            from: Payment, toMint: PublicKey, to: Payment?, feeNativeAmount: Double, feeCurrencyCode: String,
            state: Activity.SwapState
        ) {
            self.from = from
            self.toMint = toMint
            self.to = to
            self.feeNativeAmount = feeNativeAmount
            self.feeCurrencyCode = feeCurrencyCode
            self.state = state
        }
    }

    /// The other party of an entry.
    public enum Counterparty: Hashable, Sendable {
        /// A user of the core API.
        case user(UserID)
        /// A person identified by a phone number, as the service wrote it.
        case phone(String)
    }

    /// The intent's id.
    public let id: IntentID
    /// What happened.
    public let kind: Kind
    /// Whether the entry is final.
    public let state: State
    /// The server's title with its substitutions applied.
    public let title: String
    /// The amount to show; if the service gives no amount, the amount that the swap paid.
    public let payment: Payment
    /// When the intent was created (payment specification §19.1).
    public let date: Instant
    /// The link; nil for other kinds.
    public let cashLink: CashLink?
    /// The swap; nil when the service does not describe one.
    public let swap: Swap?
    /// The other party; nil when the service does not name one.
    public let counterparty: Counterparty?

    /// Creates an entry.
    public init(
        id: IntentID, kind: Kind, state: State, title: String, payment: Payment, date: Instant,
        cashLink: CashLink? = nil, swap: Swap? = nil, counterparty: Counterparty? = nil
    ) {
        self.id = id
        self.kind = kind
        self.state = state
        self.title = title
        self.payment = payment
        self.date = date
        self.cashLink = cashLink
        self.swap = swap
        self.counterparty = counterparty
    }

    /// The direction of the money, from this user's side.
    public enum Sign: Hashable, Sendable {
        /// Money came in.
        case plus
        /// Money went out.
        case minus
        /// Neither: a swap moves money both ways, and an unknown kind has no known direction.
        case none
    }

    /// The sign to show with the amount.
    public var sign: Sign {
        switch kind {
        case .received, .deposited, .bought, .distributed, .sold: .plus
        case .gave, .withdrew, .cashLink, .paid: .minus
        case .swapped, .unknown: .none
        }
    }
}
