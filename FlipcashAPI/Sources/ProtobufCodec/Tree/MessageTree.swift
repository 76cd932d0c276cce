/// The fields of a message with their values and definitions.
///
/// JSON and text need fields by name; models have only properties. The binary form connects both: a tree is read from
/// it and written to it with the schema. So models need no code for JSON and text, and the binary code none for trees.
struct MessageTree: Sendable {
    /// A field that is set, with its value, or all items of its list or map.
    struct Field: Sendable {
        let schema: FieldSchema
        var values: [Value]
    }

    /// A value. The kind of its field defines width and encoding.
    enum Value: Sendable {
        case double(Double)
        case float(Float)
        /// Signed integers and enum numbers.
        case signed(Int64)
        case unsigned(UInt64)
        case bool(Bool)
        case string(String)
        case bytes([UInt8])
        case message(MessageTree)
        /// An item of a map.
        indirect case entry(key: Value, value: Value)
    }

    /// The maximum nesting depth of messages in a tree.
    ///
    /// A hundred levels of JSON become three times as many messages in the binary form: `google.protobuf.Struct`, its
    /// map entry and `google.protobuf.Value`.
    static let nestingLimit = 320

    /// The maximum number of `google.protobuf.Any` opened within each other.
    ///
    /// Each `Any` contains the bytes of all inner ones. Without this limit the memory needed would be the size of the
    /// input times the depth.
    static let packageLimit = 10

    let schema: MessageSchema
    var fields: [Field] = []
    var unknownFields = UnknownStorage()

    init(schema: MessageSchema) {
        self.schema = schema
    }

    /// The value of the field with this number; nil when it is not set.
    subscript(number: Int) -> Value? {
        fields.first { $0.schema.number == number }?.values.last
    }

    /// All values of the field with this number.
    func values(_ number: Int) -> [Value] {
        fields.first { $0.schema.number == number }?.values ?? []
    }

    /// Adds a value to the last field, or starts a new field.
    mutating func append(_ value: Value, to field: FieldSchema) {
        if let last = fields.indices.last, fields[last].schema.number == field.number {
            fields[last].values.append(value)
        } else {
            fields.append(Field(schema: field, values: [value]))
        }
    }
}

extension MessageTree.Value {
    var signed: Int64? {
        if case .signed(let value) = self { value } else { nil }
    }

    var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    var bytes: [UInt8]? {
        if case .bytes(let value) = self { value } else { nil }
    }

    var message: MessageTree? {
        if case .message(let value) = self { value } else { nil }
    }
}

extension MessageTree.Value {
    /// The text of a map key. Different keys have different texts.
    var keyText: String {
        switch self {
        case .signed(let value): String(value)
        case .unsigned(let value): String(value)
        case .bool(let value): String(value)
        case .string(let value): value
        case .double, .float, .bytes, .message, .entry: ""  // Kinds that keys cannot have.
        }
    }
}

extension FieldSchema.Kind {
    /// The low three bits of the tag before an unpacked value.
    var wireType: UInt32 {
        switch self {
        case .int32, .int64, .uint32, .uint64, .sint32, .sint64, .bool, .enumeration: WireType.varint
        case .double, .fixed64, .sfixed64: WireType.fixed64
        case .float, .fixed32, .sfixed32: WireType.fixed32
        case .string, .bytes, .message: WireType.lengthDelimited
        }
    }

    /// The value of an absent field.
    var defaultValue: MessageTree.Value {
        switch self {
        case .double: .double(0)
        case .float: .float(0)
        case .int32, .int64, .sint32, .sint64, .sfixed32, .sfixed64, .enumeration: .signed(0)
        case .uint32, .uint64, .fixed32, .fixed64: .unsigned(0)
        case .bool: .bool(false)
        case .string: .string("")
        case .bytes: .bytes([])
        case .message(let type): .message(MessageTree(schema: type.schema))
        }
    }
}
