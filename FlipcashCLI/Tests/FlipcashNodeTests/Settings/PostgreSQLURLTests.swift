import Testing

@testable import FlipcashNode

struct PostgreSQLURLTests {
    @Test(
        "The description is the address without its password",
        arguments: [
            ("postgres://anna:secret@example.org:5433/node", "postgres://anna@example.org:5433/node"),
            ("postgresql://anna@example.org/node", "postgres://anna@example.org/node"),
            ("postgres://example.org/node?password=secret&user=anna", "postgres://anna@example.org/node"),
            ("postgres://anna:secret@/node?host=/run/postgresql", "postgres://anna@/node?host=/run/postgresql"),
            (
                "postgres://anna:secret@h/node?sslmode=verify-full&options=-csearch_path%3Da%20b&sslpassword=secret",
                "postgres://anna@h/node?options=-csearch_path%3Da%20b&sslmode=verify-full"
            ),
            ("postgres://anna:se%40cret%2f%3f@example.org", "postgres://anna@example.org/"),
            ("postgres://anna:secret@one,two:5433/node", "postgres://anna@one,two:,5433/node"),
        ])
    func description_hasNoPassword(_ address: String, _ expected: String) throws {
        let url = try PostgreSQLURL(address)
        #expect(url.description == expected)
        #expect("\(url)" == expected)
        var dumped = ""
        dump(url, to: &dumped)
        #expect(!dumped.contains("secret") && !String(reflecting: url).contains("secret"))
    }

    @Test(
        "An invalid address is refused, and the error does not quote it",
        arguments: [
            "", "secret", "mysql://anna:secret@example.org/node", "host=example.org password=secret",
            "postgres://anna:secret%zz@example.org/node", "postgres://anna:a@secret@example.org/node",
            "postgres://anna:a/secret@example.org/node", "postgres://anna:a?secret@example.org/node",
            "postgres://anna:secret", "postgres://anna:%73ecret%40example.org/node",
            "postgres://anna@example.org/node?secret=1", "postgres://anna@example.org/no\0secret",
        ])
    func init_invalidAddress_throwsWithoutQuotingIt(_ address: String) {
        #expect(throws: NodeError.invalidDatabaseAddress) { try PostgreSQLURL(address) }
    }
}
