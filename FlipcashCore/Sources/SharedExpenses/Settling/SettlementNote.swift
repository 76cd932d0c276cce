/// A record in the wallet's journal about a payment between people that has not ended (expense specification §9.5).
///
/// The note names the payment before anything is proposed, and the intent before anything is submitted. A later
/// run therefore finds every payment that a crash interrupted, and looks up its outcome instead of paying again.
public struct SettlementNote: Hashable, Sendable {
    /// The payment between people.
    public let payment: EntityID
    /// How the wallet pays: ``SplitPayment/Method/direct`` or ``SplitPayment/Method/cashLink``.
    public let method: SplitPayment.Method
    /// The 32 bytes of the wallet's intent, in hexadecimal digits; nil before it is chosen.
    public internal(set) var intent: String?
    /// Whether something is left to do.
    public internal(set) var isOpen: Bool

    /// Creates a note; a note without an intent says that nothing has been submitted.
    public init(payment: EntityID, method: SplitPayment.Method, intent: String? = nil, isOpen: Bool = true) {
        self.payment = payment
        self.method = method
        self.intent = intent
        self.isOpen = isOpen
    }
}

/// What a wallet knows of the money of a payment.
public struct PaymentSighting: Hashable, Sendable {
    /// Where the money is.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// With the payee.
        case paid
        /// In a link that waits to be claimed.
        case open
        /// Claimed from a link.
        case claimed
        /// Taken back from a link.
        case voided
        /// Back from a link that was not claimed in time.
        case expired
        /// Certainly still in the wallet.
        case notPaid
        /// Certainly still in the wallet, because the price was no longer current. A new price may be accepted.
        case stale
        /// Not known yet.
        case unknown
    }

    /// Where the money is.
    public let outcome: Outcome
    /// The 32 bytes of a link's vault, in hexadecimal digits.
    public let vault: String?
    /// What left the wallet.
    public let paid: SplitPayment.Paid?

    /// Creates what a wallet knows: a vault for links only, `paid` for money that left the wallet.
    public init(_ outcome: Outcome, vault: String? = nil, paid: SplitPayment.Paid? = nil) {
        self.outcome = outcome
        self.vault = vault
        self.paid = paid
    }
}
