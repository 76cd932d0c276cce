import FoundationEssentials
import GRDB

/// A change that a server refused. It is kept, so that it can be corrected.
public struct RefusedOperation: Hashable, Sendable {
    /// The change.
    public let operation: SplitOperation
    /// Why the server refused it.
    public let code: OperationResult.Code
    /// The name of the rule.
    public let detail: String
}

/// What to do about a refused change.
public enum ConflictChoice: Hashable, Sendable {
    /// Send the change again, on top of what is stored now.
    case keepMine
    /// Drop the change.
    case takeTheirs
}

extension SharedExpensesStore {
    /// Queues a change and returns its operation. It is shown at once and sent by the next synchronisation.
    ///
    /// - Throws: ``SplitStoreFailure/unsendable(_:)`` for a form that a server does not accept,
    ///   ``SplitStoreFailure/clearing``.
    @discardableResult
    public func enqueue(
        _ change: SplitChange, id: EntityID, at now: SplitTime
    ) throws(SplitStoreFailure) -> SplitOperation {
        try write { database in
            guard try Self.value("clearing", in: database) == nil else { throw SplitStoreFailure.clearing }
            let operation = SplitOperation(id: id, stamp: try Self.stamp(at: now, in: database), change: change)
            if case .clearAll = change { try Self.set("clearing", id.text, in: database) }
            try database.execute(
                sql: "INSERT INTO outbox (operation, data) VALUES (?, ?)",
                arguments: [id.text, try sendableData(operation)])
            return operation
        }
    }

    /// Requires that a change has a form that a server accepts.
    ///
    /// - Throws: ``SplitStoreFailure/unsendable(_:)`` that names the field.
    public func requireSendable(_ change: SplitChange) throws(SplitStoreFailure) {
        // Every id and stamp that this store gives has the right form.
        let stamp = ClockStamp(milliseconds: 0, counter: 0, actor: "0000000000000000")
        let id = EntityID("00000000-0000-4000-8000-000000000000")
        let operation = SplitOperation(id: id, stamp: stamp, change: change)
        if let field = operation.invalidField(by: owner.account) { throw .unsendable(field) }
    }

    /// The next stamp of this device, which is later than all earlier ones.
    private static func stamp(at now: SplitTime, in database: Database) throws -> ClockStamp {
        guard let device = try value("device", in: database) else { throw SplitStoreFailure.damaged("device") }
        let parts = try value("clock", in: database)?.split(separator: ":") ?? []
        let last = ClockStamp(
            milliseconds: parts.first.flatMap { UInt64($0) } ?? 0, counter: parts.last.flatMap { UInt32($0) } ?? 0,
            actor: device)
        let next = last.next(at: UInt64(max(0, now.milliseconds)))
        try set("clock", "\(next.milliseconds):\(next.counter)", in: database)
        return next
    }

    /// The changes that no server has accepted yet, oldest first.
    public func pending(limit: Int = .max) throws(SplitStoreFailure) -> [SplitOperation] {
        try operations("WHERE isAccepted = 0", limit: limit)
    }

    /// All changes of this device that are not yet part of the entities from the server, oldest first.
    public func unreflected() throws(SplitStoreFailure) -> [SplitOperation] { try operations("", limit: .max) }

    private func operations(_ condition: String, limit: Int) throws(SplitStoreFailure) -> [SplitOperation] {
        try read { database in
            let rows = try Data.fetchAll(
                database, sql: "SELECT data FROM outbox \(condition) ORDER BY position LIMIT ?",
                arguments: [limit == .max ? -1 : limit])
            return try rows.map { try operation($0) }
        }
    }

    /// Records the results of operations that were sent.
    ///
    /// Accepted ones are shown until the server's answer contains them. Refused ones move to ``refusals()``.
    public func record(_ applied: AppliedOperations) throws(SplitStoreFailure) {
        try write { database in
            for result in applied.results where !result.isRetryable {
                let id = result.operation.text
                if try Self.value("clearing", in: database) == id { try Self.set("clearing", nil, in: database) }
                if result.isAccepted {
                    try database.execute(
                        sql: "UPDATE outbox SET isAccepted = 1 WHERE operation = ?", arguments: [id])
                    continue
                }
                try database.execute(
                    sql: """
                        INSERT OR REPLACE INTO refusal (operation, data, code, detail)
                        SELECT operation, data, ?, ? FROM outbox WHERE operation = ?
                        """,
                    arguments: [result.code.rawValue, result.detail, id])
                try database.execute(sql: "DELETE FROM outbox WHERE operation = ?", arguments: [id])
            }
            let before = UInt64(try Self.value("acceptedAt", in: database) ?? "0") ?? 0
            try Self.set("acceptedAt", String(max(before, applied.revision)), in: database)
        }
    }

