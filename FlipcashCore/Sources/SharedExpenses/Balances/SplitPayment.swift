/// A payment between two people (expense specification §9.2).
///
/// Only the state of a payment changes. To correct a payment, record a payment in the other direction.
public struct SplitPayment: Hashable, Sendable, Codable {
    /// How the money moves.
    public enum Method: String, Hashable, Sendable, Codable {
        /// Banknotes and coins, recorded by hand.
        case cash
        /// Outside the wallet in another way, such as a bank transfer; recorded by hand.
        case external
        /// From wallet to wallet.
        case direct
        /// By a link that the payee claims.
        case cashLink
    }

    /// The state of a payment.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Recorded, but no money has moved yet.
        case proposed
        /// The wallet has started to pay; money may have moved.
        case submitted
        /// The payee has the money.
        case completed
        /// The wallet did not pay; no money moved.
        case failed
        /// Withdrawn before it was paid, or taken back from a link.
        case voided
        /// The link was not claimed in time, and the money went back.
        case expired
    }

    /// What happens to a payment.
    public enum Event: String, Hashable, Sendable, CaseIterable {
        /// The wallet starts to pay, or tries again.
        case submit
        /// Money outside the wallet was handed over.
        case record
        /// The payee has received the wallet's money.
        case confirm
        /// The wallet did not pay.
        case fail
        /// The payer took the link back.
        case void
        /// The link was not claimed in time.
        case expire
        /// The payer gives the payment up before money moves.
        case cancel

        /// The state that the event leads to.
        var target: State {
            switch self {
            case .submit: .submitted
            case .record, .confirm: .completed
            case .fail: .failed
            case .void, .cancel: .voided
            case .expire: .expired
            }
        }
    }

    /// What the wallet paid.
    public struct Paid: Hashable, Sendable, Codable {
        /// The currency of the amount that was entered.
        public var currency: String
        /// The amount that was entered, in units of ``currency``; the payments API uses a `Double`, too.
        public var nativeAmount: Double
        /// The amount that left the wallet, in the token's smallest units.
        public var quarks: UInt64
        /// The 32 bytes of the token's mint.
        public var mint: [UInt8]

        /// Creates what was paid.
        public init(currency: String, nativeAmount: Double, quarks: UInt64, mint: [UInt8]) {
            self.currency = currency
            self.nativeAmount = nativeAmount
            self.quarks = quarks
            self.mint = mint
        }
    }

    /// The id of the payment.
    public var id: EntityID
    /// Who pays.
    public var from: MemberID
    /// Who is paid.
    public var to: MemberID
    /// The amount, above 0.
    public var amount: ExpenseAmount
    /// The group whose debts it settles; nil for a payment outside groups.
    public var groupID: EntityID?
    /// The splits that it is meant for.
    public var settles: [EntityID]
    /// How the money moves.
    public var method: Method
    /// The state of the payment.
    public var state: State
    /// The 32 bytes of the wallet's intent, in hexadecimal digits.
    public var intent: String?
    /// The 32 bytes of a cash link's vault, in hexadecimal digits.
    public var giftCardVault: String?
    /// What the wallet paid; nil until it has, and for other methods.
    public var paid: Paid?
    /// A text for both people; may be empty.
    public var note: String
    /// The payment that this one takes back.
    public var reverses: EntityID?
    /// The rate at which an entered amount in another currency was converted to ``amount``; nil without conversion.
    public var rate: PinnedRate?
    /// The account that recorded it. The server sets this and the next four.
    public var recordedBy: AccountID?
    /// Whether the server has seen the money move.
    public var isVerified: Bool
    /// When the payment was recorded.
    public var createdAt: SplitTime
    /// When the payment was completed; nil before.
    public var completedAt: SplitTime?
    /// Counts the changes.
    public var version: UInt64

    /// Creates a payment; the server sets the last values.
    public init(
        id: EntityID, from: MemberID, to: MemberID, amount: ExpenseAmount, groupID: EntityID? = nil,
        settles: [EntityID] = [], method: Method = .cash, state: State = .proposed, intent: String? = nil,
        giftCardVault: String? = nil, paid: Paid? = nil, note: String = "", reverses: EntityID? = nil,
        rate: PinnedRate? = nil,
        recordedBy: AccountID? = nil, isVerified: Bool = false, createdAt: SplitTime = SplitTime(milliseconds: 0),
        completedAt: SplitTime? = nil, version: UInt64 = 0
    ) {
        self.id = id
        self.from = from
        self.to = to
        self.amount = amount
        self.groupID = groupID
        self.settles = settles
        self.method = method
        self.state = state
        self.intent = intent
        self.giftCardVault = giftCardVault
        self.paid = paid
        self.note = note
        self.reverses = reverses
        self.rate = rate
        self.recordedBy = recordedBy
        self.isVerified = isVerified
        self.createdAt = createdAt
        self.completedAt = completedAt
        self.version = version
    }
}

extension SplitPayment.State {
    /// The state after an event; nil when the event is refused.
    ///
    /// An event whose state is already reached is accepted, unless the payment is voided and would complete.
    public func after(_ event: SplitPayment.Event) -> Self? {
        let next: Self? =
            switch self {
            case .proposed:
                switch event {
                case .submit: .submitted
                case .record: .completed
                case .cancel: .voided
                case .confirm, .fail, .void, .expire: nil
                }
            case .submitted:
                switch event {
                case .confirm: .completed
                case .fail: .failed
                case .void: .voided
                case .expire: .expired
                case .submit, .record, .cancel: nil
                }
            case .failed, .expired:
                switch event {
                case .submit: .submitted
                case .cancel: .voided
                case .record, .confirm, .fail, .void, .expire: nil
                }
            case .completed, .voided: nil
            }
        return next ?? (self == event.target ? self : nil)
    }

    /// The event that leads from here to a state; nil when none does.
    public func event(to target: Self, method: SplitPayment.Method) -> SplitPayment.Event? {
        SplitPayment.Event.allCases.first { event in
            if event == .record, method == .direct || method == .cashLink { return false }
            return after(event) == target && event.target == target
        }
    }
}
