import FlipcashCore
import Foundation
import GRDB

/// An archive as one JSON object, which loses nothing.
extension GoalArchive {
    /// The name of the format.
    public static let schema = "flipcash.goals_export/1"

    private static let tables: [String] = [
        "goals", "assets", "transactions", "allocations", "allocation_changes", "plans", "points", "standing_orders",
        "standing_runs", "executions", "completion_events", "settings",
    ]

    private struct File: Codable {
        var schema: String
        var tables: [String: [[String: String]]]

        init(tables: [String: [[String: String]]]) {
            schema = GoalArchive.schema
            self.tables = tables
        }

        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            schema = try container.decode(String.self, forKey: Key(stringValue: "schema"))
            tables = [:]
            for name in GoalArchive.tables {
                tables[name] = try container.decodeIfPresent([[String: String]].self, forKey: Key(stringValue: name))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(schema, forKey: Key(stringValue: "schema"))
            for name in GoalArchive.tables { try container.encode(tables[name] ?? [], forKey: Key(stringValue: name)) }
        }
    }

    /// The JSON text, with sorted keys and one line feed at the end.
    public func json() -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        // Encoding dictionaries of strings does not fail.
        guard let data = try? encoder.encode(File(tables: rows)) else { return "" }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    private var rows: [String: [[String: String]]] {
        [
            "goals": goals.map { TextRows.fields(Goal.columns, $0.values) },
            "assets": assets.map { TextRows.fields(Asset.columns, $0.values) },
            "transactions": transactions.map { TextRows.fields(AssetTransaction.columns, $0.values) },
            "allocations": shares.map {
                ["asset": $0.asset.text, "goal": $0.goal.text, "units": $0.units.description]
            },
            "allocation_changes": changes.map { change in
                [
                    "asset": change.asset.text, "goal": change.goal.text, "units": change.units.description,
                    "date": change.date.column, "created": change.created.column,
                ]
            },
            "plans": plans.map { TextRows.fields(Plan.columns, $0.values) },
            "points": points.map {
                [
                    "goal": $0.goal.text, "date": $0.point.date.description,
                    "total": $0.point.total.description,
                ]
            },
            "standing_orders": orders.map { TextRows.fields(StandingOrder.columns, $0.values) },
            "standing_runs": runs.map { TextRows.fields(StandingRun.columns, $0.values) },
            "executions": executions.map { TextRows.fields(ExecutionRecord.columns, $0.values) },
            "completion_events": completions.map { event in
                var fields = ["month": event.month, "date": event.date.column]
                fields["undone"] = event.undone?.column
                return fields
            },
            "settings": settings.sorted { $0.key < $1.key }.map { ["key": $0.key, "value": $0.value] },
        ]
    }

    /// Reads JSON text.
    ///
    /// - Throws: ``ImportFailure`` with the table and the entry that is not valid.
    public init(json text: String, file: String) throws(ImportFailure) {
        self.init()
        guard let decoded = try? JSONDecoder().decode(File.self, from: Data(text.utf8)) else {
            throw ImportFailure(file, "the file is not an export of goals in JSON")
        }
        guard decoded.schema == Self.schema else {
            throw ImportFailure(file, column: "schema", "the format \"\(decoded.schema.prefix(64))\" is not known")
        }
        func read<Value>(_ table: String, _ value: (Row) throws -> Value) throws(ImportFailure) -> [Value] {
            var values: [Value] = []
            for (index, fields) in (decoded.tables[table] ?? []).enumerated() {
                do {
                    values.append(try value(Row(fields)))
                } catch GoalStoreFailure.unreadable(let column) {
                    throw ImportFailure("\(file), \(table)", row: index + 1, column: column, "the value is not valid")
                } catch {
                    throw ImportFailure("\(file), \(table)", row: index + 1, "the entry is not valid")
                }
            }
            return values
        }
        goals = try read("goals", Goal.init)
        assets = try read("assets", Asset.init)
        transactions = try read("transactions", AssetTransaction.init)
        shares = try read("allocations") {
            Share(asset: try $0.asset(), goal: try $0.goal(), units: try $0.units("units"))
        }
        changes = try read("allocation_changes", AllocationChange.init)
        plans = try read("plans", Plan.init)
        points = try read("points") { row in
            GoalPoint(goal: try row.goal(), point: .init(date: try row.date("date"), total: try row.units("total")))
        }
        orders = try read("standing_orders", StandingOrder.init)
        runs = try read("standing_runs", StandingRun.init)
        executions = try read("executions", ExecutionRecord.init)
        let ends = try read("completion_events") { row in
            (try row.text("month"), try row.instant("date"), try row.optional("undone") { TimestampText.instant($0) })
        }
        completions = ends.enumerated().map { index, end in
            CompletionEvent(sequence: Int64(index + 1), month: end.0, date: end.1, undone: end.2)
        }
        for (key, value) in try read("settings", { (try $0.text("key"), try $0.text("value")) }) {
            settings[key] = value
        }
        do { _ = try GoalSettings(texts: settings) } catch {
            throw ImportFailure("\(file), settings", "\(error)")
        }
        try check(file: file)
    }

    /// Checks what the types of the fields do not: amounts, and that each record belongs to one of the file.
    private func check(file: String) throws(ImportFailure) {
        let (goalIDs, assetIDs) = (Set(goals.map(\.id)), Set(assets.map(\.id)))
        let orderIDs = Set(orders.map(\.id))
        func check<Record>(
            _ table: String, _ column: String, _ reason: String, _ records: [Record], _ isValid: (Record) -> Bool
        ) throws(ImportFailure) {
            guard let index = records.firstIndex(where: { !isValid($0) }) else { return }
            throw ImportFailure("\(file), \(table)", row: index + 1, column: column, reason)
        }
        let (noGoal, noAsset) = ("the file has no such goal", "the file has no such asset")
        try check("goals", "target", "the amount is not above zero", goals) { $0.target.units.signum > 0 }
        try check("goals", "name", "the name is empty", goals) { !$0.name.trimmingBlanks().isEmpty }
        try check("assets", "owner", noGoal, assets) { $0.owner.map(goalIDs.contains) ?? true }
        try check("transactions", "asset", noAsset, transactions) { assetIDs.contains($0.asset) }
        try check("allocations", "asset", noAsset, shares) { assetIDs.contains($0.asset) }
        try check("allocations", "goal", noGoal, shares) { goalIDs.contains($0.goal) }
        try check("allocations", "units", "the amount is not above zero", shares) { $0.units.signum > 0 }
        try check("allocation_changes", "asset", noAsset, changes) { assetIDs.contains($0.asset) }
        try check("allocation_changes", "goal", noGoal, changes) { goalIDs.contains($0.goal) }
        try check("allocation_changes", "units", "the amount is negative", changes) { $0.units.signum >= 0 }
        try check("plans", "goal", noGoal, plans) { goalIDs.contains($0.goal) }
        try check("points", "goal", noGoal, points) { goalIDs.contains($0.goal) }
        try check("standing_orders", "goal", noGoal, orders) { goalIDs.contains($0.goal) }
        try check("standing_orders", "asset", noAsset, orders) { assetIDs.contains($0.asset) }
        try check("standing_runs", "standingOrder", "the file has no such order", runs) { orderIDs.contains($0.order) }
    }
}
