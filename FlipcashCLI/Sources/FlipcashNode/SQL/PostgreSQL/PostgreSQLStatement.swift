import CPostgreSQL

/// A statement that the server has compiled for arguments of certain types.
struct PostgreSQLStatement {
    /// The name under which the connection keeps it.
    let name: String
    private let parameters: [PostgreSQLType]
    private let columns: [String]
    private let types: [PostgreSQLType]

    /// - Parameter description: what the server says about the statement (`PQdescribePrepared`).
    init(name: String, description: PostgreSQLResult) {
        self.name = name
        parameters = description.parameterTypes
        columns = description.columnNames
        types = description.columnTypes
    }

    /// Whether the statement was compiled for these arguments. Null fits every type.
    func takes(_ arguments: PostgreSQLArguments) -> Bool {
        arguments.types.count == parameters.count
            && zip(arguments.types, parameters).allSatisfy { $0 == .unspecified || $0 == $1 }
    }

    /// Checks, before the statement runs, that its result can be read.
    ///
    /// - Throws: `SQLFailure.other` for a column of a type such as `numeric`, which the statement must cast.
    func checkColumns() throws(SQLFailure) {
        for (column, type) in zip(columns, types) where !type.isReadable {
            throw .other("cast the column \(column): the node does not read PostgreSQL's type \(type.rawValue)")
        }
    }

    /// Returns the rows of a result of this statement.
    ///
    /// - Throws: `SQLFailure.other` when the server sends something else than it described.
    func rows(_ result: PostgreSQLResult) throws(SQLFailure) -> [SQLRow] {
        var rows: [SQLRow] = []
        rows.reserveCapacity(result.rowCount)
        for row in 0..<result.rowCount {
            var values: [SQLValue] = []
            values.reserveCapacity(columns.count)
            for (column, type) in types.enumerated() {
                guard let value = result.value(row: row, column: column, type: type) else {
                    throw .other("PostgreSQL sent an invalid value in \(columns[column])")
                }
                values.append(value)
            }
            rows.append(SQLRow(columns: columns, values: values))
        }
        return rows
    }
}
