public import FlipcashCore

/// The outcomes of submissions that an earlier run of the program got no answer to.
public struct RecoveredSubmissions: Hashable, Sendable {
    /// The records of submissions that took effect, with their new state.
    public var done: [JournalRecord] = []
    /// The records of links and payments that did not take effect. No money moved.
    public var failed: [JournalRecord] = []
    /// The records of submissions whose outcome is still unknown.
    public var unknown: [JournalRecord] = []

    /// Links that were made, with the secrets from the journal.
    public var madeLinks: [LinkRecord] {
        done.compactMap { record in
            if case .link(let link) = record { link } else { nil }
        }
    }

    /// Payments that were made.
    public var payments: [PaymentRecord] {
        done.compactMap { record in
            if case .payment(let payment) = record { payment } else { nil }
        }
    }

    /// Scanned bills whose cash was received.
    public var grabs: [GrabRecord] {
        done.compactMap { record in
            if case .grab(let grab) = record { grab } else { nil }
        }
    }

    /// The swaps that have ended since, as the journal now says.
    public var endedSwaps: [SwapRecord] = []
    /// The swaps that are still under way, or wait for their payment.
    public var openSwaps: [SwapRecord] = []

    /// Whether there was nothing to recover.
    public var isEmpty: Bool { self == RecoveredSubmissions() }
}

extension Session {
    /// Looks up every unfinished submission in the journal once and records its outcome (client specification §12.8).
    ///
    /// A submission to another node stays unknown, because this session's node has no record of it.
    ///
    /// Links and payments are not looked up while another command of this account holds the lock: their submission may
    /// still be in flight. Collecting a scanned bill does not take the lock, so scanned bills are looked up without it.
    ///
    /// - Throws: `PinFailure` and `NodeGateFailure` before any request, `JournalFailure`, `FileFailure`.
    public func recoverSubmissions() async throws -> RecoveredSubmissions {
        try await nodeGate.verify()
        return try await environment.tasks.performBlocking { try await recoverJournal() }
    }

    /// Looks up every unfinished submission, at the node that was verified.
    private func recoverJournal() async throws -> RecoveredSubmissions {
        var recovered = RecoveredSubmissions()
        try await recoverOwnSubmissions(&recovered)
        try redateUnfinished(where: \.isGrab)
        let grabs = try journal.unfinished().filter(\.isGrab)
        // Another command may still be collecting the recent ones.
        recovered.unknown += grabs.filter { age(of: $0) < SubmissionBound.timeMax }
        let recent = Set(recovered.unknown)
        try await recover(grabs.filter { !recent.contains($0) }, &recovered)
        return recovered
    }

    /// Recovers links and payments under the lock. Does nothing if there are none or another command holds the lock.
    private func recoverOwnSubmissions(_ recovered: inout RecoveredSubmissions) async throws {
        guard try journal.unfinished().contains(where: { !$0.isGrab }) else { return }
        guard let lock = try writerLock.tryAcquire() else { return }
        defer { withExtendedLifetime(lock) {} }
        // Reads the journal again, because the last holder of the lock may have finished some.
        try redateUnfinished { !$0.isGrab }
        try await recover(journal.unfinished().filter { !$0.isGrab }, &recovered)
        try await recoverSwaps(&recovered)
    }

    /// Gives the present time to records whose time has not come. They were written while this machine's clock was
    /// ahead. Their end would stay unknown until the clock shows that time again.
    private func redateUnfinished(where isWanted: (JournalRecord) -> Bool) throws(JournalFailure) {
        let now = environment.clock.now()
        for record in try journal.unfinished() where record.created > now && isWanted(record) {
            try journal.replace(record, with: record.redated(now))
        }
    }

    private func recover(_ records: [JournalRecord], _ recovered: inout RecoveredSubmissions) async throws {
        for record in records where !record.isSwap {
            guard record.isKnown(to: node), let isCommitted = await fate(of: record) else {
                recovered.unknown.append(record)
                continue
            }
            // Another command may have recorded the outcome in the meantime.
            let finished = record.finished(isCommitted: isCommitted)
            guard try journal.replace(record, with: finished) else { continue }
            switch (finished, isCommitted) {
            case (_, true): recovered.done.append(finished)
            case (.link, false), (.payment, false): recovered.failed.append(finished)
            // Not reported as failed, because this account paid nothing.
            case (.grab, false): break
            // Recovered by `recoverSwaps` and by the person.
            case (.swap, _), (.launch, _), (.settlement, _): break
            }
        }
    }

    /// Whether a submission took effect; nil if that is unknown now.
    private func fate(of record: JournalRecord) async -> Bool? {
        guard let intent = record.intent else { return nil }
        do throws(IntentMetadataError) {
            let committed = try await client.fetchIntentMetadata(intent, asker: .owner(owner))
            guard case .grab = record else { return record.matches(committed) }
            return await isPaid(by: committed)
        } catch {
            switch error {
            case .notFound: return isOver(record) ? false : nil
            // Another person's payment has this id.
            case .denied: return false
            case .malformed, .rpc: return nil
            }
        }
    }

