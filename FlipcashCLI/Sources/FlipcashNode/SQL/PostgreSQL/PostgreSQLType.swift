/// The number of a type of PostgreSQL (`pg_type.oid`). Numbers without a name here are types that the node never reads.
struct PostgreSQLType: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt32

    /// A type that the server infers from the statement.
    static let unspecified = PostgreSQLType(rawValue: 0)
    static let bool = PostgreSQLType(rawValue: 16)
    static let bytes = PostgreSQLType(rawValue: 17)
    static let name = PostgreSQLType(rawValue: 19)
    static let int8 = PostgreSQLType(rawValue: 20)
    static let int2 = PostgreSQLType(rawValue: 21)
    static let int4 = PostgreSQLType(rawValue: 23)
    static let text = PostgreSQLType(rawValue: 25)
    static let float8 = PostgreSQLType(rawValue: 701)
    static let varchar = PostgreSQLType(rawValue: 1043)
    /// The result of a function that returns nothing.
    static let void = PostgreSQLType(rawValue: 2278)

    /// Whether `value(_:)` reads values of the type.
    var isReadable: Bool {
        switch self {
        case .bool, .bytes, .name, .int8, .int2, .int4, .text, .float8, .varchar, .void: true
        default: false
        }
    }

    /// Reads a value in the binary format; nil when the bytes are not a value of the type.
    func value(_ bytes: UnsafeRawBufferPointer) -> SQLValue? {
        switch self {
        case .bool: return Self.integer(bytes, UInt8.self).map { .integer($0 == 0 ? 0 : 1) }
        case .int2: return Self.integer(bytes, Int16.self).map { .integer(Int64($0)) }
        case .int4: return Self.integer(bytes, Int32.self).map { .integer(Int64($0)) }
        case .int8: return Self.integer(bytes, Int64.self).map { .integer($0) }
        case .float8: return Self.integer(bytes, UInt64.self).map { .real(Double(bitPattern: $0)) }
        case .text, .varchar, .name: return .text(String(decoding: bytes, as: UTF8.self))
        case .bytes: return .bytes([UInt8](bytes))
        case .void: return .null
        default: return nil
        }
    }

    private static func integer<Value: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _: Value.Type) -> Value? {
        guard bytes.count == MemoryLayout<Value>.size else { return nil }
        // Safe: the bytes are as many as the integer's, and the load needs no alignment.
        return Value(bigEndian: bytes.loadUnaligned(as: Value.self))
    }
}
