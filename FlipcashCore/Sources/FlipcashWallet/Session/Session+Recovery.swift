public import FlipcashCore

/// What became of submissions that an earlier run of the program never heard of again.
public struct RecoveredSubmissions: Hashable, Sendable {
    /// Links that exist after all.
    public var links = 0
    /// Payments that were made after all.
    public var payments = 0
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
    /// - Throws: `JournalFailure`.
    public func recoverSubmissions() async throws -> RecoveredSubmissions {
        var recovered = RecoveredSubmissions()
        for record in try journal.unfinished() {
            let (id, created) = record.submission
            let answer: Result<CommittedIntent, IntentMetadataError>
            do throws(IntentMetadataError) {
                answer = .success(try await client.fetchIntentMetadata(id, asker: .owner(owner)))
            } catch {
                answer = .failure(error)
            }
            switch answer {
            case .success(let committed):
                let isOurs = record.matches(committed)
                switch (record, isOurs) {
                case (.link, true): recovered.links += 1
                case (.payment, true): recovered.payments += 1
                case (.link, false), (.payment, false): recovered.failed += 1
                }
                try journal.append(record.finished(isCommitted: isOurs))
            case .failure(.notFound):
                // Before the server's budget is over, it may still be on its way.
                let age = environment.clock.now().duration(since: created)
                guard age >= IntentSubmitter.serverBudget else {
                    recovered.unknown += 1
                    continue
                }
                recovered.failed += 1
                try journal.append(record.finished(isCommitted: false))
            case .failure(.denied), .failure(.malformed):
                recovered.failed += 1
                try journal.append(record.finished(isCommitted: false))
            case .failure(.rpc):
                recovered.unknown += 1
            }
        }
        return recovered
    }

    /// Asks the service for a payment by its id: the check after an unknown outcome.
    ///
    /// - Throws: `IntentMetadataError`.
    public func lookUpPayment(_ id: IntentID) async throws -> CommittedIntent {
        try await client.fetchIntentMetadata(id, asker: .owner(owner))
    }
}

extension JournalRecord {
    fileprivate var submission: (id: IntentID, created: Instant) {
        switch self {
        case .link(let link): (link.intent, link.created)
        case .payment(let payment): (payment.intent, payment.created)
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
        case (.link, .receivedPaymentsPublicly): false
        }
    }

    fileprivate func finished(isCommitted: Bool) -> JournalRecord {
        switch self {
        case .link(var link):
            link.state = isCommitted ? .open : .failed
            return .link(link)
        case .payment(var payment):
            payment.state = isCommitted ? .done : .failed
            return .payment(payment)
        }
    }
}
