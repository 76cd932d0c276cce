@testable import FlipcashNode

/// How SQLite runs a statement, whatever its arguments are.
struct SQLitePlan {
    /// The steps, as SQLite describes them.
    let steps: [String]
    /// How many tables SQLite builds for one run of the statement, such as one for `IN (1, 2, 3)` or for `RETURNING`.
    let temporaryTableCount: Int

    init(of sql: String, in connection: any SQLConnection) throws {
        let nothing = SQLArguments(Array(repeating: .null, count: Self.argumentCount(of: sql)))
        // Plans of insertions name the tables that refer to the new row. SQLite searches them only while a reference is
        // broken.
        try connection.script("PRAGMA foreign_keys = OFF")
        steps = try connection.rows("EXPLAIN QUERY PLAN " + sql, nothing).map { try $0.text("detail") }
        temporaryTableCount = try connection.rows("EXPLAIN " + sql, nothing)
            .count { try $0.text("opcode") == "OpenEphemeral" }
    }

    /// The steps that read all of a table or of an index that grows.
    var scans: [String] { steps.filter { $0.hasPrefix("SCAN") && !isAllowed($0) } }

    /// Whether rows are read beyond a limit, to bring them into their order.
    var sorts: Bool { steps.contains { $0.hasPrefix("USE TEMP B-TREE") } }

    /// The number of arguments that a statement with `?` or `?1` takes.
    private static func argumentCount(of sql: String) -> Int {
        var count = 0
        for part in sql.split(separator: "?", omittingEmptySubsequences: false).dropFirst() {
            let digits = part.prefix { $0.isNumber }
            count = Int(digits).map { max(count, $0) } ?? count + 1
        }
        return count
    }

    /// Results of subqueries, constant rows, and tables and indexes that do not grow with payments: of currencies, whose
    /// launches are bounded, of rates, which are kept for a limited time, and of deletions that go on in the background.
    private func isAllowed(_ scan: String) -> Bool {
        let name = scan.dropFirst("SCAN ".count)
        return scan.hasSuffix("CONSTANT ROW") || scan.hasSuffix("CONSTANT ROWS")
            || steps.contains("CO-ROUTINE \(name)") || steps.contains("MATERIALIZE \(name)")
            || [
                "t", "mints", "m", "currencies", "c", "rates", "sqlite_master", "split_fences",
                "split_accounts USING INDEX split_accounts_unfinished",
            ].contains(name)
    }
}
