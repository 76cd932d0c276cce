@testable import FlipcashNode

/// An empty database of the shared server, for one test.
struct PostgreSQLTown {
    let database: ThrowAwayDatabase
    let url: PostgreSQLURL

    init() throws {
        guard let database = try ThrowAwayPostgreSQL.sharedDatabase() else {
            throw ThrowAwayPostgreSQL.Failure(description: "PostgreSQL is not installed")
        }
        self.database = database
        url = try PostgreSQLURL(database.address)
    }

    var name: String { database.name }
    var address: String { database.address }

    /// A connection that is ready for statements.
    func connection() throws -> PostgreSQLConnection { try .reader(url) }
}

extension SQLConnection {
    /// The only value of a result.
    func value(_ sql: String, _ arguments: SQLArguments = []) throws -> SQLValue? {
        try rows(sql, arguments).first?.values.first
    }
}
