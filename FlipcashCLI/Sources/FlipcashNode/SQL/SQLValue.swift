import FlipcashCore

/// A value of a column or of a statement's argument, the same for every database.
enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
}

/// A type whose values can be arguments of a statement.
protocol SQLConvertible {
    var sqlValue: SQLValue { get }
}

extension SQLValue: SQLConvertible {
    var sqlValue: SQLValue { self }
}

extension Int: SQLConvertible {
    var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int64: SQLConvertible {
    var sqlValue: SQLValue { .integer(self) }
}

extension Bool: SQLConvertible {
    /// Tables hold 0 and 1, because SQLite has no other truth values.
    var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension Double: SQLConvertible {
    var sqlValue: SQLValue { .real(self) }
}

extension String: SQLConvertible {
    var sqlValue: SQLValue { .text(self) }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
    var sqlValue: SQLValue { self?.sqlValue ?? .null }
}

extension [UInt8] {
    /// The bytes as the database stores them.
    var blob: SQLValue { .bytes(self) }
}

extension FixedBytes {
    /// The bytes as the database stores them.
    var blob: SQLValue { .bytes(bytes) }
}
