import FlipcashCoreAPI
import ProtobufCodec

/// One line of a person's history, as the core service tells it (wire contract §8.2).
public struct Activity: Hashable, Sendable {
    /// What happened. Raw values are the store's (client specification §5.6).
    public enum Kind: Int, Hashable, Sendable, CaseIterable {
        case unknown = 0
        case gave = 1
        case received = 2
        case withdrew = 3
        case cashLink = 4
        case deposited = 5
        case paid = 6
        case distributed = 7
        case bought = 8
        case sold = 9
        case swapped = 10
    }

    /// Whether it is over.
    public enum State: Int, Hashable, Sendable, CaseIterable {
        case unknown = 0
        case pending = 1
        case completed = 2
    }

    /// How a swap stands.
    public enum SwapState: Int, Hashable, Sendable, CaseIterable {
        case unknown = 0
        case pending = 1
        case succeeded = 2
        case failed = 3
        case none = 4
    }

    /// A payment in a currency, with the tokens that moved.
    public struct Payment: Hashable, Sendable {
        /// Lower-case code as the server gave it.
        public let currencyCode: String
        public let nativeAmount: Double
        public let quarks: UInt64
        public let mint: PublicKey

        public init(currencyCode: String, nativeAmount: Double, quarks: UInt64, mint: PublicKey) {
            self.currencyCode = currencyCode
            self.nativeAmount = nativeAmount
            self.quarks = quarks
            self.mint = mint
        }
    }

    /// What is particular to a cash link.
    public struct CashLink: Hashable, Sendable {
        public let vault: PublicKey
        public let canCancel: Bool

        public init(vault: PublicKey, canCancel: Bool) {
            self.vault = vault
            self.canCancel = canCancel
        }
    }

    /// What is particular to a swap.
    public struct Swap: Hashable, Sendable {
        public let from: Payment
        public let toMint: PublicKey
        public let to: Payment?
        public let feeNativeAmount: Double
        public let feeCurrencyCode: String
        public let state: SwapState

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
        case user(UserID)
        case phone(String)
    }

    /// The intent's id.
    public let id: IntentID
    public let kind: Kind
    public let state: State
    /// The server's title with its substitutions applied.
    public let title: String
    public let payment: Payment
    public let date: Instant
    public let cashLink: CashLink?
    public let swap: Swap?
    public let counterparty: Counterparty?

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
        case plus
        case minus
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
