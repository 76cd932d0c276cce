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
}

/// What the definition says about one field.
public struct FieldSchema: Sendable {
    /// How values of the field are written, without regard to how many there may be.
    public enum Kind: Sendable {
        case double, float
        case int32, int64, uint32, uint64, sint32, sint64
        case fixed32, fixed64, sfixed32, sfixed64
        case bool, string, bytes
        case enumeration(any Enum.Type)
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
    /// How values are written.
    public let kind: Kind
    /// How many values there may be.
    public let cardinality: Cardinality

    /// Creates a description of a field.
    public init(_ number: Int, _ name: String, _ kind: Kind, _ cardinality: Cardinality = .implicit) {
        self.number = number
        self.name = name
        self.kind = kind
        self.cardinality = cardinality
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
}
