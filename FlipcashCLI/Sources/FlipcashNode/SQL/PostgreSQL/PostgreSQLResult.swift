import CPostgreSQL

/// The server's answer to one command. It is freed with the last reference to it.
final class PostgreSQLResult {
    private let handle: OpaquePointer

    /// - Parameter handle: a `PGresult`, which this object frees.
    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    var status: ExecStatusType { PQresultStatus(handle) }

    /// The command that ran, such as `INSERT 0 1` or `COMMIT`.
    var command: String { String(cString: PQcmdStatus(handle)) }

    /// The number of rows that the command changed; 0 for a command that changes none.
    var changedCount: Int {
        guard ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(where: command.hasPrefix) else { return 0 }
        return Int(String(cString: PQcmdTuples(handle))) ?? 0
    }

    /// The server's code for what went wrong; nil when the failure comes from libpq.
    var state: String? { PQresultErrorField(handle, CPOSTGRESQL_FIELD_SQLSTATE).map { String(cString: $0) } }

    /// The server's sentence about what went wrong, without the details, which quote the content of rows.
    var message: String {
        let text = PQresultErrorField(handle, CPOSTGRESQL_FIELD_MESSAGE).map { String(cString: $0) }
        return text ?? String(cString: PQresultErrorMessage(handle)).firstLine
    }

    var rowCount: Int { Int(PQntuples(handle)) }

    var columnNames: [String] {
        (0..<PQnfields(handle)).map { column in PQfname(handle, column).map { String(cString: $0) } ?? "" }
    }

    var columnTypes: [PostgreSQLType] {
        (0..<PQnfields(handle)).map { PostgreSQLType(rawValue: PQftype(handle, $0)) }
    }

    var parameterTypes: [PostgreSQLType] {
        (0..<PQnparams(handle)).map { PostgreSQLType(rawValue: PQparamtype(handle, $0)) }
    }

    /// The value at a place of the result; nil when the place does not exist or holds no value of `type`.
    func value(row: Int, column: Int, type: PostgreSQLType) -> SQLValue? {
        guard row < rowCount, column < Int(PQnfields(handle)) else { return nil }
        let (row, column) = (Int32(row), Int32(column))
        guard PQgetisnull(handle, row, column) == 0 else { return .null }
        guard PQftype(handle, column) == type.rawValue, let start = PQgetvalue(handle, row, column) else { return nil }
        // Safe: libpq keeps the value, of this length, until the result is freed.
        return type.value(UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(handle, row, column))))
    }
}

extension String {
    /// The text up to the first line break.
    var firstLine: String { String(prefix { !$0.isNewline }) }
}
