/// Reads JSON as the fields of a message.
struct JSONMessageReader {
    var scanner: JSONScanner
    let options: JSONDecodingOptions
    /// The number of further `Any` levels that may be opened.
    var packagesLeft = MessageTree.packageLimit

    init(_ bytes: [UInt8], _ options: JSONDecodingOptions) {
        scanner = JSONScanner(bytes, depthLimit: options.messageDepthLimit)
        self.options = options
    }

    /// Reads a text that consists of one message.
    mutating func wholeMessage(_ schema: MessageSchema) throws(JSONDecodingError) -> MessageTree {
        let tree = try message(schema)
        try scanner.expectEnd()
        return tree
    }

    /// Reads a text that consists of one array of messages.
    mutating func wholeArray(_ schema: MessageSchema) throws(JSONDecodingError) -> [MessageTree] {
        var messages: [MessageTree] = []
        try scanner.beginArray()
        while try scanner.nextItem(isFirst: messages.isEmpty) {
            scanner.path.append(.item(messages.count))
            messages.append(try message(schema))
            scanner.path.removeLast()
        }
        try scanner.expectEnd()
        return messages
    }

    mutating func message(_ schema: MessageSchema) throws(JSONDecodingError) -> MessageTree {
        if let form = WellKnownForm(messageName: schema.name) { return try wellKnown(form, schema) }
        return try object(schema, skippingType: false)
    }

    /// Reads the members of an object as fields.
    ///
    /// - Parameter skippingType: Whether to skip a member `@type`, because the object represents an `Any`.
    mutating func object(_ schema: MessageSchema, skippingType: Bool) throws(JSONDecodingError) -> MessageTree {
        var tree = MessageTree(schema: schema)
        var seen: Set<Int> = []
        var oneofs: Set<String> = []
        var isFirst = true
        try scanner.beginObject()
        while true {
            guard let key = try scanner.nextKey(isFirst: isFirst) else { return tree }
            let origin = scanner.keyPosition
            isFirst = false
            guard let field = schema.field(named: key) else {
                guard options.ignoreUnknownFields || (skippingType && key == "@type") else {
                    throw scanner.failure(.unknownField(key), at: origin)
                }
                try scanner.skipValue()
                continue
            }
            scanner.path.append(.field(field.name))
            guard seen.insert(field.number).inserted else { throw scanner.failure(.duplicateKey, at: origin) }
            if let values = try values(of: field) {
                if case .arm(let oneof) = field.cardinality, !oneofs.insert(oneof).inserted {
                    throw scanner.failure(.severalArms(of: oneof), at: origin)
                }
                tree.fields.append(MessageTree.Field(schema: field, values: values))
            }
            scanner.path.removeLast()
        }
    }

    /// Reads the value of a field; nil when it leaves the field unset.
    private mutating func values(of field: FieldSchema) throws(JSONDecodingError) -> [MessageTree.Value]? {
        if !field.kind.takesNull, try scanner.skip(word: "null") { return nil }
        switch field.cardinality {
        case .implicit, .explicit, .arm: return try value(field.kind).map { [$0] }
        case .repeated, .map: return try scanner.skip(word: "null") ? nil : try items(of: field)
        }
    }

    /// Reads the items of a list or map.
    mutating func items(of field: FieldSchema) throws(JSONDecodingError) -> [MessageTree.Value] {
        if case .map(let key) = field.cardinality { return try map(key, field.kind) }
        return try list(of: field.kind)
    }

    private mutating func list(of kind: FieldSchema.Kind) throws(JSONDecodingError) -> [MessageTree.Value] {
        var values: [MessageTree.Value] = []
        var index = 0
        try scanner.beginArray()
        while try scanner.nextItem(isFirst: index == 0) {
            scanner.path.append(.item(index))
            if let value = try requiredValue(kind) { values.append(value) }
            scanner.path.removeLast()
            index += 1
        }
        return values
    }

    private mutating func map(
        _ keyKind: FieldSchema.Kind, _ kind: FieldSchema.Kind
    ) throws(JSONDecodingError) -> [MessageTree.Value] {
        var entries: [MessageTree.Value] = []
        // Swift strings are equal when only their Unicode normalization differs. Such keys are rejected, because the
        // dictionary would lose one of them.
        var seen: Set<String> = []
        var index = 0
        try scanner.beginObject()
        while true {
            guard let text = try scanner.nextKey(isFirst: index == 0) else { return entries }
            let origin = scanner.keyPosition
            scanner.path.append(.item(index))
            let key = try self.key(text, keyKind, at: origin)
            guard seen.insert(key.keyText).inserted else {
                throw scanner.failure(.duplicateKey, at: origin)
            }
            if let value = try requiredValue(kind) { entries.append(.entry(key: key, value: value)) }
            scanner.path.removeLast()
            index += 1
        }
    }

    /// Reads a value and rejects null unless the kind allows it; nil for an unknown enum name that is ignored.
    private mutating func requiredValue(
        _ kind: FieldSchema.Kind
    ) throws(JSONDecodingError) -> MessageTree.Value? {
        if !kind.takesNull, try scanner.peek() == UInt8(ascii: "n") { throw scanner.failure(.unexpectedNull) }
        return try value(kind)
    }
}

extension FieldSchema.Kind {
    /// Whether null is a value of this kind.
    fileprivate var takesNull: Bool {
        switch self {
        case .enumeration(let type): type.schema.name == "google.protobuf.NullValue"
        case .message(let type): type.protoMessageName == "google.protobuf.Value"
        case .double, .float, .int32, .int64, .uint32, .uint64, .sint32, .sint64, .fixed32, .fixed64, .sfixed32,
            .sfixed64, .bool, .string, .bytes:
            false
        }
    }
}
