public import FlipcashCore

/// A link as `link list` shows it.
public struct ListedCashLink: Sendable {
    /// The state of a link.
    public enum State: Hashable, Sendable {
        /// In the journal, but not yet seen in the service's history.
        case unconfirmed
        /// Waiting to be collected.
        case pending
        /// Collected, cancelled, returned, or failed before it was funded; see ``ListedCashLink/end``.
        case finished
    }

    /// The funding payment's id.
    public let id: IntentID
    /// The vault that holds or held the link's money.
    public let vault: PublicKey
    /// The currency of the amount, a lower-case code.
    public let currencyCode: String
    /// The amount in that currency, for display only.
    public let nativeAmount: Double
    /// The money in quarks of `mint`.
    public let quarks: UInt64
    /// The mint of the money.
    public let mint: PublicKey
    /// When the link was made.
    public let created: Instant
    /// The link's state.
    public let state: State
    /// How the link ended; nil if it has not ended, or if its end is not known.
    public let end: LinkRecord.State?
    /// The service's title, such as `Sending`; nil if the service has not sent one.
    public let title: String?
    /// Whether the money can still be taken back, as far as the wallet knows.
    public let canCancel: Bool
    /// The secret words; nil for links made elsewhere.
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
        // An end that this wallet recorded counts even if the history still says pending.
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

    /// Returns the same link with another state.
    func with(state: State, end: LinkRecord.State?) -> ListedCashLink {
        ListedCashLink(self, state: state, end: end)
    }

    /// Returns the link to share; nil if its secret is not stored here.
    public func link(hosts: LinkHosts) -> BearerLink? { mnemonic.map(hosts.cashLink) }
}
