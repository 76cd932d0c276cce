internal import ProtobufCodec

/// The validation rules of a field, as defined in `flipcash/validation/rules.proto`.
struct FieldRules {
    /// The number of the rules' extension of field and oneof options.
    static let extensionNumber = 51820

    /// The number of the option that marks a field as sensitive.
    static let sensitiveNumber = 51821

    enum Kind: Int {
        case bytes = 1
        case string, uint32, uint64, int32, double, bool, enumeration, message, timestamp, duration, repeated
    }

    /// The kind of rules with their raw values; nil when there are none.
    let kind: Kind?
    let values: RawMessage

    init(_ options: RawMessage) throws {
        guard let rules = try options.message(Self.extensionNumber), let last = rules.fields.last else {
            kind = nil
            values = RawMessage()
            return
        }
        guard let kind = Kind(rawValue: last.number) else {
            throw GeneratorError("validation rules of kind \(last.number) are not supported")
        }
        self.kind = kind
        values = try rules.message(last.number) ?? RawMessage()
    }

    var isRequired: Bool {
        switch kind {
        case .message, .timestamp, .duration: values.flag(1) ?? false
        case .bytes, .string, .uint32, .uint64, .int32, .double, .bool, .enumeration, .repeated, nil: false
        }
    }

    /// Whether any rule is set.
    var isEffective: Bool {
        switch kind {
        case nil: false
        case .message, .timestamp, .duration: isRequired
        case .bytes, .string, .uint32, .uint64, .int32, .double, .bool, .enumeration, .repeated: !values.fields.isEmpty
        }
    }
}
