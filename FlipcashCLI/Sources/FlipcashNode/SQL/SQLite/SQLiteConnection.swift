import GRDB
import GRDBSQLite

/// A connection that GRDB has opened and lends to one thread at a time.
///
/// Statements are compiled and kept by GRDB, and run by SQLite's own functions: GRDB's rows cost more than the rest of a
/// small statement.
struct SQLiteConnection: SQLConnection {
    let database: Database

    var dialect: SQLDialect { .sqlite }

    var isInTransaction: Bool { database.isInsideTransaction }

    func rows(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> [SQLRow] {
        let (columns, run) = try prepared(sql, arguments)
        defer { run.end() }
        var rows: [SQLRow] = []
        while try run.step() { rows.append(SQLRow(columns: columns, values: run.values(columns.count))) }
        return rows
    }

    @discardableResult
    func execute(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> Int {
        let (_, run) = try prepared(sql, arguments)
        defer { run.end() }
        while try run.step() {}
        return database.changesCount
    }

    func script(_ sql: String) throws(SQLFailure) {
        do {
            try database.execute(sql: sql)
        } catch {
            throw SQLFailure(error)
        }
    }

    /// The names of a statement's columns, and the statement with its arguments.
    private func prepared(
        _ sql: String, _ arguments: SQLArguments
    ) throws(SQLFailure) -> (columns: [String], run: SQLiteRun) {
        let statement: Statement
        do {
            statement = try database.cachedStatement(sql: sql)
        } catch {
            throw SQLFailure(error)
        }
        let run = SQLiteRun(statement: statement.sqliteStatement)
        do throws(SQLFailure) {
            try run.bind(arguments.values)
        } catch {
            run.end()
            throw error
        }
        return (statement.columnNames, run)
    }
}

/// One run of a compiled statement, from its arguments to its end (<https://www.sqlite.org/cintro.html>).
private struct SQLiteRun {
    let statement: OpaquePointer

    /// Gives the statement its arguments, which SQLite copies.
    func bind(_ values: [SQLValue]) throws(SQLFailure) {
        let count = Int(sqlite3_bind_parameter_count(statement))
        guard count == values.count else {
            throw .other("a statement with \(count) placeholders got \(values.count) arguments")
        }
        for (index, value) in zip(CInt(1)..., values) {
            let code = bind(value, at: index)
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    private func bind(_ value: SQLValue, at index: CInt) -> CInt {
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let integer): sqlite3_bind_int64(statement, index, integer)
        case .real(let number): sqlite3_bind_double(statement, index, number)
        case .text(let text):
            sqlite3_bind_text64(
                statement, index, text, UInt64(text.utf8.count), Self.copied, UInt8(SQLITE_UTF8))
        case .bytes(let bytes):
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(statement, index, 0)
                : bytes.withUnsafeBytes {
                    sqlite3_bind_blob64(statement, index, $0.baseAddress, UInt64($0.count), Self.copied)
                }
        }
    }

    /// Moves to the next row. Returns false after the last one.
    func step() throws(SQLFailure) -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw failure(code)
        }
    }

    /// The values of the present row.
    func values(_ count: Int) -> [SQLValue] { (0..<CInt(count)).map(value) }

    private func value(at index: CInt) -> SQLValue {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: .real(sqlite3_column_double(statement, index))
        case SQLITE_TEXT:
            .text(String(decoding: bytes(sqlite3_column_text(statement, index), at: index), as: UTF8.self))
        case SQLITE_BLOB: .bytes([UInt8](bytes(sqlite3_column_blob(statement, index), at: index)))
        default: .null
        }
    }

    /// The bytes of a column, which are valid until the next step. `start` is fetched before their number, as SQLite
    /// demands; it is nil when there are none.
    private func bytes(_ start: UnsafeRawPointer?, at index: CInt) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, index)))
    }

    /// Makes the statement ready for its next run, and releases its locks and arguments.
    func end() {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
    }

    private func failure(_ code: CInt) -> SQLFailure {
        let words = sqlite3_errmsg(sqlite3_db_handle(statement)).map { String(cString: $0) }
        return SQLFailure(ResultCode(rawValue: code), words)
    }

    /// Tells SQLite to copy an argument, since it outlives the call: SQLITE_TRANSIENT, a macro that Swift cannot import.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

extension SQLFailure {
    /// Converts an error of GRDB.
    init(_ error: any Error) {
        guard let error = error as? DatabaseError else {
            self = .other("\(error)")
            return
        }
        self.init(error.extendedResultCode, error.message)
    }

    /// Converts a result code of SQLite, which may be extended, and SQLite's own words.
    fileprivate init(_ code: ResultCode, _ words: String?) {
        let reason = words ?? "SQLite error \(code)"
        switch (code.primaryResultCode, code) {
        case (_, .SQLITE_CONSTRAINT_UNIQUE), (_, .SQLITE_CONSTRAINT_PRIMARYKEY): self = .duplicate(reason)
        case (.SQLITE_CONSTRAINT, _): self = .constraint(reason)
        case (.SQLITE_BUSY, _): self = .busy(reason)
        case (.SQLITE_CORRUPT, _): self = .damaged(reason)
        case (.SQLITE_NOTADB, _): self = .notADatabase(reason)
        case (.SQLITE_IOERR, _): self = .disk(reason)
        default: self = .other(reason)
        }
    }
}
