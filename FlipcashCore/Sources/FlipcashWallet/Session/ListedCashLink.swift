public import FlipcashCore

/// A link as `link list` shows it.
public struct ListedCashLink: Sendable {
    /// Where a link stands.
    public enum State: Hashable, Sendable {
        /// Written down here, and not known to the service as far as this wallet has heard.
        case unconfirmed
        /// Waiting to be collected.
        case pending
        /// Collected, cancelled, returned or never made; ``ListedCashLink/end`` says which.
        case finished
    }

    /// The funding payment's id.
    public let id: IntentID
    /// Where the link's money lies or lay.
    public let vault: PublicKey
    /// The currency of the amount, a lower-case code.
    public let currencyCode: String
    /// Units of that currency, for showing only.
    public let nativeAmount: Double
    /// The money in quarks of `mint`.
    public let quarks: UInt64
    /// The mint of the money.
    public let mint: PublicKey
    /// When the link was made.
    public let created: Instant
    /// Where the link stands.
    public let state: State
    /// How it ended; nil while it has not, and where that is not known.
    public let end: LinkRecord.State?
    /// The service's title, such as `Sending`; nil before it has one.
    public let title: String?
    /// Whether the money can still be taken back, as far as is known.
    public let canCancel: Bool
    /// The secret, for links made here.
    public let mnemonic: Mnemonic?

    init(activity: Activity, link: Activity.CashLink, record: LinkRecord?, end: LinkRecord.State?) {
        id = activity.id
        vault = link.vault
        currencyCode = activity.payment.currencyCode
        nativeAmount = activity.payment.nativeAmount
        quarks = activity.payment.quarks
        mint = activity.payment.mint
        created = activity.date
        self.end = end
        // What was done here counts even before the history tells it.
        state = activity.state == .pending && end == nil ? .pending : .finished
        title = activity.title
        canCancel = link.canCancel && end == nil
        mnemonic = record.flatMap { try? Mnemonic(entropyBase58: $0.entropy) }
    }

    init(record: LinkRecord) {
        id = record.intent
        vault = record.vault
        currencyCode = record.native.currency
        nativeAmount = Double(record.native.value) ?? 0
        quarks = record.quarks
        mint = record.mint
        created = record.created
        switch record.state {
        case .submitting: state = .unconfirmed
        case .open: state = .pending
        case .claimed, .cancelled, .returned, .failed: state = .finished
        }
        end = state == .finished ? record.state : nil
        title = nil
        canCancel = record.state == .open || record.state == .submitting
        mnemonic = try? Mnemonic(entropyBase58: record.entropy)
    }

    private init(_ link: ListedCashLink, state: State, end: LinkRecord.State?) {
        id = link.id
        vault = link.vault
        currencyCode = link.currencyCode
        nativeAmount = link.nativeAmount
        quarks = link.quarks
        mint = link.mint
        created = link.created
        title = link.title
        mnemonic = link.mnemonic
        self.state = state
        self.end = end
        canCancel = state != .finished
    }

    /// The same link, standing elsewhere.
    func with(state: State, end: LinkRecord.State?) -> ListedCashLink {
        ListedCashLink(self, state: state, end: end)
    }

    /// The link to share, if its secret is here.
    public func link(hosts: LinkHosts) -> BearerLink? { mnemonic.map(hosts.cashLink) }
}
