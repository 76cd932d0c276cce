import FlipcashCore

/// Read access to one state of the database. Extensions add the queries, table by table.
protocol StoreReading {
    var connection: any SQLConnection { get }
}

/// Reads from a snapshot.
struct StoreReader: StoreReading {
    let connection: any SQLConnection
}

/// Reads and writes in the open transaction or unit.
struct StoreWriter: StoreReading {
    let connection: any SQLConnection
}

extension StoreReading {
    /// Returns the first row of the result, if any.
    func row(_ sql: String, _ arguments: SQLArguments) throws -> SQLRow? {
        try connection.rows(sql, arguments).first
    }

    /// Returns all rows of the result.
    func rows(_ sql: String, _ arguments: SQLArguments = []) throws -> [SQLRow] {
        try connection.rows(sql, arguments)
    }

    /// Returns the result's only integer; 0 if there is none.
    func integer(_ sql: String, _ arguments: SQLArguments = []) throws -> Int64 {
        guard let row = try row(sql, arguments), let column = row.columns.first else { return 0 }
        return try row.optionalInteger(column) ?? 0
    }
}

extension StoreWriter {
    /// Runs a statement and returns the number of rows it changed.
    @discardableResult
    func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int { try connection.execute(sql, arguments) }
}

extension UInt64 {
    /// The amount as stored in the database.
    ///
    /// - Throws: `StoreError.amountTooLarge` from 2⁶³ on.
    func stored() throws(StoreError) -> Int64 {
        guard let value = Int64(exactly: self) else { throw .amountTooLarge(quarks: self) }
        return value
    }
}
