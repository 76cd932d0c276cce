import FlipcashCore
import Foundation
import GRDB

/// Read access to one state of the database. Extensions add the queries, table by table.
protocol StoreReading {
    var database: Database { get }
}

/// Reads from a snapshot.
struct StoreReader: StoreReading {
    let database: Database
}

/// Reads and writes in the open transaction or unit.
struct StoreWriter: StoreReading {
    let database: Database
}

extension StoreReading {
    /// Returns the first row of the result, if any. Statements are compiled once.
    func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
        try Row.fetchOne(try database.cachedStatement(sql: sql), arguments: arguments)
    }

    /// Returns all rows of the result.
    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try Row.fetchAll(try database.cachedStatement(sql: sql), arguments: arguments)
    }

    /// Returns the result's only integer; 0 if there is none.
    func integer(_ sql: String, _ arguments: StatementArguments = []) throws -> Int64 {
        try Int64.fetchOne(try database.cachedStatement(sql: sql), arguments: arguments) ?? 0
    }
}

extension StoreWriter {
    /// Runs a statement and returns the number of rows it changed.
    @discardableResult
    func execute(_ sql: String, _ arguments: StatementArguments) throws -> Int {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
        return database.changesCount
    }
}

/// Reads columns as the ledger's own types. A value that the column must not hold throws an error, never traps.
extension Row {
    func key(_ column: String) throws -> PublicKey {
        guard let key = try optionalKey(column) else { throw Self.invalid(column, "missing") }
        return key
    }

    func optionalKey(_ column: String) throws -> PublicKey? {
        guard let bytes = try optionalBytes(column) else { return nil }
        guard let key = PublicKey(exactly: bytes) else { throw Self.invalid(column, "\(bytes.count) bytes") }
        return key
    }

    func intentID(_ column: String) throws -> IntentID {
        let bytes = try bytes(column)
        guard let id = IntentID(exactly: bytes) else { throw Self.invalid(column, "\(bytes.count) bytes") }
        return id
    }

    func optionalHash(_ column: String) throws -> Hash? {
        guard let bytes = try optionalBytes(column) else { return nil }
        guard let hash = Hash(exactly: bytes) else { throw Self.invalid(column, "\(bytes.count) bytes") }
        return hash
    }

    func hash(_ column: String) throws -> Hash {
        guard let hash = try optionalHash(column) else { throw Self.invalid(column, "missing") }
        return hash
    }

    func optionalSignature(_ column: String) throws -> Signature? {
        guard let bytes = try optionalBytes(column) else { return nil }
        guard let signature = Signature(exactly: bytes) else {
            throw Self.invalid(column, "\(bytes.count) bytes")
        }
        return signature
    }

    func bytes(_ column: String) throws -> [UInt8] {
        guard let bytes = try optionalBytes(column) else { throw Self.invalid(column, "missing") }
        return bytes
    }

    func optionalBytes(_ column: String) throws -> [UInt8]? {
        try decode(Data?.self, forColumn: column).map { [UInt8]($0) }
    }

    func integer(_ column: String) throws -> Int64 { try decode(Int64.self, forColumn: column) }

    func flag(_ column: String) throws -> Bool { try integer(column) != 0 }

    func instant(_ column: String) throws -> Instant { Instant(nanosecondsSinceEpoch: try integer(column)) }

    func text(_ column: String) throws -> String { try decode(String.self, forColumn: column) }

    func number(_ column: String) throws -> Double { try decode(Double.self, forColumn: column) }

    /// An amount that can never be negative.
    func quarks(_ column: String) throws -> UInt64 {
        guard let quarks = try optionalQuarks(column) else { throw Self.invalid(column, "missing") }
        return quarks
    }

    func optionalQuarks(_ column: String) throws -> UInt64? {
        guard let value = try decode(Int64?.self, forColumn: column) else { return nil }
        guard let quarks = UInt64(exactly: value) else { throw Self.invalid(column, "\(value)") }
        return quarks
    }

    func value<Value: RawRepresentable>(_ column: String) throws -> Value where Value.RawValue == Int {
        let raw = try integer(column)
        guard let value = Value(rawValue: Int(raw)) else { throw Self.invalid(column, "\(raw)") }
        return value
    }

    func optionalValue<Value: RawRepresentable>(_ column: String) throws -> Value? where Value.RawValue == Int {
        guard let raw = try decode(Int?.self, forColumn: column) else { return nil }
        guard let value = Value(rawValue: raw) else { throw Self.invalid(column, "\(raw)") }
        return value
    }

    static func invalid(_ column: String, _ reason: String) -> StoreError {
        .invalidValue(column: column, reason: reason)
    }
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
