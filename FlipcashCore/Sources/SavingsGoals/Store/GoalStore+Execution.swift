public import FlipcashCore
import Foundation
import GRDB

extension GoalStore {
    /// Returns the records of all months, oldest first.
    public func executions() throws(GoalStoreFailure) -> [ExecutionRecord] { try read { try Self.executions($0) } }

    /// Returns the ends of months, in the order in which they happened.
    public func completions() throws(GoalStoreFailure) -> [CompletionEvent] { try read { try Self.completions($0) } }

    static func completions(_ database: Database) throws -> [CompletionEvent] {
        let rows = try Row.fetchAll(database, sql: "SELECT * FROM completionEvent ORDER BY sequence")
        return try rows.enumerated().map { index, row in
            CompletionEvent(
                sequence: Int64(index + 1), month: try row.text("month"), date: try row.instant("date"),
                undone: try row.optional("undone") { TimestampText.instant($0) })
        }
    }

    /// Starts a month: freezes its plans, pins `rates`, and notes each share as the baseline. All or nothing.
    ///
    /// - Throws: `ExecutionFailure` when the cycle or a plan does not allow it.
    @discardableResult
    public func startExecution(
        plans: [Plan], rates: [RateEntry], undoHours: Int, now: Instant
    ) throws(GoalStoreError) -> ExecutionRecord {
        try writeOrRefuse { database in
            let month = try Self.allow(.start, database, undoHours: undoHours, now: now)
            let plans = plans.filter { $0.month == month && $0.state == .draft }
            for plan in plans where !plan.figures.problems.isEmpty {
                throw ExecutionFailure.invalidPlan(.init(goal: plan.goal, problems: plan.figures.problems))
            }
            let frozen = plans.map { $0.executing() }
            guard frozen.contains(where: { $0.figures.effective.signum > 0 }) else {
                throw ExecutionFailure.nothingPlanned
            }
            for plan in frozen { try Self.put(database, plan) }
            for row in try Row.fetchAll(database, sql: "SELECT asset, goal, units FROM allocation") {
                try Self.append(
                    database,
                    AllocationChange(
                        asset: try row.asset(), goal: try row.goal(), units: try row.units("units"), date: now,
                        created: now))
            }
            let record = ExecutionRecord(
                month: month.description, status: .executing, started: now, changed: now, rates: rates)
            try Self.put(database, record)
            return record
        }
    }

    /// Closes the month that is being carried out, with what was contributed.
    ///
    /// - Throws: `ExecutionFailure.refused` when no month is being carried out.
    @discardableResult
    public func finishExecution(
        contributions: [ExecutionRecord.Contribution], undoHours: Int, now: Instant
    ) throws(GoalStoreError) -> ExecutionRecord {
        try writeOrRefuse { database in
            let month = try Self.allow(.finish, database, undoHours: undoHours, now: now)
            var record = try Self.execution(database, month)
            record.plans = try Self.movePlans(database, of: month, from: .executing, to: .completed)
            record.status = .closed
            record.changed = now
            record.contributions = contributions
            try Self.put(database, record)
            try database.execute(
                sql: "INSERT INTO completionEvent (month, date) VALUES (?, ?)",
                arguments: [month.description, now.column])
            return record
        }
    }

    /// Undoes the last step: opens a closed month again, or takes a start back.
    ///
    /// - Throws: `ExecutionFailure.refused` when the time for that has passed.
    @discardableResult
    public func undoExecution(undoHours: Int, now: Instant) throws(GoalStoreError) -> ExecutionRecord {
        try writeOrRefuse { database in
            let cycle = ExecutionCycle(
                records: try Self.executions(database).map(\.cycleRecord), undoHours: undoHours, now: now)
            let action: ExecutionAction
            switch cycle.phase {
            case .executing: action = .undoStart
            case .closed, .planning, .conflict: action = .undoCompletion
            }
            let month = try Self.allow(action, database, undoHours: undoHours, now: now)
            var record = try Self.execution(database, month)
            record.changed = now
            record.contributions = []
            record.plans = []
            if cycle.phase == .executing {
                record.status = .draft
                try Self.movePlans(database, of: month, from: .executing, to: .draft)
            } else {
                record.status = .executing
                try Self.movePlans(database, of: month, from: .completed, to: .executing)
                try database.execute(
                    sql: "UPDATE completionEvent SET undone = ? WHERE month = ? AND undone IS NULL",
                    arguments: [now.column, month.description])
            }
            try Self.put(database, record)
            return record
        }
    }

