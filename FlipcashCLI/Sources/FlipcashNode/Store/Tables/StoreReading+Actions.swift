import FlipcashCore

extension StoreReading {
    /// Selects actions with the names of what they refer to.
    static var selectAction: String {
        """
        SELECT i.intent_id, i.type AS intent_type, x.action_id, x.type, s.address AS source,
            coalesce(x.fee_address, d.address) AS dest, x.quantity, x.fee_type, x.is_auto_return, x.state, x.nonce,
            x.blockhash, x.signature
        FROM actions x JOIN intents i ON i.seq = x.seq JOIN accounts s ON s.id = x.source
            LEFT JOIN accounts d ON d.id = x.dest
        """
    }

    /// The actions of an intent, in order.
    func actions(of id: IntentID) throws -> [ActionRecord] {
        try rows(Self.selectAction + " WHERE i.intent_id = ? ORDER BY x.action_id", [id.blob])
            .map(ActionRecord.init(row:))
    }

    /// One action.
    func action(at place: ActionPlace) throws -> ActionRecord? {
        try row(Self.selectAction + " WHERE x.seq = ? AND x.action_id = ?", [place.sequence, place.actionID])
            .map(ActionRecord.init(row:))
    }

    /// The positions of actions that wait for their settlement, in the order of execution.
    ///
    /// - Parameter place: the last position of the previous batch; nil for the first batch.
    func pendingActions(after place: ActionPlace?, limit: Int) throws -> [ActionPlace] {
        try rows(
            """
            SELECT seq, action_id FROM actions WHERE state = 1 AND (seq, action_id) > (?, ?)
            ORDER BY seq, action_id LIMIT ?
            """, [place?.sequence ?? .min, place?.actionID ?? .min, limit]
        ).map { ActionPlace(sequence: try $0.integer("seq"), actionID: Int(try $0.integer("action_id"))) }
    }

    /// Whether an action before `place` still has to pay into `vault`.
    func hasPendingAction(into vault: PublicKey, before place: ActionPlace) throws -> Bool {
        try row(
            """
            SELECT 1 AS found FROM actions
            WHERE dest = (SELECT id FROM accounts WHERE address = ? AND class = 0) AND state = 1
                AND (seq, action_id) < (?, ?) LIMIT 1
            """, [vault.blob, place.sequence, place.actionID]) != nil
    }
}

extension StoreWriter {
    private static let insertAction =
        """
        INSERT INTO actions (seq, action_id, type, source, dest, fee_address, quantity, fee_type, is_auto_return,
            state, nonce, blockhash, signature)
        VALUES (?1, ?2, ?3, (SELECT id FROM accounts WHERE address = ?4 AND class = 0),
            \(Self.selectParty(address: "?5", mint: "?6")),
            ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
        """

    /// Records an action of the intent at `sequence`.
    func insert(_ action: ActionRecord, sequence: Int64, mint: PublicKey) throws {
        let isFee = action.type == .feePayment
        let signed = action.signed
        try execute(
            Self.insertAction,
            [
                sequence, action.actionID, action.type.rawValue, action.source.blob,
                isFee ? nil : action.destination?.blob, mint.blob, isFee ? action.destination?.blob : nil,
                try action.quantity?.stored(), action.feeType?.rawValue, action.isAutoReturn, action.state.rawValue,
                signed?.nonce.address.blob, signed?.nonce.storedBlockhash?.blob, signed?.signature.blob,
            ])
    }

    /// Changes an action's state, and sets its amount if that was not set.
    ///
    /// - Returns: false when the action was in another state; nothing changes then.
    func setState(
        _ state: ActionState, of id: IntentID, action: Int, from expected: ActionState, quantity: UInt64? = nil
    ) throws -> Bool {
        try execute(
            """
            UPDATE actions SET state = ?, quantity = coalesce(?, quantity)
            WHERE seq = (SELECT seq FROM intents WHERE intent_id = ?) AND action_id = ? AND state = ?
            """,
            [state.rawValue, try quantity?.stored(), id.blob, action, expected.rawValue]) == 1
    }
}

extension VirtualNonce {
    /// The blockhash as the database stores it: nothing when it follows from the address.
    fileprivate var storedBlockhash: Hash? { self == VirtualNonce(withoutChain: address) ? nil : value }

    fileprivate init(address: PublicKey, storedBlockhash: Hash?) {
        self =
            storedBlockhash.map { VirtualNonce(address: address, value: $0) } ?? VirtualNonce(withoutChain: address)
    }
}

extension ActionRecord {
    init(row: SQLRow) throws {
        intentID = try row.intentID("intent_id")
        actionID = Int(try row.integer("action_id"))
        intentType = try row.value("intent_type")
        type = try row.value("type")
        source = try row.key("source")
        destination = try row.optionalKey("dest")
        quantity = try row.optionalQuarks("quantity")
        feeType = try row.optionalValue("fee_type")
        isAutoReturn = try row.flag("is_auto_return")
        state = try row.value("state")
        signed = try row.optionalSignature("signature").map { signature in
            SignedMovement(
                nonce: VirtualNonce(
                    address: try row.key("nonce"), storedBlockhash: try row.optionalHash("blockhash")),
                signature: signature)
        }
    }
}
