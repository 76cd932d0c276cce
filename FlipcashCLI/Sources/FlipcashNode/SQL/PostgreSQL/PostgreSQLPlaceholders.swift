/// A statement with PostgreSQL's placeholders, `$1` and so on, in place of `?` and `?1`.
///
/// `?` is the argument after the highest one named so far, as in SQLite.
struct PostgreSQLPlaceholders: Hashable, Sendable {
    /// The statement for PostgreSQL.
    let sql: String
    /// The highest placeholder, which is the number of arguments.
    let count: Int

    /// The most arguments that the protocol can carry.
    private static let countMax = 65_535

    /// Translates a statement.
    ///
    /// - Throws: `SQLFailure.other` when a placeholder's number is not one to 65,535.
    init(_ statement: String) throws(SQLFailure) {
        let tokens = SQLToken.tokens(of: statement)
        var sql = ""
        var count = 0
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            index += 1
            guard token == .symbol("?") else {
                sql += token.text
                continue
            }
            var number = count + 1
            if index < tokens.count, case .word(let digits) = tokens[index] {
                number = Int(digits) ?? 0
                index += 1
            }
            guard (1...Self.countMax).contains(number) else { throw .other("invalid placeholder in: \(statement)") }
            count = max(count, number)
            sql += "$\(number)"
        }
        self.sql = sql
        self.count = count
    }
}
