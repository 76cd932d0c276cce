public import FlipcashCore

/// What became of submissions that an earlier run of the program never heard of again.
public struct RecoveredSubmissions: Hashable, Sendable {
    /// Links that exist after all, with the secrets that the journal kept.
    public var madeLinks: [LinkRecord] = []
    /// How many links exist after all.
    public var links: Int { madeLinks.count }
    /// Payments that were made after all.
    public var payments = 0
    /// Scanned bills whose cash came after all.
    public var grabs = 0
    /// Submissions that never took effect.
    public var failed = 0
    /// Submissions that could not be looked up now.
    public var unknown = 0

    /// Whether there was anything to find out.
    public var isEmpty: Bool { self == RecoveredSubmissions() }
}

extension Session {
    /// Looks every unfinished submission of the journal up once and notes what became of it (client specification
    /// §12.8).
    ///
    /// What was submitted to another node than this session's stays unknown: this one cannot tell what became of it.
    ///
    /// No submission is looked up while another command of this account moves money: it is not over. Whoever asks for a
    /// bill's cash moves none, so that the lock says nothing of scanned bills and is not held for them.
    ///
    /// - Throws: `PinFailure` and `NodeGateFailure` before anything is asked, `JournalFailure`, `FileFailure`.
    public func recoverSubmissions() async throws -> RecoveredSubmissions {
        try await nodeGate.verify()
        var recovered = RecoveredSubmissions()
        try await recoverOwnSubmissions(&recovered)
        let grabs = try journal.unfinished().filter(\.isGrab)
        // Somebody may still be at those that are young.
        let old = grabs.filter { age(of: $0) >= SubmissionBound.timeMax }
        recovered.unknown += grabs.count - old.count
        try await recover(old, &recovered)
        return recovered
    }

    /// Settles links and payments under the lock, if there are any and nobody else holds it.
    private func recoverOwnSubmissions(_ recovered: inout RecoveredSubmissions) async throws {
        guard try journal.unfinished().contains(where: { !$0.isGrab }) else { return }
        guard let lock = try writerLock.tryAcquire() else { return }
        defer { withExtendedLifetime(lock) {} }
        // Read again: the last holder of the lock may have ended some.
        try await recover(journal.unfinished().filter { !$0.isGrab }, &recovered)
    }

    private func recover(_ records: [JournalRecord], _ recovered: inout RecoveredSubmissions) async throws {
        for record in records {
            guard record.isKnown(to: node), let isCommitted = await fate(of: record) else {
                recovered.unknown += 1
                continue
            }
            // Another command may have noted the end meanwhile.
            guard try journal.replace(record, with: record.finished(isCommitted: isCommitted)) else { continue }
            switch (record, isCommitted) {
            case (.link(let link), true): recovered.madeLinks.append(link)
            case (.payment, true): recovered.payments += 1
            case (.grab, true): recovered.grabs += 1
            case (.link, false), (.payment, false): recovered.failed += 1
            // Nothing of this account's was at stake.
            case (.grab, false): break
            }
        }
    }

    /// Whether a submission took effect; nil when that cannot be told now.
    private func fate(of record: JournalRecord) async -> Bool? {
        do throws(IntentMetadataError) {
            let committed = try await client.fetchIntentMetadata(record.intent, asker: .owner(owner))
            guard case .grab = record else { return record.matches(committed) }
            return await isPaid(by: committed)
        } catch {
            switch error {
            case .notFound: return isOver(record) ? false : nil
            // Somebody else's payment took the id.
            case .denied: return false
            case .malformed, .rpc: return nil
            }
        }
    }

    /// Whether a payment went to an account of this owner; nil when that cannot be told now.
    private func isPaid(by committed: CommittedIntent) async -> Bool? {
        guard let cluster = try? await cluster(for: committed.mint) else { return nil }
        return committed.pays(cluster.vault)
    }

    /// Whether a submission can no longer be under way.
    private func isOver(_ record: JournalRecord) -> Bool {
        switch record {
        case .link, .payment: age(of: record) >= SubmissionBound.timeMax
        case .grab: age(of: record) >= GrabRecord.openTimeMax
        }
    }

    private func age(of record: JournalRecord) -> Duration {
        environment.clock.now().duration(since: record.created)
    }

    /// Asks the service for a payment by its id: the check after an unknown outcome.
    ///
    /// - Throws: `PinFailure`, `NodeGateFailure`, `IntentMetadataError`; `PaymentLookUpFailure` for a submission of
    ///   this wallet that may still be under way, or that went to another node.
    public func lookUpPayment(_ id: IntentID) async throws -> CommittedIntent {
        try await nodeGate.verify()
        do throws(IntentMetadataError) {
            return try await client.fetchIntentMetadata(id, asker: .owner(owner))
        } catch {
            let unfinished = (try? journal.unfinished()) ?? []
            guard error == .notFound, let record = unfinished.first(where: { $0.submission == id }) else { throw error }
            guard record.isKnown(to: node) else { throw PaymentLookUpFailure.submittedElsewhere(id) }
            guard !isOver(record) else { throw error }
            throw PaymentLookUpFailure.notYetKnown(id)
        }
    }
}

/// Why nothing certain can be said of a payment.
public enum PaymentLookUpFailure: WalletFailure, Equatable {
    /// It was submitted from here a moment ago, and the service does not know it yet.
    case notYetKnown(IntentID)
    /// It was submitted from here to another node, and what became of it is not known.
    case submittedElsewhere(IntentID)

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
                "This payment was submitted to another service, and only that service can tell what became of it. Do "
                    + "not repeat it before you have asked there.",
                details: ["id": id.base58], advice: .findPaymentElsewhere)
        }
    }
}

extension JournalRecord {
    fileprivate var intent: IntentID {
        switch self {
        case .link(let link): link.intent
        case .payment(let payment): payment.intent
        case .grab(let grab): grab.intent
        }
    }

    fileprivate var isGrab: Bool {
        switch self {
        case .link, .payment: false
        case .grab: true
        }
    }

    /// The intent where this account submitted it.
    fileprivate var submission: IntentID? {
        switch self {
        case .link, .payment: intent
        case .grab: nil
        }
    }

    /// Whether what was committed under the id is what was submitted: a bill pays as a link or directly, not both.
    fileprivate func matches(_ committed: CommittedIntent) -> Bool {
        switch (self, committed.kind) {
        case (.link(let link), .sentPublicPayment(let destination, let isIndirectSend, _)):
            isIndirectSend && destination == link.vault
        case (.payment(let payment), .sentPublicPayment(_, let isIndirectSend, _)):
            payment.kind == .give && !isIndirectSend && committed.exchangeData.quarks == payment.quarks
        case (.payment(let payment), .receivedPaymentsPublicly):
            payment.kind == .claim
        case (.link, .receivedPaymentsPublicly), (.grab, _): false
        }
    }
}
