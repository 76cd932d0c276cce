import FlipcashCore
import FlipcashWallet
import SharedExpenses

/// What the service knows of the money of a payment that another device may have moved.
struct FoundMoney: Sendable, Equatable {
    let sighting: PaymentSighting
    /// The intent that moved the money; nil without money.
    var intent: IntentID?
    /// When the money moved, if only its amount and its time say that it belongs to the payment. Nil if the payment's
    /// record names it.
    var guessedDate: Instant?

    /// The service has seen no money for the payment.
    static let nothing = FoundMoney(sighting: PaymentSighting(.notPaid))
}

/// Looks for the money of payments whose journal is on another device (expense specification §9.5).
extension SettlingDesk {
    /// How long after its proposal a payment may still be submitted by a command that runs.
    static let submissionTimeMax = SubmissionBound.timeMax * SettlementCourse.attemptsMax

    /// Whether this device has begun the payment and does not know its end.
    func isSettling(_ payment: SplitPayment) throws -> Bool {
        try wallet.session.settlements().contains { $0.payment == payment.id.text }
    }

    /// Finds the money of a payment of this account: by the ids in its record, or else by its amount in the account's
    /// history. Pays nothing.
    ///
    /// - Throws: errors of the service and of the stored history.
    func money(of payment: SplitPayment, _ overview: SplitOverview) async throws -> FoundMoney {
        try await wallet.synchronize()
        if let vault = payment.giftCardVault.flatMap(PublicKey.init(hexadecimal:)) {
            guard let link = try wallet.session.cashLinks().first(where: { $0.vault == vault }) else {
                return FoundMoney(sighting: PaymentSighting(.unknown))
            }
            return try await money(in: link)
        }
        if let intent = payment.intent.flatMap(IntentID.init(hexadecimal:)) { return try await money(movedBy: intent) }
        let others = overview.view.world.payments.values.filter { $0.id != payment.id }
        switch payment.method {
        case .direct: return try await likelyTransfer(of: payment, others)
        case .cashLink: return try await likelyLink(of: payment, others)
        case .cash, .external: return .nothing
        }
    }

    private func money(in link: ListedCashLink) async throws -> FoundMoney {
        let fresh = try await wallet.session.refreshed(link)
        let paid = SplitPayment.Paid(
            currency: link.currencyCode, nativeAmount: link.nativeAmount, quarks: link.quarks, mint: link.mint.bytes)
        return FoundMoney(
            sighting: PaymentSighting(fresh.outcome, vault: link.vault.hexadecimal, paid: paid), intent: link.id)
    }

    private func money(movedBy intent: IntentID) async throws -> FoundMoney {
        guard let committed = try await lookUp(intent) else { return .nothing }
        guard case .sentPublicPayment(_, let isLink, let isWithdrawal) = committed.kind, !isWithdrawal else {
            return FoundMoney(sighting: PaymentSighting(.unknown))
        }
        guard isLink else { return committed.transfer }
        guard let link = try wallet.session.cashLinks().first(where: { $0.id == intent }) else {
            return FoundMoney(sighting: PaymentSighting(.unknown))
        }
        return try await money(in: link)
    }

    /// The intent of this account; nil if the service has none with this id.
    private func lookUp(_ intent: IntentID) async throws -> CommittedIntent? {
        do {
            return try await wallet.session.lookUpPayment(intent)
        } catch let error as IntentMetadataError where error == .notFound || error == .denied {
            return nil
        }
    }

