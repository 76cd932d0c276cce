public import FlipcashCore

/// How links ended, as the payments service recorded it. History entries are not used: their text is localised for
/// display.
///
/// The record of a return has no date and does not say who asked for it. A return that is first seen within the link's
/// seven days was a cancellation. One that is first seen later may have been either, and counts as `returned`.
extension Session {
    /// How many links one sync looks up; the next sync continues after the last one.
    static let linkLookUpCountMax = 64

    /// Records in the store and in the journal how finished links ended. The journal can then drop their secrets.
    ///
    /// Links are looked up in turn, because an end can stay unknown: newest first, beginning after the link that was
    /// looked up last.
    ///
    /// - Throws: `JournalFailure`, `DatabaseFailure`.
    func noteFinishedLinks() async throws {
        let records = Dictionary(try journal.links().map { ($0.vault, $0) }) { first, _ in first }
        let known = try database.getCashLinkEnds()
        let activities = try database.getCashLinkActivities()
        let previous = try database.getLastLinkLookUp()
        var latest = previous
        var lookUpsLeft = Self.linkLookUpCountMax
        let start = activities.firstIndex { $0.id == previous }.map { $0 + 1 } ?? 0
        for activity in activities[start...] + activities[..<start] where activity.state == .completed {
            guard let link = activity.cashLink else { continue }
            let record = records[link.vault]
            var end = known[activity.id] ?? record?.end
            // Another node has no record of the return, which would look like a collected link.
            let isAskable = record.map { JournalRecord.link($0).isKnown(to: node) } ?? true
            if end == nil, isAskable, lookUpsLeft > 0 {
                lookUpsLeft -= 1
                latest = activity.id
                switch await self.end(ofLink: activity.id, vault: link.vault, created: activity.date) {
                case .ended(let state): end = state
                case .unclear: break
                // The service does not answer: skip the other links.
                case .noAnswer: lookUpsLeft = 0
                }
            }
            guard let end else { continue }
            if known[activity.id] == nil { try database.insert(cashLinkEnd: end, of: activity.id) }
            if let record, record.isOpen { try note(end, of: record) }
        }
        if let latest, latest != previous { try database.insert(lastLinkLookUp: latest) }
    }

    /// Returns how this account's links ended, as far as the wallet knows; links that have not ended are left out.
    ///
    /// - Throws: `JournalFailure`, `DatabaseFailure`.
    public func cashLinkEnds() throws -> [IntentID: LinkRecord.State] {
        var ends: [IntentID: LinkRecord.State] = [:]
        for link in try cashLinks() { ends[link.id] = link.end }
        return ends
    }

    /// Returns the link with its current state. Asks only the payments service, and only about links whose secret is
    /// stored here.
    ///
    /// - Throws: `CashLinkFailure`, `PinFailure`, `NodeGateFailure`.
    public func refreshed(_ link: ListedCashLink) async throws -> ListedCashLink {
        guard link.state != .finished, let mnemonic = link.mnemonic else { return link }
        let info = try await cashLinkInfo(mnemonic)
        if info.state == .unclaimed { return link.with(state: .pending, end: nil) }
        var end = await self.end(ofLink: link.id, vault: link.vault, created: link.created).state
        // An old link is reported as expired however it ended, and its money may still be on its way back.
        if info.state == .expired, end == .claimed { end = nil }
        if let end { await environment.tasks.performBlocking { noteEnd(end, of: link) } }
        return link.with(state: .finished, end: end)
    }

    /// How many ids to try when looking for a link's return. Each earlier id was taken by another user's payment.
    static let returnIDCountMax = 8

    /// The result of looking up a link whose money is gone.
    private enum LinkEnd {
        case ended(LinkRecord.State)
        /// The service answered, but the answer is not conclusive.
        case unclear
        /// The service cannot be reached, or the look-up was cancelled.
        case noAnswer

        /// How the link ended; nil if that is not known.
        var state: LinkRecord.State? {
            if case .ended(let state) = self { state } else { nil }
        }
    }

    /// Looks up how a link ended whose money is gone. The service records the return under a derived id: the first id
    /// of the pattern that no other payment has taken (payment specification §5.5).
    private func end(ofLink id: IntentID, vault: PublicKey, created: Instant) async -> LinkEnd {
        for attempt in 0..<Self.returnIDCountMax {
            do throws(IntentMetadataError) {
                let back = try await client.fetchIntentMetadata(
                    .autoReturn(of: id, attempt: attempt), asker: .owner(owner))
                guard back.kind == .receivedPaymentsPublicly, back.source == vault else { continue }
                // Within the link's lifetime only its maker can take the money back (payment specification §13.5).
                // Later, the service's answer does not distinguish a cancellation from a return.
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

    /// Records the end of a link that was made here, in the journal and in the store.
    ///
    /// Best effort: the next sync records the end too.
    private func noteEnd(_ end: LinkRecord.State, of link: ListedCashLink) {
        guard let record = try? journal.links().first(where: { $0.vault == link.vault }), record.isOpen else { return }
        try? note(end, of: record)
        try? database.insert(cashLinkEnd: end, of: link.id)
    }

    private func note(_ end: LinkRecord.State, of record: LinkRecord) throws(JournalFailure) {
        var ended = record
        ended.state = end
        try journal.append(.link(ended))
    }
}

extension LinkRecord {
    /// How the link ended; nil if it has not ended or was never funded.
    var end: State? {
        switch state {
        case .claimed, .cancelled, .returned: state
        case .submitting, .open, .failed: nil
        }
    }

    /// Whether the journal has no end for the link.
    var isOpen: Bool {
        switch state {
        case .submitting, .open: true
        case .claimed, .cancelled, .returned, .failed: false
        }
    }
}