    /// The month that `action` concerns.
    ///
    /// - Throws: `ExecutionFailure.refused`.
    private static func allow(
        _ action: ExecutionAction, _ database: Database, undoHours: Int, now: Instant
    ) throws -> MonthLabel {
        let cycle = ExecutionCycle(
            records: try executions(database).map(\.cycleRecord), undoHours: undoHours, now: now)
        if let refusal = action.refusal(in: cycle.phase, canUndo: cycle.canUndo) {
            throw ExecutionFailure.refused(refusal)
        }
        guard let month = cycle.month else { throw ExecutionFailure.refused(.recordConflict) }
        return month
    }

    private static func execution(_ database: Database, _ month: MonthLabel) throws -> ExecutionRecord {
        guard let record = try executions(database).first(where: { $0.month == month.description }) else {
            throw ExecutionFailure.refused(.recordConflict)
        }
        return record
    }

    @discardableResult
    private static func movePlans(
        _ database: Database, of month: MonthLabel, from: Plan.State, to: Plan.State
    ) throws -> [Plan] {
        try Row.fetchAll(
            database, sql: "SELECT * FROM plan WHERE month = ? AND state = ? ORDER BY goal",
            arguments: [month.description, from.rawValue]
        ).map { row in
            var plan = try Plan(row)
            plan.state = to
            try put(database, plan)
            return plan
        }
    }

    static func put(_ database: Database, _ plan: Plan) throws {
        try database.put("plan", key: ["goal", "month"], columns: Plan.columns, plan.values)
    }

    static func executions(_ database: Database) throws -> [ExecutionRecord] {
        try Row.fetchAll(database, sql: "SELECT * FROM execution ORDER BY sequence").map(ExecutionRecord.init)
    }

    static func put(_ database: Database, _ record: ExecutionRecord) throws {
        try database.put("execution", key: ["month"], columns: ExecutionRecord.columns, record.values)
    }
}

extension ExecutionRecord {
    init(_ row: Row) throws {
        self.init(
            month: try row.text("month"),
            status: try row.value("status") { ExecutionCycle.Record.Status(rawValue: $0) },
            started: try row.instant("started"), changed: try row.instant("changed"),
            rates: try row.value("rates") { TextRows.decode($0) }.map { fields in
                let row = Row(fields)
                return RateEntry(
                    pair: try row.value("pair") { RatePair($0) }, rate: try row.text("rate"),
                    date: try row.instant("date"))
            },
            contributions: try (row.optional("contributions") { TextRows.decode($0) } ?? []).map { fields in
                let row = Row(fields)
                return Contribution(
                    goal: try row.goal(), asset: try row.asset(), currency: try row.currency(),
                    units: try row.units("units"), value: try row.optional("value") { ExactInteger($0) })
            },
            plans: try (row.optional("plans") { TextRows.decode($0) } ?? []).map { try Plan(Row($0)) })
    }

    static let columns = ["month", "status", "started", "changed", "rates", "contributions", "plans"]

    var values: [String?] {
        let isClosed = status == .closed
        return [
            month, status.rawValue, started.column, changed.column,
            TextRows.encode(
                rates.map { ["pair": $0.pair.description, "rate": $0.rate, "date": $0.date.column] }),
            isClosed
                ? TextRows.encode(
                    contributions.map { entry in
                        var fields = [
                            "goal": entry.goal.text, "asset": entry.asset.text, "currency": entry.currency.code,
                            "units": entry.units.description,
                        ]
                        fields["value"] = entry.value?.description
                        return fields
                    }) : nil,
            isClosed ? TextRows.encode(plans.map { TextRows.fields(Plan.columns, $0.values) }) : nil,
        ]
    }
}

/// Rows of texts in one column, as JSON with sorted keys.
enum TextRows {
    static func encode(_ rows: [[String: String]]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding dictionaries of strings does not fail.
        guard let data = try? encoder.encode(rows) else { return "[]" }
        return String(decoding: data, as: UTF8.self)
    }

    static func decode(_ text: String) -> [[String: String]]? {
        try? JSONDecoder().decode([[String: String]].self, from: Data(text.utf8))
    }

    /// The columns that have a value.
    static func fields(_ columns: [String], _ values: [String?]) -> [String: String] {
        var fields: [String: String] = [:]
        for (column, value) in zip(columns, values) { fields[column] = value }
        return fields
    }
}
