/// A message taken apart: the values of its fields, each beside what the definition says about it.
///
/// JSON and text know fields by name, models only by property. Between the two stands the binary form, which every
/// model reads and writes: a tree is read from it and written to it by the schema alone, so that models carry no code
/// for any other form, and the binary path none for theirs.
struct MessageTree: Sendable {
    /// A field that is set, with its only value or all items of its list or map.
    struct Field: Sendable {
        let schema: FieldSchema
        var values: [Value]
    }

    /// A value; the kind of its field says in how many bits, and how they are written.
    enum Value: Sendable {
        case double(Double)
        case float(Float)
        /// Signed integers and the numbers of enums.
        case signed(Int64)
        case unsigned(UInt64)
        case bool(Bool)
        case string(String)
        case bytes([UInt8])
        case message(MessageTree)
        /// An item of a map.
        indirect case entry(key: Value, value: Value)
    }

    /// How deep the messages of a tree may be nested.
    ///
    /// A hundred levels of JSON become three times as many in the binary form, where `google.protobuf.Struct`, its map
    /// entry and `google.protobuf.Value` each stand for one.
    static let nestingLimit = 320

    /// How many `google.protobuf.Any` may be opened within each other.
    ///
    /// Each holds all those inside it as bytes: without a limit of its own, what is opened would take as many times the
    /// memory of the input as packages are nested.
    static let packageLimit = 10

    let schema: MessageSchema
    var fields: [Field] = []
    var unknownFields = UnknownStorage()

    init(schema: MessageSchema) {
        self.schema = schema
    }

    /// The only value of the field with a number, if it is set.
    subscript(number: Int) -> Value? {
        fields.first { $0.schema.number == number }?.values.last
    }

    /// All values of the field with a number.
    func values(_ number: Int) -> [Value] {
        fields.first { $0.schema.number == number }?.values ?? []
    }

    /// Adds a value to the field that came last, or begins another.
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
    /// The text of the key of a map, the same for equal keys only.
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

    /// What an absent value means.
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
