internal import ProtobufCodec

/// The validation rules of a field, as `flipcash/validation/rules.proto` defines them.
struct FieldRules {
    /// The number under which the rules extend the options of fields and of oneofs.
    static let extensionNumber = 51820

    /// The number of the option that marks a field as sensitive.
    static let sensitiveNumber = 51821

    enum Kind: Int {
        case bytes = 1
        case string, uint32, uint64, int32, double, bool, enumeration, message, timestamp, duration, repeated
    }

    /// The kind of rules given, with their values still raw; nil when there are none.
    let kind: Kind?
    let values: RawMessage

    init(_ options: RawMessage) throws {
        guard let rules = try options.message(Self.extensionNumber), let last = rules.fields.last else {
            kind = nil
            values = RawMessage()
            return
        }
        guard let kind = Kind(rawValue: last.number) else {
            throw GeneratorError("validation rules of kind \(last.number) are unknown to this generator")
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

    /// Whether the rules ask for anything at all.
    var isEffective: Bool {
        switch kind {
        case nil: false
        case .message, .timestamp, .duration: isRequired
        case .bytes, .string, .uint32, .uint64, .int32, .double, .bool, .enumeration, .repeated: !values.fields.isEmpty
        }
    }
}
