import Foundation

/// A JSON value with the accessors that vectors need. Whole numbers keep all their digits.
///
/// Not `indirect`: an indirect case is stored in unused bits of a pointer, and leak detectors do not recognise such a
/// pointer.
enum VectorValue: Codable, Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Whole numbers above the signed range.
    case unsigned(UInt64)
    case number(Double)
    case string(String)
    case array([VectorValue])
    case object([String: VectorValue])

    /// A value that differs from what the test expects.
    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([String: VectorValue].self) {
            self = .object(value)
        } else if let value = try? container.decode([VectorValue].self) {
            self = .array(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .unsigned(value)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// The member called `key`; null when there is none.
    subscript(_ key: String) -> VectorValue {
        guard case .object(let members) = self else { return .null }
        return members[key] ?? .null
    }

    var isNull: Bool { self == .null }

    /// The string; nil for other values.
    var optionalString: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    func string() throws -> String {
        guard let value = optionalString else { throw mismatch("a text") }
        return value
    }

    func double() throws -> Double {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .number(let value): value
        case .null, .bool, .string, .array, .object: throw mismatch("a number")
        }
    }

    func int() throws -> Int {
        guard case .integer(let value) = self, let int = Int(exactly: value) else { throw mismatch("an integer") }
        return int
    }

    func bool() throws -> Bool {
        guard case .bool(let value) = self else { throw mismatch("a truth value") }
        return value
    }

    func array() throws -> [VectorValue] {
        guard case .array(let value) = self else { throw mismatch("a list") }
        return value
    }

    /// An unsigned integer, as a number or a string.
    func uint64() throws -> UInt64 {
        switch self {
        case .integer(let value):
            guard let unsigned = UInt64(exactly: value) else { throw mismatch("an unsigned integer") }
            return unsigned
        case .unsigned(let value): return value
        case .string(let text):
            guard let value = UInt64(text) else { throw mismatch("an unsigned integer") }
            return value
        case .null, .bool, .number, .array, .object: throw mismatch("an unsigned integer")
        }
    }

    /// Nil for null. Throws for other values that are not unsigned integers.
    func optionalUInt64() throws -> UInt64? { isNull ? nil : try uint64() }

    /// Decodes the value as another type.
    func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: JSONEncoder().encode(self))
    }

    private func mismatch(_ expected: String) -> Mismatch {
        Mismatch(description: "expected \(expected), found \(self)")
    }
}
