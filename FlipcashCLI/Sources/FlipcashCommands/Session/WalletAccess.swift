import FlipcashCore
import FlipcashWallet

/// The wallet operations that commands use. Their results have the form in which commands show them.
protocol WalletAccess: Sendable {
    /// The currencies and swaps of this wallet.
    var market: any MarketAccess { get }
    /// The account's address.
    var owner: PublicKey { get }
    /// The account's addresses for dollars or another token.
    func addresses(_ token: TokenArgument?) async throws -> AccountAddresses
    /// The balance.
    func balance(all: Bool, token: TokenArgument?) async throws -> BalanceView
    /// Checks that the balance covers an amount, and computes the amount from one fresh quote.
    func prepare(_ amount: AmountText, token: TokenArgument?, flow: EntryFlow) async throws -> PreparedCash
    /// Checks that the balance covers `count` payments of `cash`.
    ///
    /// - Throws: `SessionError.insufficientBalance`, as for a single amount that is too large.
    func requireFunds(for cash: PreparedCash, times count: Int) throws
    /// Shows a bill.
    func showBill(_ cash: PreparedCash) async throws -> SessionBill
    /// Collects a scanned bill.
    func grab(_ payload: CashCode.Payload) async throws -> GrabbedCash
    /// Prepares received cash to be given on.
    func prepare(passingOn cash: GrabbedCash) async throws -> PreparedCash
    /// Makes a cash link, and returns as soon as it is paid. The caller shows it, then refreshes.
    func createLink(_ cash: PreparedCash) async throws -> LinkView
    /// Looks up a cash link without collecting it.
    func linkInfo(_ secret: Mnemonic) async throws -> LinkView
    /// Collects a cash link.
    func receiveLink(_ secret: Mnemonic) async throws -> TransferView
    /// The links made by this account.
    func links(all: Bool, limit: Int) async throws -> LinkListing
    /// One of this account's links with its current state, by its id, its vault, the beginning of either, or the link
    /// itself. Returns the last known state if the service does not answer.
    func ownLink(_ selector: String) async throws -> LinkView
    /// The same for a link that is known on this machine; nil for any other. Does not ask the history to find it.
    func knownLink(_ selector: String) async throws -> LinkView?
    /// Takes one of this account's links back, and returns as soon as its money is back. The caller says so, then
    /// refreshes.
    func cancelLink(_ link: LinkView) async throws
    /// Looks up the person whose account or vault has an address.
    func person(at address: PublicKey, mint: PublicKey) async throws -> PaymentDestination
    /// Looks up where a withdrawal goes, and computes its fee.
    func withdrawal(of cash: PreparedCash, to address: PublicKey) async throws -> WithdrawalTerms
    /// Sends cash to a person, and returns as soon as it is paid. The caller says so, then refreshes.
    func send(_ cash: PreparedCash, to person: PaymentDestination) async throws -> IntentID
    /// Sends cash to a person for a savings goal, under an id that was recorded first.
    func send(_ cash: PreparedCash, to person: PaymentDestination, id: IntentID, goal: String) async throws -> IntentID
    /// How a payment ended, as far as the journal knows; nil if it has no record of it.
    func journalState(of payment: IntentID) throws -> PaymentRecord.State?
    /// Withdraws, and returns as soon as it is paid. The caller says so, then refreshes.
    func withdraw(_ cash: PreparedCash, on terms: WithdrawalTerms) async throws -> IntentID
    /// What may still be sent in a currency.
    func limits(in currency: CurrencyCode, refreshes: Bool) async throws -> LimitsView
    /// Updates balances, limits and history. Best effort: ignores errors of the services.
    func refresh() async
    /// The history, newest first.
    func history(syncs: Bool) async throws -> [ActivityView]
    /// One activity or payment, by its id, the vault of a link, or the beginning of either.
    func activity(_ selector: String) async throws -> FoundActivity
    /// The number of invalid entries that were left out of the history when it was last read.
    var skippedEntryCount: Int { get }
}

extension WalletAccess {
    /// Prepares an amount of cash.
    func prepare(_ amount: AmountText, token: TokenArgument?) async throws -> PreparedCash {
        try await prepare(amount, token: token, flow: .giveOrSend)
    }
}

/// The links of an account.
struct LinkListing: Sendable {
    let links: [LinkView]
    /// Whether the history answered. If not, links that were made on other machines may be missing.
    let isComplete: Bool
}

/// One activity or payment.
struct FoundActivity: Sendable {
    let activity: ActivityView
    /// Whether the entry is current. If not, the history could not be updated, and this is the stored entry.
    let isCurrent: Bool
}

/// Cash that was collected from a bill.
struct GrabbedCash: Sendable {
    let received: ReceivedCash
    /// The receipt as people see it.
    var transfer: TransferView { TransferView(received: received) }
}
