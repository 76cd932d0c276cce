import FlipcashCore

/// The effect of an intent's actions on each account they touch (payment specification §6.5).
struct Simulation: Hashable, Sendable {
    /// One change of one account.
    struct Change: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case transfer
            case withdraw
            case fee
        }

        let action: Int
        let kind: Kind
        let isAutoReturn: Bool
        /// The amount that the account gains; negative when it pays.
        let quarks: Int64
    }

    /// All changes of one account.
    struct Account: Hashable, Sendable {
        let token: PublicKey
        let mint: PublicKey
        /// The account's record before the intent.
        let vault: Vault?
        var openedBy: Int?
        var closedBy: Int?
        var changes: [Change] = []

        /// The sum of all gains and payments; includes changes by auto-returns only if `withAutoReturns` is true.
        func total(withAutoReturns: Bool) -> Int64 {
            changes.reduce(into: 0) { sum, change in
                if withAutoReturns || !change.isAutoReturn { sum = sum.saturatingAdding(change.quarks) }
            }
        }
    }

    /// The accounts, in the order in which the actions first name them.
    private(set) var accounts: [Account] = []
    private var places: [PublicKey: Int] = [:]

    subscript(token: PublicKey) -> Account? { places[token].map { accounts[$0] } }

    /// The accounts that the intent opens.
    var opened: [Account] { accounts.filter { $0.openedBy != nil } }

    /// The accounts that the intent closes.
    var closed: [Account] { accounts.filter { $0.closedBy != nil } }

    /// The fees that the intent pays: action and quarks.
    var fees: [(action: Int, quarks: Int64)] {
        accounts.flatMap(\.changes).filter { $0.kind == .fee }.map { ($0.action, -$0.quarks) }
    }

    /// Simulates `actions` on the ledger that `view` shows.
    ///
    /// - Throws: `IntentRefusal` for the first action that cannot be carried out.
    init(_ actions: [RequestedAction], view: some LedgerView) throws {
        for (index, action) in actions.enumerated() {
            switch action {
            case .openAccount(let opening):
                try open(opening, index, view)
            case .transfer(let transfer):
                try check(authority: transfer.authority, of: transfer.source, mint: transfer.mint, index, view)
                let change = try Self.change(index, .transfer, transfer.amount, of: transfer.source)
                try apply(change.paid, to: transfer.source, mint: transfer.mint, index, view)
                try apply(change, to: transfer.destination, mint: transfer.mint, index, view)
            case .withdraw(let withdrawal):
                try withdraw(withdrawal, index, view)
            case .feePayment(let fee):
                try check(authority: fee.authority, of: fee.source, mint: fee.mint, index, view)
                let change = try Self.change(index, .fee, fee.amount, of: fee.source)
                try apply(change.paid, to: fee.source, mint: fee.mint, index, view)
            }
        }
        for account in accounts { try Self.checkBalances(of: account) }
    }

    private mutating func open(_ opening: RequestedAction.Opening, _ index: Int, _ view: some LedgerView) throws {
        if let vault = try view.vault(opening.token) {
            throw IntentRefusal.stale(
                action: index,
                vault.balance.isOpen
                    ? "account is already opened" : "account is already closed and won't be reused")
        }
        try check(authority: opening.authority, of: opening.token, mint: opening.mint, index, view)
        let place = try place(of: opening.token, mint: opening.mint, index, view)
        guard accounts[place].openedBy == nil else {
            throw IntentRefusal.invalid(action: index, "account is already opened in another action")
        }
        guard accounts[place].closedBy == nil else {
            throw IntentRefusal.invalid(action: index, "account cannot be reopened")
        }
        guard accounts[place].changes.isEmpty else {
            throw IntentRefusal.invalid(action: index, "account is used before it is opened")
        }
        accounts[place].openedBy = index
    }

    private mutating func withdraw(
        _ withdrawal: RequestedAction.Withdrawal, _ index: Int, _ view: some LedgerView
    ) throws {
        guard withdrawal.source != withdrawal.destination else {
            throw IntentRefusal.invalid(action: index, "source and destination accounts must be different")
        }
        try check(authority: withdrawal.authority, of: withdrawal.source, mint: withdrawal.mint, index, view)
        let change = try Self.change(
            index, .withdraw, withdrawal.amount, of: withdrawal.source, isAutoReturn: withdrawal.isAutoReturn)
        try apply(change.paid, to: withdrawal.source, mint: withdrawal.mint, index, view)
        let source = try place(of: withdrawal.source, mint: withdrawal.mint, index, view)
        accounts[source].closedBy = index
        try apply(change, to: withdrawal.destination, mint: withdrawal.mint, index, view)
    }

    private mutating func apply(
        _ change: Change, to token: PublicKey, mint: PublicKey, _ index: Int, _ view: some LedgerView
    ) throws {
        let place = try place(of: token, mint: mint, index, view)
        guard accounts[place].closedBy == nil else {
            throw IntentRefusal.invalid(action: index, "account is closed and cannot send or receive funds")
        }
        if change.quarks < 0, let vault = accounts[place].vault, vault.balance.isOpen, !vault.isManaged {
            throw IntentRefusal.unmanagedSource
        }
        accounts[place].changes.append(change)
    }

    /// Returns the index of the account, adding it when it is named for the first time.
    private mutating func place(of token: PublicKey, mint: PublicKey, _ index: Int, _ view: some LedgerView) throws
        -> Int
    {
        if let place = places[token] {
            guard accounts[place].mint == mint else {
                throw IntentRefusal.invalid(action: index, "\(token.base58) mint is invalid")
            }
            return place
        }
        let vault = try view.vault(token)
        if let vault, vault.mint != mint {
            throw IntentRefusal.invalid(action: index, "\(token.base58) mint is invalid")
        }
        accounts.append(Account(token: token, mint: mint, vault: vault))
        places[token] = accounts.count - 1
        return accounts.count - 1
    }

    /// Checks that an authority moves only the vault that derives from it under the action's mint.
    private func check(
        authority: PublicKey, of token: PublicKey, mint: PublicKey, _ index: Int, _ view: some LedgerView
    ) throws {
        guard let record = try view.mint(mint) else { throw IntentRefusal.unsupportedMint }
        // The vault's address was derived from its authority when it was opened.
        if let vault = try view.vault(token), vault.authority == authority, vault.mint == mint { return }
        let derived = record.timelock(of: authority).vault.address
        guard derived == token else {
            throw IntentRefusal.invalid(action: index, "token must be \(derived.base58)")
        }
    }

    /// Refuses 2⁶³ quarks or more, since no account can hold that much.
    private static func change(
        _ index: Int, _ kind: Change.Kind, _ amount: UInt64, of source: PublicKey, isAutoReturn: Bool = false
    ) throws(IntentRefusal) -> Change {
        guard amount > 0 else { throw .invalid(action: index, "transaction with 0 quarks") }
        guard let quarks = Int64(exactly: amount) else { throw .insufficient(action: index, source) }
        return Change(action: index, kind: kind, isAutoReturn: isAutoReturn, quarks: quarks)
    }

    /// Follows the account's balance through the intent: it must never fall below zero, and must end at zero if the
    /// account is closed.
    private static func checkBalances(of account: Account) throws(IntentRefusal) {
        guard account.vault != nil || account.openedBy != nil else {
            guard let payment = account.changes.first(where: { $0.quarks < 0 }) else { return }
            throw .insufficient(action: payment.action, account.token)
        }
        var balance = account.vault?.balance.quarks ?? 0
        for change in account.changes {
            let (sum, overflow) = balance.addingReportingOverflow(change.quarks)
            guard !overflow else { throw .invalid(action: change.action, "amount is out of range") }
            guard sum >= 0 else { throw .insufficient(action: change.action, account.token) }
            balance = sum
            if change.kind == .withdraw, change.quarks < 0, balance != 0 {
                throw .invalid(
                    action: change.action, "attempt to close \(account.token.base58) with a non-zero balance")
            }
        }
    }
}

extension Simulation.Change {
    /// The same change seen from the account that pays.
    fileprivate var paid: Self { Self(action: action, kind: kind, isAutoReturn: isAutoReturn, quarks: -quarks) }
}

extension Int64 {
    fileprivate func saturatingAdding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}

extension MintRecord {
    /// The mint's virtual machine.
    var virtualMachine: VirtualMachine { VirtualMachine(mint: mint, authority: vmAuthority) }

    /// The addresses derived from an authority.
    func timelock(of authority: PublicKey) -> TimelockAccount {
        TimelockAccount(owner: authority, virtualMachine: virtualMachine)
    }
}
