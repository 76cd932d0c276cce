import FlipcashCore

/// What the journal says of one scanned bill while it is asked for.
///
/// Several programs of the same account may ask for the same bill at the same time: what one of them noted, another
/// changes only in place of exactly that (`Journal.replace`). A journal that cannot be read or written never stands in
/// the way of cash: only an interruption is forgotten then.
struct GrabNote {
    private let journal: Journal
    private let intent: IntentID
    /// The record that this call wrote where no other request was open.
    private var own: GrabRecord?

    /// Whether an earlier or another grab asked for this cash and nobody was told what became of it.
    let isOwed: Bool
    /// Whether this very call has asked for the cash.
    private(set) var hasAsked = false

    init(_ intent: IntentID, journal: Journal) {
        self.journal = journal
        self.intent = intent
        isOwed = Self.latest(intent, in: journal)?.state.isUntold ?? false
    }

    /// Whether cash of this bill that lies in the wallet may have been asked for from here and still be to be reported.
    var mayBeUnreported: Bool {
        if hasAsked { return true }
        switch Self.latest(intent, in: journal)?.state {
        case .asking, .arrived, .failed: return true
        case .received, nil: return false
        }
    }

    /// Notes that the cash is about to be asked for at `node`.
    ///
    /// A request that is open already is noted anew with its new time, but stays whose it was.
    mutating func ask(mint: PublicKey, of node: PinnedNode, at now: Instant) {
        hasAsked = true
        try? noteRequest(mint: mint, of: node, at: now)
    }

    private mutating func noteRequest(
        mint: PublicKey, of node: PinnedNode, at now: Instant
    ) throws(JournalFailure) {
        // The journal keeps milliseconds: what is compared with it later must be no finer.
        let now = Instant(seconds: now.seconds, nanoseconds: Int64(now.nanoseconds - now.nanoseconds % 1_000_000))
        while true {
            let latest = try journal.grab(intent)
            // Two requests of one millisecond must differ, or each would take the other's record for its own.
            let isSameTime = latest?.created == now
            let asking = GrabRecord(
                intent: intent, mint: mint, created: isSameTime ? now.advanced(by: .milliseconds(1)) : now,
                state: .asking, node: node.coreVMAuthority)
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

    /// Notes that nobody took the request of this very call; nothing where another one is open.
    mutating func withdraw() {
        guard let asked = own else { return }
        own = nil
        _ = try? journal.replace(.grab(asked), with: .grab(asked.ended(.failed)))
    }

    /// Notes that the cash went to somebody else for good, whoever of this account asked for it.
    func close() {
        while let latest = Self.latest(intent, in: journal), latest.state.isUntold {
            guard let isWritten = try? journal.replace(.grab(latest), with: .grab(latest.ended(.failed))) else {
                return
            }
            if isWritten { return }
        }
    }

    /// Takes the right to report the cash as received: of all who ask for one bill, one is told true.
    ///
    /// Always true without a journal.
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
