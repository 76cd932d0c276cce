import CPostgreSQL

/// The server's answer to one command. It is freed with the last reference to it.
final class PostgreSQLResult {
    private let handle: OpaquePointer
    private let libpq: UnsafePointer<CPostgreSQLFunctions>

    /// - Parameter handle: a `PGresult`, which this object frees.
    init(_ handle: OpaquePointer, _ libpq: UnsafePointer<CPostgreSQLFunctions>) {
        self.handle = handle
        self.libpq = libpq
    }

    deinit { libpq.pointee.PQclear(handle) }

    var status: ExecStatusType { libpq.pointee.PQresultStatus(handle) }

    /// The command that ran, such as `INSERT 0 1` or `COMMIT`.
    var command: String { String(libpq: libpq.pointee.PQcmdStatus(handle)) }

    /// The number of rows that the command changed; 0 for a command that changes none.
    var changedCount: Int {
        guard ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(where: command.hasPrefix) else { return 0 }
        return Int(String(libpq: libpq.pointee.PQcmdTuples(handle))) ?? 0
    }

    /// The server's code for what went wrong; nil when the failure comes from libpq.
    var state: String? {
        libpq.pointee.PQresultErrorField(handle, CPOSTGRESQL_FIELD_SQLSTATE).map { String(cString: $0) }
    }

    /// The server's sentence about what went wrong, without the details, which quote the content of rows.
    var message: String {
        let text = libpq.pointee.PQresultErrorField(handle, CPOSTGRESQL_FIELD_MESSAGE).map { String(cString: $0) }
        return text ?? String(libpq: libpq.pointee.PQresultErrorMessage(handle)).firstLine
    }

    var rowCount: Int { Int(libpq.pointee.PQntuples(handle)) }

    var columnNames: [String] {
        (0..<libpq.pointee.PQnfields(handle)).map { column in
            String(libpq: libpq.pointee.PQfname(handle, column))
        }
    }

    var columnTypes: [PostgreSQLType] {
        (0..<libpq.pointee.PQnfields(handle)).map { PostgreSQLType(rawValue: libpq.pointee.PQftype(handle, $0)) }
    }

    var parameterTypes: [PostgreSQLType] {
        (0..<libpq.pointee.PQnparams(handle)).map { PostgreSQLType(rawValue: libpq.pointee.PQparamtype(handle, $0)) }
    }

    /// The value at a place of the result; nil when the place does not exist or holds no value of `type`.
    func value(row: Int, column: Int, type: PostgreSQLType) -> SQLValue? {
        guard row < rowCount, column < Int(libpq.pointee.PQnfields(handle)) else { return nil }
        let (row, column) = (Int32(row), Int32(column))
        guard libpq.pointee.PQgetisnull(handle, row, column) == 0 else { return .null }
        guard libpq.pointee.PQftype(handle, column) == type.rawValue,
            let start = libpq.pointee.PQgetvalue(handle, row, column)
        else { return nil }
        // Safe: libpq keeps the value, of this length, until the result is freed.
        return type.value(
            UnsafeRawBufferPointer(start: start, count: Int(libpq.pointee.PQgetlength(handle, row, column))))
    }
}

extension String {
    /// Copies the text that libpq gives. Without a text the result is empty.
    init(libpq text: UnsafePointer<CChar>?) { self = text.map { String(cString: $0) } ?? "" }

    /// The text up to the first line break.
    var firstLine: String { String(prefix { !$0.isNewline }) }
}
