public import FlipcashCore

/// How a link ended is read from what the payments service recorded, never from the words of a history entry: those are
/// for people and come in their language.
///
/// The record of a return has no date and does not say who asked for it. A return that is seen before the link's seven
/// days are over was a cancellation; one that is first seen later may have been either, and counts as `returned`.
extension Session {
    /// How many links one sync asks the payments service about; the next sync goes on with older ones.
    static let linkLookUpCountMax = 64

    /// Notes in the store and in the journal how links ended that the history knows to be over. The journal need not
    /// keep the secrets of such links for good.
    ///
    /// - Throws: `JournalFailure`, `DatabaseFailure`.
    func noteFinishedLinks() async throws {
        let records = Dictionary(try journal.links().map { ($0.vault, $0) }) { first, _ in first }
        let known = try database.getCashLinkEnds()
        var lookUpsLeft = Self.linkLookUpCountMax
        for activity in try database.getCashLinkActivities() where activity.state == .completed {
            guard let link = activity.cashLink else { continue }
            let record = records[link.vault]
            var end = known[activity.id] ?? record?.end
            // Another node than the link's own knows no return of its money, which would read as collected.
            let isAskable = record.map { JournalRecord.link($0).isKnown(to: node) } ?? true
            if end == nil, isAskable, lookUpsLeft > 0 {
                lookUpsLeft -= 1
                switch await self.end(ofLink: activity.id, vault: link.vault, created: activity.date) {
                case .ended(let state): end = state
                case .unclear: break
                // The others would only be waited for.
                case .noAnswer: lookUpsLeft = 0
                }
            }
            guard let end else { continue }
            if known[activity.id] == nil { try database.insert(cashLinkEnd: end, of: activity.id) }
            if let record, record.isOpen { try note(end, of: record) }
        }
    }

    /// How the links of this account ended, as far as is known here; links that are not over are missing.
    ///
    /// - Throws: `JournalFailure`, `DatabaseFailure`.
    public func cashLinkEnds() throws -> [IntentID: LinkRecord.State] {
        var ends: [IntentID: LinkRecord.State] = [:]
        for link in try cashLinks() { ends[link.id] = link.end }
        return ends
    }

    /// The same link as it stands now. Asks the payments service alone, and only about links whose secret is here.
    ///
    /// - Throws: `CashLinkFailure`, `PinFailure`, `NodeGateFailure`.
    public func refreshed(_ link: ListedCashLink) async throws -> ListedCashLink {
        guard link.state != .finished, let mnemonic = link.mnemonic else { return link }
        let info = try await cashLinkInfo(mnemonic)
        if info.state == .unclaimed { return link.with(state: .pending, end: nil) }
        var end = await self.end(ofLink: link.id, vault: link.vault, created: link.created).state
        // An old link reads as expired whatever became of it, and its money may still be on its way back.
        if info.state == .expired, end == .claimed { end = nil }
        if let end, let record = try? journal.links().first(where: { $0.vault == link.vault }), record.isOpen {
            // Best effort: the next sync notes the end as well.
            try? note(end, of: record)
            try? database.insert(cashLinkEnd: end, of: link.id)
        }
        return link.with(state: .finished, end: end)
    }

    /// How many ids the look for a link's return tries. Each earlier one has cost a stranger a payment.
    static let returnIDCountMax = 8

    /// What a look-up says of a link whose money is gone.
    private enum LinkEnd {
        case ended(LinkRecord.State)
        /// The service answered, and the answer does not tell.
        case unclear
        /// The service cannot be reached, or the look-up was cancelled.
        case noAnswer

        /// How the link ended; nil where that is not known.
        var state: LinkRecord.State? {
            if case .ended(let state) = self { state } else { nil }
        }
    }

    /// How a link ended whose money is gone: the service records the way back of its money under an id of its own, the
    /// first of its pattern that no stranger has taken (payment specification §5.5).
    private func end(ofLink id: IntentID, vault: PublicKey, created: Instant) async -> LinkEnd {
        for attempt in 0..<Self.returnIDCountMax {
            do throws(IntentMetadataError) {
                let back = try await client.fetchIntentMetadata(
                    .autoReturn(of: id, attempt: attempt), asker: .owner(owner))
                guard back.kind == .receivedPaymentsPublicly, back.source == vault else { continue }
                // Before a link's time is over only its maker takes its money back (payment specification §13.5);
                // afterwards nothing on the wire tells a cancellation from a return.
                let age = environment.clock.now().duration(since: created)
                return .ended(age < CashLink.lifetime ? .cancelled : .returned)
            } catch {
                switch error {
                case .notFound: return .ended(.claimed)
                case .denied: continue
                case .malformed, .rpc(.rejected), .rpc(.unknown): return .unclear
                case .rpc(.transportFailure), .rpc(.unreachable), .rpc(.cancelled): return .noAnswer
                }
            }
        }
        return .unclear
    }

    private func note(_ end: LinkRecord.State, of record: LinkRecord) throws(JournalFailure) {
        var ended = record
        ended.state = end
        try journal.append(.link(ended))
    }
}

extension LinkRecord {
    /// How the link ended; nil while it has not, and for one that was never made.
    var end: State? {
        switch state {
        case .claimed, .cancelled, .returned: state
        case .submitting, .open, .failed: nil
        }
    }

    /// Whether the journal does not know an end of the link.
    var isOpen: Bool {
        switch state {
        case .submitting, .open: true
        case .claimed, .cancelled, .returned, .failed: false
        }
    }
}
