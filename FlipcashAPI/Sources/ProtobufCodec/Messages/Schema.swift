/// The fields of a message as in its definition.
public struct MessageSchema: Sendable {
    /// The full name of the message.
    public let name: String
    /// The fields in the order of the definition.
    public let fields: [FieldSchema]

    /// Creates a schema.
    public init(_ name: String, _ fields: [FieldSchema]) {
        self.name = name
        self.fields = fields
    }

    /// The field with this number; nil when there is none.
    public func field(numbered number: Int) -> FieldSchema? {
        fields.first { $0.number == number }
    }

    /// The field with this name, in the definition's or JSON's spelling; nil when there is none.
    public func field(named name: String) -> FieldSchema? {
        fields.first { $0.jsonName == name || $0.name == name }
    }
}

/// A field as in its definition.
public struct FieldSchema: Sendable {
    /// How a value of the field is encoded.
    public enum Kind: Sendable {
        /// Eight or four bytes, bit for bit.
        case double, float
        /// A varint; `sint32` and `sint64` are zigzag-coded, so that small negative values stay short.
        case int32, int64, uint32, uint64, sint32, sint64
        /// Four or eight bytes, least significant first.
        case fixed32, fixed64, sfixed32, sfixed64
        /// A varint that is 0 or 1, UTF-8 with a length prefix, or bytes with a length prefix.
        case bool, string, bytes
        /// Encoded like `int32`. The type provides the values.
        case enumeration(any Enum.Type)
        /// A nested message of the given type, with a length prefix.
        case message(any Message.Type)
    }

    /// How many values the field has, and whether an absent value differs from the default.
    public enum Cardinality: Sendable {
        /// One value. The default is not written.
        case implicit
        /// At most one value. An absent value differs from the default.
        case explicit
        /// At most one value, and at most one in the named oneof.
        case arm(of: String)
        /// Any number of values.
        case repeated
        /// Any number of values under keys of the given kind.
        case map(key: Kind)
    }

    /// The field number.
    public let number: Int
    /// The name in the definition.
    public let name: String
    /// The name in JSON: the `json_name` option, or the name in lower camel case.
    public let jsonName: String
    /// How a value is encoded.
    public let kind: Kind
    /// How many values there may be.
    public let cardinality: Cardinality
    /// Whether the value is secret or personal and is hidden in descriptions.
    public let isSensitive: Bool

    /// Creates a description of a field.
    ///
    /// - Parameters:
    ///   - number: The field number.
    ///   - name: The name in the definition.
    ///   - kind: How a value is encoded.
    ///   - cardinality: How many values the field has, and how presence is tracked.
    ///   - json: The name in JSON, if the definition sets one.
    ///   - isSensitive: Whether descriptions hide the value.
    public init(
        _ number: Int, _ name: String, _ kind: Kind, _ cardinality: Cardinality = .implicit, json: String? = nil,
        isSensitive: Bool = false
    ) {
        self.number = number
        self.name = name
        jsonName = json ?? FieldSchema.lowerCamelCase(name)
        self.kind = kind
        self.cardinality = cardinality
        self.isSensitive = isSensitive
    }

    /// Converts a name to lower camel case: removes underscores and capitalizes the letter after each.
    public static func lowerCamelCase(_ name: String) -> String {
        var result: [UInt8] = []
        var isRaised = false
        for byte in name.utf8 {
            if byte == UInt8(ascii: "_") {
                isRaised = true
                continue
            }
            let isLower = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
            result.append(isRaised && isLower ? byte - 0x20 : byte)
            isRaised = false
        }
        return String(decoding: result, as: UTF8.self)
    }
}

/// An enum as in its definition.
public struct EnumSchema: Sendable {
    /// A named number.
    public struct Value: Hashable, Sendable {
        /// The name in the definition.
        public let name: String
        /// The number of the value.
        public let number: Int

        /// Creates a named number.
        public init(_ name: String, _ number: Int) {
            self.name = name
            self.number = number
        }
    }

    /// The full name of the enum.
    public let name: String
    /// The values in the order of the definition.
    public let values: [Value]

    /// Creates a schema.
    public init(_ name: String, _ values: [Value]) {
        self.name = name
        self.values = values
    }

    /// The first name in the definition with this number.
    public func name(of number: Int) -> String? {
        values.first { $0.number == number }?.name
    }

    /// The number of this name.
    public func number(named name: String) -> Int? {
        values.first { $0.name == name }?.number
    }
}