    /// The oldest transfer to the payee since the proposal that has the amount of the payment and belongs to no other
    /// payment.
    private func likelyTransfer(of payment: SplitPayment, _ others: [SplitPayment]) async throws -> FoundMoney {
        guard let payee = try await owner(of: payment.to) else { return .nothing }
        let amount = try SettlementPlanView.fiat(payment.amount)
        let used = Set(others.compactMap(\.intent))
        let entries = try wallet.session.history.activities(limit: .max).filter { entry in
            entry.kind == .gave && entry.date >= payment.earliestTransfer
                && entry.payment.currencyCode == amount.currency.rawValue
                && entry.payment.nativeAmount == amount.wireValue && !used.contains(entry.id.hexadecimal)
        }
        for entry in entries.reversed() {
            guard let committed = try await lookUp(entry.id),
                case .sentPublicPayment(let destination, false, false) = committed.kind,
                try await wallet.person(at: payee, mint: committed.mint).account == destination
            else { continue }
            var found = committed.transfer
            found.guessedDate = entry.date
            return found
        }
        return .nothing
    }

    /// The key that a person is paid with; nil for a person who is not linked to an account.
    private func owner(of member: MemberID) async throws -> PublicKey? {
        do throws(ServiceFailure) {
            return PublicKey(exactly: try await service.payee(member).owner)
        } catch {
            guard error == .notFound else { throw error }
            return nil
        }
    }

    /// A link of another device since the proposal that has the amount of the payment and belongs to no other payment:
    /// an open one, or else the oldest that was collected. A link that was taken back proves nothing.
    private func likelyLink(of payment: SplitPayment, _ others: [SplitPayment]) async throws -> FoundMoney {
        let amount = try SettlementPlanView.fiat(payment.amount)
        let used = Set(others.compactMap(\.giftCardVault))
        let links = try wallet.session.cashLinks().filter { link in
            link.mnemonic == nil && link.created >= payment.earliestTransfer
                && link.currencyCode == amount.currency.rawValue && link.nativeAmount == amount.wireValue
                && !used.contains(link.vault.hexadecimal)
        }
        var likely: [FoundMoney] = []
        for link in links.reversed() {
            var found = try await money(in: link)
            found.guessedDate = link.created
            likely.append(found)
        }
        let outcomes: [PaymentSighting.Outcome] = [.open, .claimed, .unknown]
        return outcomes.lazy.compactMap { outcome in likely.first { $0.sighting.outcome == outcome } }.first ?? .nothing
    }

    /// Queues steps of a payment, sends them, and says whether they arrived.
    ///
    /// - Throws: `CommandFailure` if the service refuses one; `SplitStoreFailure`.
    func record(_ steps: [PaymentAdvance]) async throws -> SplitDelivery {
        var ids: Set<EntityID> = []
        for step in steps {
            ids.insert(try desk.store.enqueue(.advancePayment(step), id: desk.newID(), at: desk.now).id)
        }
        var reason = "The service takes no more for now."
        do {
            try await synchronise()
        } catch {
            // The steps are saved: a failure to send them must not look like a failure to save them.
            reason = CommandFailure(describing: error).message
        }
        if let refused = try desk.refusal(of: ids) { throw refused }
        return try desk.store.pending().contains { ids.contains($0.id) } ? .queued(reason) : .sent
    }
}

extension SplitPayment {
    /// How many seconds the ledger's time may be behind that of shared expenses, as the node accepts it.
    private static let clockTolerance: Int64 = 300

    /// The earliest time of a transfer that can be the payment's: an older one was for something else.
    fileprivate var earliestTransfer: Instant { createdAt.adding(seconds: -Self.clockTolerance).instant }
}

extension CommittedIntent {
    /// The money of a payment from wallet to wallet.
    fileprivate var transfer: FoundMoney {
        let paid = SplitPayment.Paid(
            currency: exchangeData.currencyCode, nativeAmount: exchangeData.nativeAmount, quarks: exchangeData.quarks,
            mint: mint.bytes)
        return FoundMoney(sighting: PaymentSighting(.paid, paid: paid), intent: id)
    }
}

extension ListedCashLink {
    /// Where the money of the link is.
    fileprivate var outcome: PaymentSighting.Outcome {
        switch state {
        case .unconfirmed: .unknown
        case .pending: .open
        case .finished:
            switch end {
            case .claimed: .claimed
            case .cancelled: .voided
            case .returned: .expired
            case .failed: .notPaid
            case .submitting, .open, nil: .unknown
            }
        }
    }
}
