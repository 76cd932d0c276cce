import FlipcashCoreAPI
import ProtobufCodec

/// One line of a person's history, as the core service tells it (wire contract §8.2).
public struct Activity: Hashable, Sendable {
    /// What happened. Raw values are the store's (client specification §5.6).
    public enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// Not said, or a kind of a newer protocol.
        case unknown = 0
        /// Cash given to somebody, face to face or directly.
        case gave = 1
        /// Cash that somebody gave, or that was collected from a link.
        case received = 2
        /// Money withdrawn to an address.
        case withdrew = 3
        /// A cash link made by this person; `Activity.cashLink` says more.
        case cashLink = 4
        /// Money that came in from outside, or by somebody's withdrawal.
        case deposited = 5
        /// Money paid out; no message of the current protocol leads here, and the number stays the store's.
        case paid = 6
        /// A share of a distribution; no message of the current protocol leads here.
        case distributed = 7
        /// A launchpad currency bought.
        case bought = 8
        /// A launchpad currency sold, or the leg of a swap that left.
        case sold = 9
        /// One currency exchanged for another; `Activity.swap` says more.
        case swapped = 10
    }

    /// Whether it is over.
    public enum State: Int, Hashable, Sendable, CaseIterable {
        /// Not said, or a state of a newer protocol.
        case unknown = 0
        /// Not settled: a link that nobody has collected, a swap on its way. It is fetched again at every sync.
        case pending = 1
        /// Over, whatever came of it.
        case completed = 2
    }

    /// How a swap stands.
    public enum SwapState: Int, Hashable, Sendable, CaseIterable {
        /// Not said, or a state of a newer protocol.
        case unknown = 0
        /// Not settled yet.
        case pending = 1
        /// Settled: the other currency has arrived.
        case succeeded = 2
        /// Failed or cancelled; what had been paid comes back.
        case failed = 3
        /// The entry is no swap.
        case none = 4
    }

    /// A payment in a currency, with the tokens that moved.
    public struct Payment: Hashable, Sendable {
        /// Lower-case code as the server gave it.
        public let currencyCode: String
        /// Units of the currency, such as dollars.
        public let nativeAmount: Double
        /// The tokens that moved, in quarks of `mint`.
        public let quarks: UInt64
        /// The mint of those tokens.
        public let mint: PublicKey

        /// Names a payment, its values as the service gave them.
        public init(currencyCode: String, nativeAmount: Double, quarks: UInt64, mint: PublicKey) {
            self.currencyCode = currencyCode
            self.nativeAmount = nativeAmount
            self.quarks = quarks
            self.mint = mint
        }
    }

    /// What is particular to a cash link.
    public struct CashLink: Hashable, Sendable {
        /// Where the link's money lies or lay.
        public let vault: PublicKey
        /// Whether this person may still take the money back.
        public let canCancel: Bool

        /// Names a link.
        public init(vault: PublicKey, canCancel: Bool) {
            self.vault = vault
            self.canCancel = canCancel
        }
    }

    /// What is particular to a swap.
    public struct Swap: Hashable, Sendable {
        /// What was paid.
        public let from: Payment
        /// The mint of what was bought.
        public let toMint: PublicKey
        /// What arrived; nil until the swap is settled.
        public let to: Payment?
        /// The fee in units of its currency; 0 for none.
        public let feeNativeAmount: Double
        /// The fee's currency, a lower-case code; empty without a fee.
        public let feeCurrencyCode: String
        /// How the swap stands.
        public let state: SwapState

        /// Names a swap.
        public init(
            from: Payment, toMint: PublicKey, to: Payment?, feeNativeAmount: Double, feeCurrencyCode: String,
            state: SwapState
        ) {
            self.from = from
            self.toMint = toMint
            self.to = to
            self.feeNativeAmount = feeNativeAmount
            self.feeCurrencyCode = feeCurrencyCode
            self.state = state
        }
    }

    /// Who was on the other side, where the service says so.
    public enum Counterparty: Hashable, Sendable {
        /// A user of the core service.
        case user(UserID)
        /// Somebody known by a phone number, as the service wrote it.
        case phone(String)
    }

    /// The intent's id.
    public let id: IntentID
    /// What happened.
    public let kind: Kind
    /// Whether it is over.
    public let state: State
    /// The server's title with its substitutions applied.
    public let title: String
    /// The amount that is shown; what a swap paid where the service names no amount of its own.
    public let payment: Payment
    /// When the intent was created (payment specification §19.1).
    public let date: Instant
    /// The link; nil for every other kind.
    public let cashLink: CashLink?
    /// The swap; nil where the service does not describe one.
    public let swap: Swap?
    /// The other side; nil where the service does not say.
    public let counterparty: Counterparty?

    /// Names an entry.
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

    /// Which way the money went, from this person's side.
    public enum Sign: Hashable, Sendable {
        /// Money came in.
        case plus
        /// Money went out.
        case minus
        /// Neither: a swap moves money both ways, and of an unknown kind nothing is known.
        case none
    }

    /// The sign that the amount is shown with.
    public var sign: Sign {
        switch kind {
        case .received, .deposited, .bought, .distributed, .sold: .plus
        case .gave, .withdrew, .cashLink, .paid: .minus
        case .swapped, .unknown: .none
        }
    }
}
