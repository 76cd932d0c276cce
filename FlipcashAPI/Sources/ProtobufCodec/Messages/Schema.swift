/// What the definition says about the fields of a message.
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

    /// The field with a number, if the definition has one.
    public func field(numbered number: Int) -> FieldSchema? {
        fields.first { $0.number == number }
    }

    /// The field with a name, in the spelling of the definition or of JSON, if there is one.
    public func field(named name: String) -> FieldSchema? {
        fields.first { $0.jsonName == name || $0.name == name }
    }
}

/// What the definition says about one field.
public struct FieldSchema: Sendable {
    /// How values of the field are written, without regard to how many there may be.
    public enum Kind: Sendable {
        case double, float
        case int32, int64, uint32, uint64, sint32, sint64
        case fixed32, fixed64, sfixed32, sfixed64
        case bool, string, bytes
        /// Written like `int32`; carries the type that knows the values.
        case enumeration(any Enum.Type)
        /// A nested message of the given type, with its length in front.
        case message(any Message.Type)
    }

    /// How many values the field may have, and whether absence can be told from the default.
    public enum Cardinality: Sendable {
        /// One value; the default is not written.
        case implicit
        /// At most one value, whose absence can be told from the default.
        case explicit
        /// At most one value, and at most one among the arms of the named oneof.
        case arm(of: String)
        /// Any number of values.
        case repeated
        /// Any number of values under keys of the given kind.
        case map(key: Kind)
    }

    /// The number on the wire.
    public let number: Int
    /// The name in the definition.
    public let name: String
    /// The name in JSON: the definition's in lower camel case, or the one that its `json_name` gives.
    public let jsonName: String
    /// How values are written.
    public let kind: Kind
    /// How many values there may be.
    public let cardinality: Cardinality
    /// Whether texts for people keep the value back, because it is secret or personal.
    public let isSensitive: Bool

    /// Creates a description of a field.
    ///
    /// - Parameters:
    ///   - number: Its number on the wire.
    ///   - name: As the definition spells it.
    ///   - kind: What a value is.
    ///   - cardinality: How often it may be there, and how presence shows.
    ///   - json: The name in JSON, where the definition sets one.
    ///   - isSensitive: Whether texts for people keep the value back.
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

    /// The JSON spelling of a name: underscores go, and a letter behind one becomes a capital.
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

/// What the definition says about an enum.
public struct EnumSchema: Sendable {
    /// A named number.
    public struct Value: Hashable, Sendable {
        /// The name in the definition.
        public let name: String
        /// The number on the wire.
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

    /// The first name that the definition gives to a number.
    public func name(of number: Int) -> String? {
        values.first { $0.number == number }?.name
    }

    /// The number with a name.
    public func number(named name: String) -> Int? {
        values.first { $0.name == name }?.number
    }
}
