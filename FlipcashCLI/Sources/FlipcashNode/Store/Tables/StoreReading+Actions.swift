import FlipcashCore
import GRDB

/// The position of a stored step among all.
struct FulfillmentPlace: Hashable, Sendable {
    let id: Int64
    let order: FulfillmentOrder
}

extension StoreReading {
    /// The actions of an intent, in order.
    func actions(of id: IntentID) throws -> [ActionRecord] {
        try rows("SELECT * FROM actions WHERE intent_id = ? ORDER BY action_id", [id.blob])
            .map(ActionRecord.init(row:))
    }

    /// The withdrawal that claimed the gift card at `vault`.
    func claim(of vault: PublicKey) throws -> ActionRecord? {
        try row(
            "SELECT * FROM actions WHERE source = ? AND type = 3 AND intent_type = 3 AND state <> 4", [vault.blob]
        ).map(ActionRecord.init(row:))
    }

    /// The withdrawal that returns the gift card at `vault` to its issuer, in any state.
    func autoReturn(of vault: PublicKey) throws -> ActionRecord? {
        try row(
            "SELECT * FROM actions WHERE source = ? AND type = 3 AND intent_type = 2 AND is_auto_return = 1",
            [vault.blob]
        ).map(ActionRecord.init(row:))
    }

    /// The balance of `vault`, computed from actions and deposits instead of read from the ledger (payment
    /// specification §9).
    func derivedBalance(of vault: PublicKey) throws -> Int64 {
        try integer(
            """
            SELECT (SELECT coalesce(sum(quantity), 0) FROM actions WHERE dest = ?1 AND state <> 4)
                - (SELECT coalesce(sum(quantity), 0) FROM actions WHERE source = ?1 AND state <> 4)
                + (SELECT coalesce(sum(quarks), 0) FROM deposits WHERE token = ?1)
            """, [vault.blob])
    }

    /// The steps that carry out one action, in order.
    func fulfillments(of id: IntentID, action: Int) throws -> [FulfillmentRecord] {
        try rows(
            "SELECT * FROM fulfillments WHERE intent_id = ? AND action_id = ? ORDER BY fulfillment_order",
            [id.blob, action]
        ).map(FulfillmentRecord.init(row:))
    }

    /// All steps of an intent.
    func fulfillments(of id: IntentID) throws -> [FulfillmentRecord] {
        try rows("SELECT * FROM fulfillments WHERE intent_id = ? ORDER BY action_id, fulfillment_order", [id.blob])
            .map(FulfillmentRecord.init(row:))
    }

    /// The positions of unfinished steps that may run, in the order of execution.
    ///
    /// - Parameter place: the last position of the previous batch; nil for the first batch.
    func unfinishedFulfillments(after place: FulfillmentPlace?, limit: Int) throws -> [FulfillmentPlace] {
        let start = place?.order ?? FulfillmentOrder(intent: .min, action: .min, step: .min)
        return try rows(
            """
            SELECT id, intent_order, action_order, fulfillment_order FROM fulfillments
            WHERE state IN (0, 1) AND active = 1 AND (intent_order, action_order, fulfillment_order, id) > (?, ?, ?, ?)
            ORDER BY intent_order, action_order, fulfillment_order, id LIMIT ?
            """, [start.intent, start.action, start.step, place?.id ?? .min, limit]
        ).map { FulfillmentPlace(id: try $0.integer("id"), order: try FulfillmentOrder(row: $0)) }
    }

    /// One step.
    func fulfillment(_ id: Int64) throws -> FulfillmentRecord? {
        try row("SELECT * FROM fulfillments WHERE id = ?", [id]).map(FulfillmentRecord.init(row:))
    }

    /// Whether a step sorted before `order` still has to pay into `vault`.
    func hasUnfinishedFulfillment(into vault: PublicKey, before order: FulfillmentOrder) throws -> Bool {
        try integer(
            """
            SELECT EXISTS (SELECT 1 FROM fulfillments f
                JOIN actions a ON a.intent_id = f.intent_id AND a.action_id = f.action_id
                WHERE a.dest = ? AND f.state IN (0, 1)
                    AND (f.intent_order, f.action_order, f.fulfillment_order) < (?, ?, ?))
            """, [vault.blob, order.intent, order.action, order.step]) != 0
    }
}

extension StoreWriter {
    /// Records an action.
    func insert(_ action: ActionRecord) throws {
        try execute(
            """
            INSERT INTO actions (intent_id, action_id, intent_type, type, source, dest, quantity, fee_type,
                is_auto_return, state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                action.intentID.blob, action.actionID, action.intentType.rawValue, action.type.rawValue,
                action.source.blob, action.destination?.blob, try action.quantity?.stored(),
                action.feeType?.rawValue, action.isAutoReturn, action.state.rawValue,
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
            WHERE intent_id = ? AND action_id = ? AND state = ?
            """,
            [state.rawValue, try quantity?.stored(), id.blob, action, expected.rawValue]) == 1
    }

    /// Records a step of an action.
    func insert(_ step: FulfillmentRecord) throws {
        try execute(
            """
            INSERT INTO fulfillments (intent_id, action_id, kind, intent_order, action_order, fulfillment_order,
                active, nonce, blockhash, signature, message_hash, state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                step.intentID.blob, step.actionID, step.kind.rawValue, step.order.intent, step.order.action,
                step.order.step, step.isActive, step.signed?.nonce.blob, step.signed?.blockhash.blob,
                step.signed?.signature.blob, step.signed?.messageHash.blob, step.state.rawValue,
            ])
    }

    /// Replaces order, activity and state of a stored step.
    func update(_ step: FulfillmentRecord) throws {
        try execute(
            """
            UPDATE fulfillments SET intent_order = ?, action_order = ?, fulfillment_order = ?, active = ?, state = ?
            WHERE id = ?
            """,
            [
                step.order.intent, step.order.action, step.order.step, step.isActive, step.state.rawValue, step.id,
            ])
    }
}

extension ActionRecord {
    init(row: Row) throws {
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
    }
}

extension FulfillmentOrder {
    fileprivate init(row: Row) throws {
        intent = try row.integer("intent_order")
        action = try row.integer("action_order")
        step = try row.integer("fulfillment_order")
    }
}

extension FulfillmentRecord {
    init(row: Row) throws {
        id = try row.integer("id")
        intentID = try row.intentID("intent_id")
        actionID = Int(try row.integer("action_id"))
        kind = try row.value("kind")
        order = try FulfillmentOrder(row: row)
        isActive = try row.flag("active")
        state = try row.value("state")
        signed = try row.optionalSignature("signature").map { signature in
            SignedMovement(
                nonce: try row.key("nonce"), blockhash: try row.hash("blockhash"), signature: signature,
                messageHash: try row.hash("message_hash"))
        }
    }
}
