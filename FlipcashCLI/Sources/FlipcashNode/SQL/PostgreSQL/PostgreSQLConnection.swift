import CPostgreSQL

/// A connection to a PostgreSQL server.
///
/// - Values travel in the binary format, so that nothing is quoted or rounded.
/// - A statement is compiled once for each combination of argument types.
/// - After a failed statement PostgreSQL refuses everything until `ROLLBACK` or `ROLLBACK TO`.
/// - A lost connection stays lost: each later call throws, so that no statement of a transaction runs outside it.
final class PostgreSQLConnection: SQLConnection {
    /// libpq's connection (`PGconn`); nil after `close()`. libpq's functions accept nil and fail.
    private var handle: OpaquePointer?
    private let libpq: UnsafePointer<CPostgreSQLFunctions>
    /// The compiled statements of each text, one for each combination of argument types.
    private var compiled: [String: [PostgreSQLStatement]] = [:]
    private var compiledCount = 0
    /// Whether the server has said, while the connection was idle, that it ends it.
    private var isEnded = false

    /// The most compiled statements. A program has fewer, unless it puts values into the texts of statements.
    private static let compiledCountMax = 1_000

    /// Connects. The address can override the timeouts.
    ///
    /// - Throws: `SQLFailure.other` when the server does not answer or refuses, or libpq cannot be loaded.
    init(_ url: PostgreSQLURL) throws(SQLFailure) {
        let libpq: UnsafePointer<CPostgreSQLFunctions>
        do { libpq = try LibPQ.functions() } catch { throw .other(error.description) }
        self.libpq = libpq
        let options = [
            ("connect_timeout", "5"), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "60000"), ("fallback_application_name", "flipcash-node"),
            ("dbname", url.text),
        ]
        handle = withCStrings(options.map(\.0)) { keywords in
            withCStrings(options.map(\.1)) { values in libpq.pointee.PQconnectdbParams(keywords, values, 1) }
        }
        guard isConnected else {
            let reason = String(libpq: libpq.pointee.PQerrorMessage(handle)).firstLine
            close()
            throw .other("cannot connect to \(url): \(reason)")
        }
        // libpq would print notices to the standard error. Safe: libpq calls this only while it runs for this object.
        let this = Unmanaged.passUnretained(self).toOpaque()
        _ = libpq.pointee.PQsetNoticeReceiver(
            handle,
            { this, notice in
                guard let this else { return }
                Unmanaged<PostgreSQLConnection>.fromOpaque(this).takeUnretainedValue().heard(notice)
            }, this)
    }

    deinit { libpq.pointee.PQfinish(handle) }

    private func heard(_ notice: OpaquePointer?) {
        let severity = String(libpq: libpq.pointee.PQresultErrorField(notice, CPOSTGRESQL_FIELD_SEVERITY))
        if severity == "FATAL" || severity == "PANIC" { isEnded = true }
    }

    /// Ends the connection. Later calls throw.
    func close() {
        libpq.pointee.PQfinish(handle)
        handle = nil
        compiled = [:]
    }

    var dialect: SQLDialect { .postgreSQL }

    /// Whether a transaction is open, also one that has failed. A lost connection has none.
    var isInTransaction: Bool {
        transactionStatus == PQTRANS_INTRANS || transactionStatus == PQTRANS_INERROR
    }

    /// Asks the server to end the statement that runs now, if any. May be called from any thread.
    func interrupt() {
        guard let request = libpq.pointee.PQgetCancel(handle) else { return }
        defer { libpq.pointee.PQfreeCancel(request) }
        var reason = [CChar](repeating: 0, count: 256)
        // A server that does not take the request ends the statement in its own time.
        _ = libpq.pointee.PQcancel(request, &reason, Int32(reason.count))
    }

    private var transactionStatus: PGTransactionStatusType { libpq.pointee.PQtransactionStatus(handle) }

    /// Whether the connection is outside any transaction and, as far as is known, not lost.
    var isIdle: Bool { isConnected && transactionStatus == PQTRANS_IDLE }

    private var isConnected: Bool { libpq.pointee.PQstatus(handle) == CONNECTION_OK }

    /// Whether the connection is idle and the server has not ended it.
    var isUsable: Bool {
        guard libpq.pointee.PQconsumeInput(handle) == 1 else { return false }
        _ = libpq.pointee.PQisBusy(handle)  // Reads what the server has said.
        return isIdle && !isEnded
    }

    func rows(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> [SQLRow] {
        let (statement, result) = try run(sql, arguments)
        return try statement.rows(result)
    }

    @discardableResult
    func execute(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> Int {
        try run(sql, arguments).result.changedCount
    }

    /// Runs several statements. Outside a transaction, they are one transaction.
    func script(_ sql: String) throws(SQLFailure) {
        let command = try TransactionCommand(sql, transaction: transactionStatus)
        guard libpq.pointee.PQsendQuery(handle, sql) == 1 else { throw failure(nil, of: command) }
        var results: [PostgreSQLResult] = []
        while let next = libpq.pointee.PQgetResult(handle) {
            let result = PostgreSQLResult(next, libpq)
            results.append(result)
            if result.isCopy { close() }  // The server would wait without end.
        }
        if results.contains(where: \.isSchemaChange) { forgetStatements() }
        for result in results { try check(result, of: command) }
    }
}

extension PostgreSQLConnection {
    private func run(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> (
        statement: PostgreSQLStatement, result: PostgreSQLResult
    ) {
        let command = try TransactionCommand(sql, transaction: transactionStatus)
        let arguments = try PostgreSQLArguments(arguments.values)
        let statement = try statement(sql, for: arguments)
        try statement.checkColumns()
        let handle = handle
        let answer = arguments.withPointers { count, values, lengths, formats in
            libpq.pointee.PQexecPrepared(handle, statement.name, count, values, lengths, formats, 1)
        }
        guard let answer else { throw failure(nil, of: command) }
        let result = PostgreSQLResult(answer, libpq)
        // A table has changed since the statement was compiled. The next call compiles it again.
        if result.isOfStaleStatement { compiled[sql] = nil }
        try check(result, of: command)
        return (statement, result)
    }

    /// Returns the statement as it was compiled for arguments of these types, or compiles it.
    private func statement(_ sql: String, for arguments: PostgreSQLArguments) throws(SQLFailure) -> PostgreSQLStatement
    {
        if let statement = compiled[sql]?.first(where: { $0.takes(arguments) }) { return statement }
        let placeholders = try PostgreSQLPlaceholders(sql)
        guard placeholders.count == arguments.types.count else {
            throw .other("\(placeholders.count) arguments expected, \(arguments.types.count) given: \(sql)")
        }
        if compiled.values.reduce(0, { $0 + $1.count }) >= Self.compiledCountMax { forgetStatements() }
        let statement = try compile(placeholders.sql, for: arguments)
        compiled[sql, default: []].append(statement)
        return statement
    }

    private func compile(_ sql: String, for arguments: PostgreSQLArguments) throws(SQLFailure) -> PostgreSQLStatement {
        compiledCount += 1
        let name = "s\(compiledCount)"
        let types = arguments.types.map(\.rawValue)
        _ = try checked(libpq.pointee.PQprepare(handle, name, sql, Int32(types.count), types))
        return PostgreSQLStatement(name: name, description: try checked(libpq.pointee.PQdescribePrepared(handle, name)))
    }

    private func checked(_ answer: OpaquePointer?) throws(SQLFailure) -> PostgreSQLResult {
        guard let answer else { throw failure(nil, of: .other) }
        let result = PostgreSQLResult(answer, libpq)
        try check(result, of: .other)
        return result
    }

    /// Removes all compiled statements. Names are not used again, so the server may keep some when this fails.
    private func forgetStatements() {
        compiled = [:]
        libpq.pointee.PQclear(libpq.pointee.PQexec(handle, "DEALLOCATE ALL"))
    }

    /// Checks the server's answer to a command.
    ///
    /// - Throws: `SQLFailure`.
    private func check(_ result: PostgreSQLResult, of command: TransactionCommand) throws(SQLFailure) {
        switch result.status {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
            // The server answers COMMIT of a failed transaction without an error.
            guard command == .commit, result.command == "ROLLBACK" else { return }
            throw .other("a statement had failed, so the transaction was rolled back")
        default:
            if result.isCopy {
                close()
                throw .other("COPY is not supported")
            }
            throw failure(result, of: command)
        }
    }

    private func failure(_ result: PostgreSQLResult?, of command: TransactionCommand) -> SQLFailure {
        let reason = result?.message ?? String(libpq: libpq.pointee.PQerrorMessage(handle)).firstLine
        guard !isConnected else { return SQLFailure(state: result?.state, reason: reason) }
        return .lost(
            command == .commit
                ? "the connection to PostgreSQL was lost, and the transaction may be committed or not: \(reason)"
                : "the connection to PostgreSQL was lost: \(reason)")
    }
}

/// What a statement does with transactions. PostgreSQL only warns where SQLite refuses, so this type refuses.
private enum TransactionCommand {
    case begin
    case commit
    case other

    /// - Throws: `SQLFailure.other` for a second `BEGIN` and for `COMMIT` without a transaction.
    init(_ sql: String, transaction status: PGTransactionStatusType) throws(SQLFailure) {
        switch sql.drop(while: \.isWhitespace).prefix(while: \.isLetter).uppercased() {
        case "BEGIN", "START": self = .begin
        case "COMMIT", "END": self = .commit
        default: self = .other
        }
        if self == .begin, status == PQTRANS_INTRANS || status == PQTRANS_INERROR {
            throw .other("a transaction is open already")
        }
        if self == .commit, status == PQTRANS_IDLE { throw .other("no transaction is open") }
    }
}

extension PostgreSQLResult {
    /// Whether the server now waits for data of a `COPY`, or wants to send some.
    fileprivate var isCopy: Bool { [PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH].contains(status) }

    /// Whether the command may have changed a table, so that compiled statements no longer fit.
    fileprivate var isSchemaChange: Bool { ["CREATE", "ALTER", "DROP"].contains(where: command.hasPrefix) }

    /// Whether the statement failed because its columns have changed, or because the server no longer has it.
    fileprivate var isOfStaleStatement: Bool { state == "0A000" || state == "26000" }
}

/// Calls `body` with C strings and a null pointer at the end.
private func withCStrings<Result>(_ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
    var bytes: [CChar] = []
    let starts = strings.map { string in
        defer { bytes += string.utf8CString }
        return bytes.count
    }
    return bytes.withUnsafeBufferPointer { buffer in
        // Safe: every start is inside the buffer, and every string ends with a zero.
        body(starts.map { start in buffer.baseAddress.map { $0 + start } } + [nil])
    }
}
