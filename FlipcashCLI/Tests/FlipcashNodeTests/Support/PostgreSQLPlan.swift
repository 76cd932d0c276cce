@testable import FlipcashNode

/// How PostgreSQL runs a statement, whatever its arguments are.
struct PostgreSQLPlan {
    /// The steps that read all of a table or of an index that grows.
    let scans: [String]

    /// Tables that do not grow with payments.
    private static let smallTables: Set = ["mints", "currencies", "rates", "facts", "node_database"]

    /// Indexes of what is under way only. In a small table PostgreSQL prefers to read one of them whole.
    private static let smallIndexes: Set = ["swaps_unfunded", "swaps_unfunded_by_owner", "swaps_running"]

    /// Makes the plan as if scans of tables were very slow, so that it has one only where no index helps.
    init(of sql: String, in connection: any SQLConnection) throws {
        let placeholders = try PostgreSQLPlaceholders(sql)
        try connection.script(
            """
            SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan;
            PREPARE probe AS \(placeholders.sql)
            """)
        defer {
            try? connection.script("DEALLOCATE probe; RESET enable_seqscan; RESET plan_cache_mode")
        }
        let nothing = Array(repeating: "NULL", count: placeholders.count).joined(separator: ", ")
        let execution = placeholders.count == 0 ? "probe" : "probe(\(nothing))"
        let lines = try connection.rows("EXPLAIN (COSTS off) EXECUTE \(execution)", []).map { row in
            guard case .text(let line) = row.values.first else { return "" }
            return line
        }
        scans = lines.indices.filter { Self.isScan(lines, at: $0) }.map { lines[$0] }
    }

    private static func isScan(_ lines: [String], at index: Int) -> Bool {
        let words = lines[index].split(separator: " ").map(String.init)
        guard let on = words.firstIndex(of: "on"), on + 1 < words.count, words.contains("Scan"),
            !smallTables.contains(words[on + 1])
        else { return false }
        if words.contains("Seq") { return true }
        guard words.contains("Index"), smallIndexes.isDisjoint(with: words) else { return false }
        // The conditions of a step follow it, up to the next step.
        let conditions = lines[(index + 1)...].prefix { !$0.contains("->") }
        return !conditions.contains { $0.contains("Index Cond:") }
    }
}