    /// Sets an operation aside whose form the server does not accept, so that later operations can be sent.
    ///
    /// The operation moves to ``refusals()``. The server refuses a later operation that needs this one.
    func setAside(_ operation: EntityID) throws(SplitStoreFailure) {
        let result = OperationResult(
            operation: operation, code: .invalid, detail: SplitFailure.Code.malformed.rawValue)
        try record(AppliedOperations(results: [result], revision: 0))
    }

    /// Whether a clearing is under way. Until it ends, no change can be queued and nothing is fetched.
    public func isClearing() throws(SplitStoreFailure) -> Bool {
        try read { try Self.value("clearing", in: $0) != nil }
    }

    /// The changes that were refused, oldest first.
    public func refusals() throws(SplitStoreFailure) -> [RefusedOperation] {
        try read { database in
            try Row.fetchAll(database, sql: "SELECT data, code, detail FROM refusal ORDER BY position").map { row in
                guard let code = OperationResult.Code(rawValue: row["code"]) else {
                    throw SplitStoreFailure.damaged("refusal")
                }
                return RefusedOperation(operation: try operation(row["data"]), code: code, detail: row["detail"])
            }
        }
    }

    /// Forgets the refused steps of payments that have ended as the steps say, because somebody else recorded it.
    func forgetOvertaken(in database: Database) throws {
        for row in try Row.fetchAll(database, sql: "SELECT operation, data FROM refusal") {
            guard case .advancePayment(let step) = try operation(row["data"]).change,
                let stored = try Data.fetchOne(
                    database, sql: "SELECT data FROM entity WHERE kind = ? AND id = ?",
                    arguments: [EntityKey.Kind.payment.rawValue, step.payment.text]),
                case .payment(let payment) = try entity(stored), payment.hasOvertaken(step)
            else { continue }
            try database.execute(
                sql: "DELETE FROM refusal WHERE operation = ?", arguments: [row["operation"] as String])
        }
    }

    /// Decides about a refused change.
    ///
    /// - Parameter newID: the id of the new operation, for ``ConflictChoice/keepMine``.
    /// - Throws: ``SplitStoreFailure/unsendable(_:)`` for a change whose form no server accepts, which stays refused.
    public func resolve(
        _ id: EntityID, _ choice: ConflictChoice, newID: EntityID, at now: SplitTime
    ) throws(SplitStoreFailure) {
        try write { database in
            guard
                let data = try Data.fetchOne(
                    database, sql: "SELECT data FROM refusal WHERE operation = ?", arguments: [id.text])
            else { return }
            try database.execute(sql: "DELETE FROM refusal WHERE operation = ?", arguments: [id.text])
            guard choice == .keepMine else { return }
            var operation = try operation(data)
            if case .putExpense(var put) = operation.change {
                let stored = try Data.fetchOne(
                    database, sql: "SELECT data FROM entity WHERE kind = ? AND id = ?",
                    arguments: [EntityKey.Kind.expense.rawValue, put.expense.id.text])
                if let stored, case .expense(let current) = try entity(stored) { put.baseVersion = current.version }
                operation.change = .putExpense(put)
            }
            operation.id = newID
            operation.stamp = try Self.stamp(at: now, in: database)
            try database.execute(
                sql: "INSERT INTO outbox (operation, data) VALUES (?, ?)",
                arguments: [newID.text, try sendableData(operation)])
        }
    }
}

extension SplitPayment {
    /// Whether the payment has ended in the state of a step, or in one that follows it. A refused step then says nothing
    /// that is not stored.
    fileprivate func hasOvertaken(_ step: PaymentAdvance) -> Bool {
        switch state {
        case .proposed, .submitted: false
        case .completed: step.state == .completed || step.state == .submitted
        case .failed, .voided, .expired: step.state == state
        }
    }
}
