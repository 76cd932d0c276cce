import Foundation
import GRDB

/// A connection of GRDB's pool.
struct SQLiteConnection: SQLConnection {
    let database: Database

    var dialect: SQLDialect { .sqlite }

    var isInTransaction: Bool { database.isInsideTransaction }

    func rows(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> [SQLRow] {
        try Self.translating {
            let statement = try database.cachedStatement(sql: sql)
            let columns = statement.columnNames
            let cursor = try Row.fetchCursor(statement, arguments: arguments.statementArguments)
            var rows: [SQLRow] = []
            while let row = try cursor.next() {
                rows.append(SQLRow(columns: columns, values: (0..<columns.count).map { SQLValue(row[$0]) }))
            }
            return rows
        }
    }

    @discardableResult
    func execute(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> Int {
        try Self.translating {
            try database.cachedStatement(sql: sql).execute(arguments: arguments.statementArguments)
            return database.changesCount
        }
    }

    func script(_ sql: String) throws(SQLFailure) { try Self.translating { try database.execute(sql: sql) } }

    private static func translating<Result>(_ body: () throws -> Result) throws(SQLFailure) -> Result {
        do {
            return try body()
        } catch {
            throw SQLFailure(error)
        }
    }
}

extension SQLFailure {
    /// Converts an error of GRDB.
    init(_ error: any Error) {
        guard let error = error as? DatabaseError else {
            self = .other("\(error)")
            return
        }
        let reason = error.message ?? "SQLite error \(error.extendedResultCode)"
        switch (error.resultCode, error.extendedResultCode) {
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

extension SQLArguments {
    fileprivate var statementArguments: StatementArguments {
        StatementArguments(
            values.map { value -> DatabaseValue in
                switch value {
                case .null: .null
                case .integer(let integer): integer.databaseValue
                case .real(let number): number.databaseValue
                case .text(let text): text.databaseValue
                case .bytes(let bytes): Data(bytes).databaseValue
                }
            })
    }
}

extension SQLValue {
    fileprivate init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let integer): self = .integer(integer)
        case .double(let number): self = .real(number)
        case .string(let text): self = .text(text)
        case .blob(let data): self = .bytes([UInt8](data))
        }
    }
}
