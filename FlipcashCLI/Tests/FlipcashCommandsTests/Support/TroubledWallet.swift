import FlipcashCore
import FlipcashWallet
import Synchronization

@testable import FlipcashCommands

/// A wallet whose cancellations of links fail before they reach the service, as often as the test sets.
final class TroubledWallet: WalletAccess {
    private let wallet: any WalletAccess
    private let failures: Mutex<[PublicKey: [any Error]]>
    private let tried = Mutex<[PublicKey]>([])
    /// The error of every look-up of a link; nil for none.
    let lookFailure: (any Error)?
    let market: any MarketAccess

    /// - Parameters:
    ///   - failures: the errors of the first attempts to cancel a link, by its vault.
    ///   - lookFailure: the error of every look-up of a link.
    ///   - market: replaces the wallet's market.
    init(
        _ wallet: any WalletAccess, failures: [PublicKey: [any Error]], lookFailure: (any Error)? = nil,
        market: (any MarketAccess)? = nil
    ) {
        self.wallet = wallet
        self.market = market ?? wallet.market
        self.failures = Mutex(failures)
        self.lookFailure = lookFailure
    }

    /// The links whose cancellation was tried, in order.
    var cancelled: [PublicKey] { tried.withLock { $0 } }

    func cancelLink(_ link: LinkView) async throws {
        tried.withLock { $0.append(link.vault) }
        let failure = failures.withLock { failures -> (any Error)? in
            guard failures[link.vault]?.isEmpty == false else { return nil }
            return failures[link.vault]?.removeFirst()
        }
        if let failure { throw failure }
        try await wallet.cancelLink(link)
    }

    func ownLink(_ selector: String) async throws -> LinkView {
        if let lookFailure { throw lookFailure }
        return try await wallet.ownLink(selector)
    }

    func knownLink(_ selector: String) async throws -> LinkView? { try await wallet.knownLink(selector) }

    var owner: PublicKey { wallet.owner }
    var skippedEntryCount: Int { wallet.skippedEntryCount }
    func addresses(_ token: TokenArgument?) async throws -> AccountAddresses { try await wallet.addresses(token) }
    func balance(all: Bool, token: TokenArgument?) async throws -> BalanceView {
        try await wallet.balance(all: all, token: token)
    }
    func prepare(_ amount: AmountText, token: TokenArgument?, flow: EntryFlow) async throws -> PreparedCash {
        try await wallet.prepare(amount, token: token, flow: flow)
    }
    func person(at address: PublicKey, mint: PublicKey) async throws -> PaymentDestination {
        try await wallet.person(at: address, mint: mint)
    }
    func withdrawal(of cash: PreparedCash, to address: PublicKey) async throws -> WithdrawalTerms {
        try await wallet.withdrawal(of: cash, to: address)
    }
    func send(_ cash: PreparedCash, to person: PaymentDestination) async throws -> IntentID {
        try await wallet.send(cash, to: person)
    }
    func send(
        _ cash: PreparedCash, to person: PaymentDestination, id: IntentID, goal: String
    ) async throws -> IntentID {
        try await wallet.send(cash, to: person, id: id, goal: goal)
    }
    func journalState(of payment: IntentID) throws -> PaymentRecord.State? { try wallet.journalState(of: payment) }
    func withdraw(_ cash: PreparedCash, on terms: WithdrawalTerms) async throws -> IntentID {
        try await wallet.withdraw(cash, on: terms)
    }
    func limits(in currency: CurrencyCode, refreshes: Bool) async throws -> LimitsView {
        try await wallet.limits(in: currency, refreshes: refreshes)
    }
    func requireFunds(for cash: PreparedCash, times count: Int) throws {
        try wallet.requireFunds(for: cash, times: count)
    }
    func showBill(_ cash: PreparedCash) async throws -> SessionBill { try await wallet.showBill(cash) }
    func grab(_ payload: CashCode.Payload) async throws -> GrabbedCash { try await wallet.grab(payload) }
    func prepare(passingOn cash: GrabbedCash) async throws -> PreparedCash {
        try await wallet.prepare(passingOn: cash)
    }
    func createLink(_ cash: PreparedCash) async throws -> LinkView { try await wallet.createLink(cash) }
    func linkInfo(_ secret: Mnemonic) async throws -> LinkView { try await wallet.linkInfo(secret) }
    func receiveLink(_ secret: Mnemonic) async throws -> TransferView { try await wallet.receiveLink(secret) }
    func links(all: Bool, limit: Int) async throws -> LinkListing { try await wallet.links(all: all, limit: limit) }
    func refresh() async { await wallet.refresh() }
    func history(syncs: Bool) async throws -> [ActivityView] { try await wallet.history(syncs: syncs) }
    func activity(_ selector: String) async throws -> FoundActivity { try await wallet.activity(selector) }
}
