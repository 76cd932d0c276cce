import FlipcashCore
import FlipcashWallet

/// What the commands need of the logged-in wallet, in the terms in which they show it.
protocol WalletAccess: Sendable {
    /// The account's address.
    var owner: PublicKey { get }
    /// Where the account's dollars are, or another token.
    func addresses(_ token: TokenArgument?) async throws -> AccountAddresses
    /// What is held.
    func balance(all: Bool, token: TokenArgument?) async throws -> BalanceView
    /// Finds an amount affordable and computes it against one fresh quote.
    func prepare(_ amount: AmountText, token: TokenArgument?) async throws -> PreparedCash
    /// Finds the balance enough for `count` payments of `cash`.
    ///
    /// - Throws: `SessionError.insufficientBalance`, as for a single amount that is too large.
    func requireFunds(for cash: PreparedCash, times count: Int) throws
    /// Puts a bill up.
    func showBill(_ cash: PreparedCash) async throws -> SessionBill
    /// Collects a scanned bill.
    func grab(_ payload: CashCode.Payload) async throws -> GrabbedCash
    /// The same cash as it can be given on.
    func prepare(passingOn cash: GrabbedCash) async throws -> PreparedCash
    /// Makes a cash link, and returns as soon as it is paid: the caller shows it, then refreshes.
    func createLink(_ cash: PreparedCash) async throws -> LinkView
    /// What a cash link is worth, without touching it.
    func linkInfo(_ secret: Mnemonic) async throws -> LinkView
    /// Collects a cash link.
    func receiveLink(_ secret: Mnemonic) async throws -> TransferView
    /// The links made by this account.
    func links(all: Bool, limit: Int) async throws -> LinkListing
    /// One of them as it stands now, by its id, its vault, the beginning of either, or by the link itself. Where the
    /// service cannot be asked, the link stands as it was last known.
    func ownLink(_ selector: String) async throws -> LinkView
    /// The same, if the link is known on this machine; nil when it is not. Asks no history for it.
    func knownLink(_ selector: String) async throws -> LinkView?
    /// Takes one of them back, and returns as soon as its money is back: the caller says so, then refreshes.
    func cancelLink(_ link: LinkView) async throws
    /// Brings balances, limits and history up to date, as far as the services answer.
    func refresh() async
    /// What came and went, newest first.
    func history(syncs: Bool) async throws -> [ActivityView]
    /// One activity or payment, by its id, the vault of a link, or the beginning of either.
    func activity(_ selector: String) async throws -> FoundActivity
    /// How many entries of the history made no sense when it was last asked for; they are left out.
    var skippedEntryCount: Int { get }
}

/// The links of an account.
struct LinkListing: Sendable {
    let links: [LinkView]
    /// Whether the history could be asked; else links that were made on other machines may be missing.
    let isComplete: Bool
}

/// One activity or payment.
struct FoundActivity: Sendable {
    let activity: ActivityView
    /// Whether it stands so now; else the history could not be brought up to date, and it stood so when last stored.
    let isCurrent: Bool
}

/// Cash that was collected from a bill.
struct GrabbedCash: Sendable {
    let received: ReceivedCash
    /// What people see of it.
    var transfer: TransferView { TransferView(received: received) }
}
