/// What an intent is for, as operators speak of it.
public enum IntentKind: String, CaseIterable, Hashable, Sendable {
    /// The opening of a user's account.
    case openings
    /// A payment to another user.
    case payments
    /// The creation of a cash link.
    case cashLinks = "cash_links"
    /// The collection of a cash link.
    case claims
    /// A payment out of the node.
    case withdrawals
    /// The start of a swap. Swaps that have started go on.
    case swaps
}

extension IntentTerms {
    /// What the intent is for; nil for one that no node offers.
    var kind: IntentKind? {
        switch self {
        case .openAccounts: .openings
        case .sendPublicPayment(let terms):
            terms.isWithdrawal ? .withdrawals : terms.isIndirectSend ? .cashLinks : .payments
        case .receivePaymentsPublicly: .claims
        case .publicDistribution: nil
        }
    }
}
