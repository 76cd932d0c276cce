#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A JSON document that keeps unknown members when it is read, changed and written.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number of 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// The elements in order.
    case array([JSONValue])
    /// The members by name; their order is not kept.
    case object([String: JSONValue])

    /// Returns the member at `path` of nested objects; nil if any step is missing.
    public subscript(path path: [String]) -> JSONValue? {
        var value = self
        for key in path {
            guard case .object(let members) = value, let member = members[key] else { return nil }
            value = member
        }
        return value
    }

    /// Returns the document with the member at `path` replaced, creating objects on the way. Nil removes the member,
    /// and the objects that become empty.
    public func setting(_ newValue: JSONValue?, at path: [String]) -> JSONValue {
        guard let key = path.first else { return newValue ?? .null }
        var members: [String: JSONValue] = [:]
        if case .object(let existing) = self { members = existing }
        if path.count == 1 {
            members[key] = newValue
        } else {
            let child = (members[key] ?? .object([:])).setting(newValue, at: Array(path.dropFirst()))
            members[key] = child == .object([:]) ? nil : child
        }
        return .object(members)
    }

    /// The text, if this is a string.
    public var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The Boolean value, if this is one.
    public var boolean: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }
}

extension JSONValue: Codable {
    /// Reads any JSON value. A whole number that 64 bits can hold becomes an ``integer(_:)``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

/// The format of the wallet's JSON files: keys sorted, no spaces unless requested, slashes not escaped.
enum JSONFile {
    static func encode(_ value: some Encodable, indented: Bool = false) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if indented { encoder.outputFormatting.insert(.prettyPrinted) }
        return [UInt8](try encoder.encode(value))
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }
}
