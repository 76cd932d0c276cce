import FlipcashCore

/// Where the money of a payment between people is.
public enum SettlementFate: Sendable {
    /// The direct payment is committed.
    case paid(PaymentRecord)
    /// The link was made, with its current state.
    case link(LinkRecord)
    /// Nothing was submitted, or the submission can no longer take effect.
    case notPaid
    /// Not known now.
    case unknown
}

extension Session {
    /// Writes a record of a payment between people. It is durable on return.
    ///
    /// - Throws: `JournalFailure`.
    public func note(_ record: SettlementRecord) throws(JournalFailure) { try journal.append(.settlement(record)) }

    /// Returns the payments between people whose settling has not ended.
    ///
    /// - Throws: `JournalFailure`.
    public func settlements() throws(JournalFailure) -> [SettlementRecord] { try journal.settlements() }

    /// Makes a record of a payment between people that is about to be made at this session's node.
    public func settlement(of payment: String, by method: SettlementRecord.Method) -> SettlementRecord {
        SettlementRecord(
            payment: payment, method: method, created: environment.clock.now(), node: node.coreVMAuthority)
    }

    /// Finds out where the money of a payment between people is. Never pays.
    ///
    /// The caller makes sure that no other command is settling it.
    ///
    /// - Throws: `PinFailure`, `NodeGateFailure`, `JournalFailure`.
    public func fate(of settlement: SettlementRecord) async throws -> SettlementFate {
        guard let intent = settlement.intent else { return .notPaid }
        guard JournalRecord.settlement(settlement).isKnown(to: node) else { return .unknown }
        try await nodeGate.verify()
        return try await environment.tasks.performBlocking { try await fate(of: intent) }
    }

    /// Looks for the money of a payment or a link, at the node that was verified.
    private func fate(of intent: IntentID) async throws -> SettlementFate {
        // The outcome of an interrupted submission may have become known.
        if try journal.unfinished().contains(where: { $0.settles == intent }) { _ = try await recoverSubmissions() }
        for record in try journal.records() where record.settles == intent {
            switch record {
            case .payment(let payment):
                switch payment.state {
                case .done: return .paid(payment)
                case .submitting: return .unknown
                case .failed: continue
                }
            // An attempt whose price was stale left a link that was never funded.
            case .link(let link) where link.state == .failed: continue
            case .link(let link): return await fate(of: link)
            case .grab, .swap, .launch, .settlement: continue
            }
        }
        // The record of the money is written before it is submitted.
        return .notPaid
    }

    private func fate(of link: LinkRecord) async -> SettlementFate {
        switch link.state {
        case .submitting: return .unknown
        case .failed: return .notPaid
        case .claimed, .cancelled, .returned: return .link(link)
        case .open:
            let listed = try? cashLinks().first { $0.vault == link.vault }
            guard let listed, let fresh = try? await refreshed(listed) else { return .unknown }
            guard fresh.state == .finished else { return .link(link) }
            guard let end = fresh.end else { return .unknown }
            var ended = link
            ended.state = end
            return .link(ended)
        }
    }
}

extension JournalRecord {
    /// The intent of a payment or a link.
    fileprivate var settles: IntentID? {
        switch self {
        case .payment(let payment): payment.intent
        case .link(let link): link.intent
        case .grab, .swap, .launch, .settlement: nil
        }
    }
}