    /// Whether a payment went to an account of this owner; nil if that is unknown now.
    private func isPaid(by committed: CommittedIntent) async -> Bool? {
        guard let cluster = try? await cluster(for: committed.mint) else { return nil }
        return committed.pays(cluster.vault)
    }

    /// Whether a submission can no longer be in flight.
    private func isOver(_ record: JournalRecord) -> Bool {
        switch record {
        case .link, .payment, .swap, .launch, .settlement: age(of: record) >= SubmissionBound.timeMax
        case .grab: age(of: record) >= GrabRecord.openTimeMax
        }
    }

    func age(of record: JournalRecord) -> Duration {
        environment.clock.now().duration(since: record.created)
    }

    /// Looks up a payment by its id, for example after an unknown outcome.
    ///
    /// - Throws: `PinFailure`, `NodeGateFailure`, `IntentMetadataError`; `PaymentLookUpFailure` for a submission of
    ///   this wallet that may still be in flight, or that went to another node.
    public func lookUpPayment(_ id: IntentID) async throws -> CommittedIntent {
        try await nodeGate.verify()
        do throws(IntentMetadataError) {
            return try await client.fetchIntentMetadata(id, asker: .owner(owner))
        } catch {
            let unfinished = await environment.tasks.performBlocking { (try? journal.unfinished()) ?? [] }
            guard error == .notFound, let record = unfinished.first(where: { $0.submission == id }) else { throw error }
            guard record.isKnown(to: node) else { throw PaymentLookUpFailure.submittedElsewhere(id) }
            guard !isOver(record) else { throw error }
            throw PaymentLookUpFailure.notYetKnown(id)
        }
    }
}

/// The reasons why the outcome of a payment is unknown.
public enum PaymentLookUpFailure: WalletFailure, Equatable {
    /// This wallet submitted the payment a moment ago, and the service does not know it yet.
    case notYetKnown(IntentID)
    /// This wallet submitted the payment to another node, which alone knows the outcome.
    case submittedElsewhere(IntentID)

    /// Always `outcomeUnknown`: the payment must not be repeated before its outcome is known.
    public var report: FailureReport {
        switch self {
        case .notYetKnown(let id):
            FailureReport(
                .pending, .outcomeUnknown,
                "The service does not know this payment yet, but it was submitted a moment ago and may still be "
                    + "carried out. Do not repeat it; ask again in a minute.",
                details: ["id": id.base58], advice: .findPayment(id))
        case .submittedElsewhere(let id):
            FailureReport(
                .pending, .outcomeUnknown,
                "This payment was submitted to another service, and only that service knows how it ended. Do not "
                    + "repeat it before you have asked there.",
                details: ["id": id.base58], advice: .findPaymentElsewhere)
        }
    }
}

extension JournalRecord {
    fileprivate var intent: IntentID? {
        switch self {
        case .link(let link): link.intent
        case .payment(let payment): payment.intent
        case .grab(let grab): grab.intent
        case .swap(let swap): swap.funding
        case .launch, .settlement: nil
        }
    }

    fileprivate var isGrab: Bool {
        switch self {
        case .link, .payment, .swap, .launch, .settlement: false
        case .grab: true
        }
    }

    fileprivate var isSwap: Bool {
        switch self {
        case .swap: true
        case .link, .payment, .grab, .launch, .settlement: false
        }
    }

    /// The intent, if this account submitted it; nil for scanned bills.
    fileprivate var submission: IntentID? {
        switch self {
        case .link, .payment, .swap: intent
        case .grab, .launch, .settlement: nil
        }
    }

    /// Whether the committed intent is the submitted one. A bill pays either as a link or directly, under the same id.
    ///
    /// Records of older programs name no destination; then the amount decides.
    fileprivate func matches(_ committed: CommittedIntent) -> Bool {
        switch (self, committed.kind) {
        case (.link(let link), .sentPublicPayment(let destination, let isIndirectSend, _)):
            isIndirectSend && destination == link.vault
        case (.payment(let payment), .sentPublicPayment(let destination, let isIndirectSend, let isWithdrawal)):
            payment.kind.isSending && !isIndirectSend && isWithdrawal == (payment.kind == .withdraw)
                && payment.mint == committed.mint && payment.quarks == committed.exchangeData.quarks
                && (payment.destination ?? destination) == destination
        case (.payment(let payment), .receivedPaymentsPublicly):
            payment.kind == .claim
        case (.link, .receivedPaymentsPublicly), (.grab, _), (.swap, _), (.launch, _),
            (.settlement, _):
            false
        }
    }
}

extension PaymentRecord.Kind {
    /// Whether the payment leaves this account.
    fileprivate var isSending: Bool {
        switch self {
        case .give, .send, .withdraw: true
        case .claim: false
        }
    }
}
