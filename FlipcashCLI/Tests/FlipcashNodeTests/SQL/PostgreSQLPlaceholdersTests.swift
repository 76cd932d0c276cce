import Testing

@testable import FlipcashNode

struct PostgreSQLPlaceholdersTests {
    struct Translation: Sendable, CustomTestStringConvertible {
        let sql: String
        let expected: String
        let count: Int

        var testDescription: String { sql }
    }

    @Test(
        "Placeholders are numbered as in SQLite, outside literals, names and comments",
        arguments: [
            Translation(sql: "SELECT 1", expected: "SELECT 1", count: 0),
            Translation(sql: "a = ? AND b = ?", expected: "a = $1 AND b = $2", count: 2),
            Translation(sql: "(?, ?,?)", expected: "($1, $2,$3)", count: 3),
            Translation(sql: "a = ?2 AND b = ?1", expected: "a = $2 AND b = $1", count: 2),
            Translation(sql: "a = ?1 AND b = ?1", expected: "a = $1 AND b = $1", count: 1),
            Translation(sql: "?3, ?", expected: "$3, $4", count: 4),
            Translation(sql: "a = '?' AND b = ?", expected: "a = '?' AND b = $1", count: 1),
            Translation(sql: "a = 'it''s ?' AND b = ?", expected: "a = 'it''s ?' AND b = $1", count: 1),
            Translation(sql: "\"?\" = ?", expected: "\"?\" = $1", count: 1),
            Translation(sql: "-- what?\n?", expected: "-- what?\n$1", count: 1),
            Translation(sql: "/* ? */ ?", expected: "/* ? */ $1", count: 1),
            Translation(sql: "'never closed ?", expected: "'never closed ?", count: 0),
            Translation(sql: "/* never closed ?", expected: "/* never closed ?", count: 0),
        ])
    func init_placeholders_areNumbered(_ translation: Translation) throws {
        let placeholders = try PostgreSQLPlaceholders(translation.sql)
        #expect(placeholders.sql == translation.expected)
        #expect(placeholders.count == translation.count)
    }

    @Test(
        "A placeholder's number that PostgreSQL does not have is refused",
        arguments: ["?0", "?65536", "?99999999999999999999", "?x"])
    func init_invalidNumber_throws(_ sql: String) {
        #expect(throws: SQLFailure.other("invalid placeholder in: \(sql)")) { try PostgreSQLPlaceholders(sql) }
    }
}
