import FlipcashCore
import GRDB

extension StoreReading {
    /// Whether the node has reserved `id` for an intent of its own, so that no client may use it.
    func isReserved(_ id: IntentID) throws -> Bool {
        try integer("SELECT EXISTS (SELECT 1 FROM gift_card_returns WHERE return_id = ?)", [id.blob]) != 0
    }

    /// Whether an intent may use `id`: no intent has it, and the node has not reserved it.
    func isFree(_ id: IntentID) throws -> Bool { try intent(id) == nil && !isReserved(id) }

    /// The id of the intent that returns, or has returned, the money of the cash link `id`.
    func returnID(of id: IntentID) throws -> IntentID? {
        try row("SELECT return_id FROM gift_card_returns WHERE intent_id = ?", [id.blob])
            .map { try $0.intentID("return_id") }
    }

    /// Returns the first free id of a pattern.
    ///
    /// Makes one query for each id that a client has taken. Taking an id costs the client an intent.
    func firstFree(_ pattern: (_ attempt: Int) -> IntentID) throws -> IntentID {
        var attempt = 0
        while try !isFree(pattern(attempt)) { attempt += 1 }
        return pattern(attempt)
    }
}

extension StoreWriter {
    /// Reserves `returnID` for the return of the cash link `id`.
    func reserve(_ returnID: IntentID, forReturnOf id: IntentID) throws {
        try execute(
            "INSERT INTO gift_card_returns (intent_id, return_id) VALUES (?, ?)", [id.blob, returnID.blob])
    }

    /// Reserves an id for the return of every cash link, including finished ones: a feed must not show a stranger's
    /// intent as the return of a link.
    ///
    /// Links of an earlier version have no reserved id. If a client has used the first id of the pattern, the link gets
    /// the next one, so that its money can still return.
    func reserveReturnsOfAllGiftCards() throws {
        let links = try rows(
            "SELECT * FROM intents WHERE type = ? AND flags & ? <> 0 ORDER BY seq",
            [IntentType.sendPublicPayment.rawValue, IntentFlags.indirectSend.rawValue])
        for row in links {
            let link = try IntentRecord(row: row)
            let returned = try intent(.autoReturn(of: link.id)).flatMap { $0.returns(link) ? $0.id : nil }
            try reserve(
                try returned ?? firstFree { .autoReturn(of: link.id, attempt: $0) }, forReturnOf: link.id)
        }
    }
}

extension IntentRecord {
    /// Whether this is the node's own record of the return of a cash link. A client cannot forge it, because only the
    /// node sets the flags.
    fileprivate func returns(_ link: IntentRecord) -> Bool {
        type == .receivePaymentsPublicly && source == link.destination
            && !flags.isDisjoint(with: [.issuerVoidedGiftCard, .returned])
    }
}
