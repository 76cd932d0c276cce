import FlipcashCore
import FlipcashWallet
import SharedExpenses

/// One call's shared expenses with the wallet that pays debts.
struct SettlingDesk: Sendable {
    let desk: SplitDesk
    let wallet: SessionWallet
    let service: any SharedExpensesService

    var call: Invocation { desk.call }

    /// The synchronisation over this call's connection.
    private var sync: SharedExpensesSync {
        let clock = call.runtime.clock
        return SharedExpensesSync(
            store: desk.store, service: service, now: { SplitTime(clock.now()) },
            wait: { try? await clock.sleep(for: .seconds($0)) })
    }

    /// Sends what waits and fetches what is new.
    func synchronise() async throws { _ = try await sync.run() }

    /// Where payments are recorded.
    var book: StoredPayments {
        let (sync, desk) = (sync, desk)
        return StoredPayments(
            store: desk.store,
            synchronize: { () async throws(SharedExpensesSync.Failure) in _ = try await sync.run() },
            newID: { desk.newID() }, now: { desk.now })
    }

    private func driver(_ payer: WalletDebtPayer) -> SettlementDriver { SettlementDriver(payer: payer, book: book) }

    /// Runs `body` while no other command of this account settles a payment. Otherwise a command could mistake a
    /// payment in progress for one that a crash interrupted.
    ///
    /// - Throws: `CommandFailure`, exit 9, if another command settles now.
    func exclusively<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard let lock = try lock() else {
            throw CommandFailure(
                "settling", .conflict, "Another command of this account is settling a payment. Try again.",
                isRetryable: true)
        }
        defer { withExtendedLifetime(lock) {} }
        return try await body()
    }

    private func lock() throws -> HeldLock? {
        try call.files.tryLock(try call.layout.profile(call.settings()).settlingLock(desk.owner))
    }

    /// Pays `payment` with the wallet, and returns how it ended.
    ///
    /// - Throws: `CommandFailure` if no money moved; exit 10 if that is not known.
    func pay(_ payment: SplitPayment, _ order: WalletDebtPayer.Order) async throws -> SettledPayment {
        let payer = WalletDebtPayer(session: wallet.session, random: call.runtime.random, order: order)
        let driver = driver(payer)
        let report: SettlementDriver.Report
        do {
            report = try await call.paying(order.person == nil ? "Making the link" : "Paying") {
                try await driver.settle(payment)
            }
        } catch let interruption as SettlementDriver.Interruption {
            let failure = CommandFailure(describing: interruption.cause)
            guard interruption.mayHavePaid else { throw failure }
            throw unknown(payment, interruption.note, reason: failure.message)
        }
        try requireSuccess(report, payment)
        // The payment is made: a failure to send its end must not look like a failure to pay.
        try? await synchronise()
        let stored = try? desk.overview().view.world.payments[payment.id]
        let isQueued = (try? desk.store.pending().contains { $0.change.target == payment.id.text }) ?? true
        let link = payer.link.map { LinkView($0, token: order.cash.token, hosts: wallet.hosts) }
        return SettledPayment(
            payment: stored ?? payment, link: link, intent: report.note.intent, isQueued: isQueued)
    }

    private func requireSuccess(_ report: SettlementDriver.Report, _ payment: SplitPayment) throws {
        switch report.ending {
        case .completed, .linkOpen: return
        case .refused(let rule):
            throw CommandFailure(split: SplitFailure(SplitFailure.Code(rawValue: rule) ?? .forbidden))
        case .notReached:
            throw CommandFailure(
                "network", .network, "The service did not answer. Nothing was paid; try again.", isRetryable: true)
        case .notPaid:
            throw report.cause.map { CommandFailure(describing: $0) }
                ?? CommandFailure("send_failed", .unexpected, "The payment was not made. No money moved; try again.")
        case .voided, .expired, .unrecorded, .unknown:
            throw unknown(
                payment, report.note,
                reason: report.cause.map { CommandFailure(describing: $0).message }
                    ?? "The payment was submitted and no answer came.")
        }
    }

    private func unknown(_ payment: SplitPayment, _ note: SettlementNote, reason: String) -> CommandFailure {
        SettledPayment(payment: payment, link: nil, intent: note.intent, isQueued: true)
            .unknown(reason: reason, desk.money)
    }

    /// Looks up the outcome of payments that an earlier command left unfinished, and reports it. Never pays.
    ///
    /// Best effort: a payment whose outcome is still unknown is looked up the next time.
    func recover() async throws {
        guard !call.options.isOffline, !call.options.isDryRun else { return }
        guard try !wallet.session.settlements().isEmpty, let lock = try lock() else { return }
        defer { withExtendedLifetime(lock) {} }
        let driver = driver(WalletDebtPayer(session: wallet.session, random: call.runtime.random))
        var hasEnded = false
        // Reads the journal again, because the last holder of the lock may have finished some.
        for record in try wallet.session.settlements() {
            guard let report = try? await driver.resume(SettlementNote(record)) else { continue }
            mention(report)
            if !report.note.isOpen { hasEnded = true }
        }
        if hasEnded { try? await synchronise() }
    }

    private func mention(_ report: SettlementDriver.Report) {
        let overview = try? desk.overview()
        let payment = overview?.view.world.payments[report.note.payment]
        let amount = payment.map { desk.money.text($0.amount) } ?? "unknown amount"
        let person = payment.flatMap { payment in overview?.name(of: payment.to) } ?? "somebody"
        let text = "The payment of \(amount) to \(person)"
        switch report.ending {
        case .completed where report.note.isLink: call.printer.note("\(text): the link was collected.")
        case .completed: call.printer.note("\(text) from an earlier run went through.")
        case .voided: call.printer.note("\(text): the link was taken back. The debt is open again.")
        case .expired: call.printer.note("\(text): the link was not collected and its cash is back. The debt is open.")
        case .notPaid, .notReached, .refused:
            call.printer.note("\(text) from an earlier run was not made. No money moved.")
        case .unrecorded:
            call.printer.warning(
                "\(text) was made, but it is not recorded. Record it with: flipcash split settle PERSON AMOUNT "
                    + "--external")
        case .unknown:
            call.printer.note("\(text): its outcome is still unknown. Do not repeat it.")
        case .linkOpen: break
        }
    }
}

extension SplitDesk {
    /// Looks up the outcome of payments that an earlier command left unfinished. Opens the wallet only if it ever paid.
    func recoverSettlements() async throws {
        guard !call.options.isOffline, !call.options.isDryRun else { return }
        let journal = try call.layout.profile(call.settings()).journal(owner)
        guard try call.files.permissions(journal) != nil else { return }
        try await withWallet { _ in }
    }

    /// Runs `body` with the wallet of this call's account. First looks up the outcome of unfinished payments.
    func withWallet<Value: Sendable>(_ body: @Sendable (SettlingDesk) async throws -> Value) async throws -> Value {
        try await call.withSessionWallet { wallet, container in
            let service: any SharedExpensesService
            if let own = call.sharedExpenses?(account) {
                service = own
            } else {
                let key = try container.accountManager.keyAccount(for: owner).ownerKey
                service = SharedExpensesClient(container.flipClient, owner: key, user: account)
            }
            let settling = SettlingDesk(desk: self, wallet: wallet, service: service)
            try await settling.recover()
            return try await body(settling)
        }
    }
}
