import FlipcashCore

/// The journal's record of one scanned bill, while its cash is requested.
///
/// Several programs of the same account may request the same cash at the same time. Each replaces a record only if the
/// record is still the one it read (`Journal.replace`). A failing journal does not block receiving cash; then only an
/// interruption is forgotten.
struct GrabNote {
    private let journal: Journal
    private let intent: IntentID
    /// The record that this call wrote; nil if another request was already open.
    private var own: GrabRecord?

    /// Whether an earlier or a concurrent call requested this cash and its result was not reported yet.
    let isOwed: Bool
    /// Whether this call has requested the cash.
    private(set) var hasAsked = false

    init(_ intent: IntentID, journal: Journal) {
        self.journal = journal
        self.intent = intent
        isOwed = Self.latest(intent, in: journal)?.state.isUnreported ?? false
    }

    /// Whether this bill's cash may have been requested from here and not reported yet.
    var mayBeUnreported: Bool {
        if hasAsked { return true }
        switch Self.latest(intent, in: journal)?.state {
        case .asking, .arrived, .failed: return true
        case .received, nil: return false
        }
    }

    /// Records that the cash is about to be requested at `node`.
    ///
    /// If a request is already open, this updates its time. The request still belongs to the call that opened it and
    /// to the node that it was made at, because only that node knows whether its cash was paid.
    mutating func ask(mint: PublicKey, of node: PinnedNode, at now: Instant) {
        hasAsked = true
        try? noteRequest(mint: mint, of: node, at: now)
    }

    private mutating func noteRequest(
        mint: PublicKey, of node: PinnedNode, at now: Instant
    ) throws(JournalFailure) {
        // The journal keeps milliseconds, so round down before comparing.
        let now = Instant(seconds: now.seconds, nanoseconds: Int64(now.nanoseconds - now.nanoseconds % 1_000_000))
        while true {
            let latest = try journal.grab(intent)
            // Two requests in the same millisecond must differ. Otherwise each would match the other's record.
            let isSameTime = latest?.created == now
            let isOpen = latest?.state == .asking
            let asking = GrabRecord(
                intent: intent, mint: mint, created: isSameTime ? now.advanced(by: .milliseconds(1)) : now,
                state: .asking, node: isOpen ? latest?.node : node.coreVMAuthority)
            switch latest?.state {
            case .arrived, .received: return
            case .asking:
                if try journal.replace(latest.map(JournalRecord.grab), with: .grab(asking)) { return }
            case .failed, nil:
                if try journal.replace(latest.map(JournalRecord.grab), with: .grab(asking)) {
                    own = asking
                    return
                }
            }
        }
    }

    /// Records that this call's request was not delivered. Does nothing if another request was already open.
    mutating func withdraw() {
        guard let asked = own else { return }
        own = nil
        _ = try? journal.replace(.grab(asked), with: .grab(asked.ended(.failed)))
    }

    /// Records that the cash went to another account, for all requests of this account.
    func close() {
        while let latest = Self.latest(intent, in: journal), latest.state.isUnreported {
            guard let isWritten = try? journal.replace(.grab(latest), with: .grab(latest.ended(.failed))) else {
                return
            }
            if isWritten { return }
        }
    }

    /// Claims the right to report the cash as received: only one of all concurrent calls gets true.
    ///
    /// Always returns true if the journal cannot be used.
    func claim() -> Bool {
        while let latest = Self.latest(intent, in: journal) {
            guard latest.state != .received else { return false }
            guard let isWritten = try? journal.replace(.grab(latest), with: .grab(latest.ended(.received))) else {
                return true
            }
            if isWritten { return true }
        }
        return true
    }

    private static func latest(_ intent: IntentID, in journal: Journal) -> GrabRecord? {
        (try? journal.grab(intent)) ?? nil
    }
}

extension GrabRecord {
    fileprivate func ended(_ state: State) -> GrabRecord {
        var ended = self
        ended.state = state
        return ended
    }
}
