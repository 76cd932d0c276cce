import FlipcashCore

/// One row of a result.
struct SQLRow: Hashable, Sendable {
    /// The names of the columns, shared by all rows of a result.
    let columns: [String]
    let values: [SQLValue]

    /// The value of a column.
    ///
    /// - Throws: `StoreError.invalidValue` when the result has no such column.
    func value(of column: String) throws(StoreError) -> SQLValue {
        guard let index = columns.firstIndex(of: column) else { throw Self.invalid(column, "no such column") }
        return values[index]
    }
}

/// Reads columns as the ledger's own types. A value that the column must not hold throws an error, never traps.
extension SQLRow {
    func key(_ column: String) throws(StoreError) -> PublicKey { try Self.required(optionalKey(column), column) }

    func optionalKey(_ column: String) throws(StoreError) -> PublicKey? { try fixed(column) { PublicKey(exactly: $0) } }

    func intentID(_ column: String) throws(StoreError) -> IntentID {
        try Self.required(fixed(column) { IntentID(exactly: $0) }, column)
    }

    func optionalHash(_ column: String) throws(StoreError) -> Hash? { try fixed(column) { Hash(exactly: $0) } }

    func optionalSignature(_ column: String) throws(StoreError) -> Signature? {
        try fixed(column) { Signature(exactly: $0) }
    }

    func swapID(_ column: String) throws(StoreError) -> SwapID {
        try Self.required(fixed(column) { SwapID(exactly: $0) }, column)
    }

    func signature(_ column: String) throws(StoreError) -> Signature {
        try Self.required(optionalSignature(column), column)
    }

    func bytes(_ column: String) throws(StoreError) -> [UInt8] { try Self.required(optionalBytes(column), column) }

    func optionalBytes(_ column: String) throws(StoreError) -> [UInt8]? {
        switch try value(of: column) {
        case .null: nil
        case .bytes(let bytes): bytes
        case .integer, .real, .text: throw Self.invalid(column, "not bytes")
        }
    }

    func integer(_ column: String) throws(StoreError) -> Int64 { try Self.required(optionalInteger(column), column) }

    func optionalInteger(_ column: String) throws(StoreError) -> Int64? {
        switch try value(of: column) {
        case .null: nil
        case .integer(let integer): integer
        case .real, .text, .bytes: throw Self.invalid(column, "not an integer")
        }
    }

    func flag(_ column: String) throws(StoreError) -> Bool { try integer(column) != 0 }

    func instant(_ column: String) throws(StoreError) -> Instant {
        Instant(nanosecondsSinceEpoch: try integer(column))
    }

    func text(_ column: String) throws(StoreError) -> String { try Self.required(optionalText(column), column) }

    func optionalText(_ column: String) throws(StoreError) -> String? {
        switch try value(of: column) {
        case .null: nil
        case .text(let text): text
        case .integer, .real, .bytes: throw Self.invalid(column, "not a text")
        }
    }

    func number(_ column: String) throws(StoreError) -> Double {
        switch try value(of: column) {
        case .real(let number): return number
        case .integer(let integer): return Double(integer)
        case .null, .text, .bytes: throw Self.invalid(column, "not a number")
        }
    }

    /// An amount that can never be negative.
    func quarks(_ column: String) throws(StoreError) -> UInt64 { try Self.required(optionalQuarks(column), column) }

    func optionalQuarks(_ column: String) throws(StoreError) -> UInt64? {
        guard let value = try optionalInteger(column) else { return nil }
        guard let quarks = UInt64(exactly: value) else { throw Self.invalid(column, "\(value)") }
        return quarks
    }

    func value<Value: RawRepresentable>(_ column: String) throws(StoreError) -> Value where Value.RawValue == Int {
        try Self.required(optionalValue(column), column)
    }

    func optionalValue<Value: RawRepresentable>(_ column: String) throws(StoreError) -> Value?
    where Value.RawValue == Int {
        guard let raw = try optionalInteger(column) else { return nil }
        guard let value = Value(rawValue: Int(raw)) else { throw Self.invalid(column, "\(raw)") }
        return value
    }

    private func fixed<Value>(_ column: String, _ make: ([UInt8]) -> Value?) throws(StoreError) -> Value? {
        guard let bytes = try optionalBytes(column) else { return nil }
        guard let value = make(bytes) else { throw Self.invalid(column, "\(bytes.count) bytes") }
        return value
    }

    private static func required<Value>(_ value: Value?, _ column: String) throws(StoreError) -> Value {
        guard let value else { throw invalid(column, "missing") }
        return value
    }

    private static func invalid(_ column: String, _ reason: String) -> StoreError {
        .invalidValue(column: column, reason: reason)
    }
}
