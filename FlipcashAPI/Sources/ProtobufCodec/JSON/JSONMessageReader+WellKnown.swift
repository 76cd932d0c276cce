extension JSONMessageReader {
    /// Reads a message with a special JSON form.
    mutating func wellKnown(
        _ form: WellKnownForm, _ schema: MessageSchema
    ) throws(JSONDecodingError) -> MessageTree {
        switch form {
        case .timestamp: return try time(schema, .invalidTimestamp, CalendarText.parse)
        case .duration: return try time(schema, .invalidDuration, DurationText.parse)
        case .fieldMask:
            _ = try scanner.peek()
            let origin = scanner.position
            guard let paths = FieldMaskText.parse(try scanner.string()) else {
                throw scanner.failure(.invalidFieldMask, at: origin)
            }
            return schema.tree([(1, paths.map { .string($0) })])
        case .wrapper:
            guard let field = schema.field(numbered: 1), let value = try value(field.kind) else {
                return MessageTree(schema: schema)
            }
            return schema.tree([(1, [value])])
        case .structure, .listValue: return try container(schema)
        case .value: return try anyValue(schema)
        case .any: return try any(schema)
        }
    }

    private mutating func time(
        _ schema: MessageSchema, _ reason: JSONDecodingError.Reason,
        _ parse: (String) -> (seconds: Int64, nanos: Int32)?
    ) throws(JSONDecodingError) -> MessageTree {
        _ = try scanner.peek()
        let origin = scanner.position
        guard let time = parse(try scanner.string()) else { throw scanner.failure(reason, at: origin) }
        return schema.tree([(1, [.signed(time.seconds)]), (2, [.signed(Int64(time.nanos))])])
    }

    /// Reads an object as a `Struct` or an array as a `ListValue`. JSON contains only the single field of these
    /// messages.
    private mutating func container(_ schema: MessageSchema) throws(JSONDecodingError) -> MessageTree {
        guard let field = schema.field(numbered: 1) else { return MessageTree(schema: schema) }
        return schema.tree([(1, try items(of: field))])
    }

    private mutating func anyValue(_ schema: MessageSchema) throws(JSONDecodingError) -> MessageTree {
        let number: Int
        switch try scanner.peek() {
        case UInt8(ascii: "n"): number = 1
        case UInt8(ascii: "\""): number = 3
        case UInt8(ascii: "t"), UInt8(ascii: "f"): number = 4
        case UInt8(ascii: "{"): number = 5
        case UInt8(ascii: "["): number = 6
        default: number = 2
        }
        guard let field = schema.field(numbered: number) else { return MessageTree(schema: schema) }
        if number == 2 { return schema.tree([(2, [.double(try finiteNumber())])]) }
        guard let value = try value(field.kind) else { return MessageTree(schema: schema) }
        return schema.tree([(number, [value])])
    }

    private mutating func finiteNumber() throws(JSONDecodingError) -> Double {
        let origin = scanner.position
        guard let value = Double(try scanner.number().text), value.isFinite else {
            throw scanner.failure(.numberOutOfRange, at: origin)
        }
        return value
    }

    // MARK: Any

    /// Reads an object whose member `@type` names the message type of the other members.
    private mutating func any(_ schema: MessageSchema) throws(JSONDecodingError) -> MessageTree {
        _ = try scanner.peek()
        let origin = scanner.position
        // `@type` may come after the members that it describes, so it is searched first.
        let (typeURL, memberCount) = try typeURL()
        guard let typeURL else {
            guard memberCount == 0 else { throw scanner.failure(.unknownType, at: origin) }
            try scanner.skipValue()
            return MessageTree(schema: schema)
        }
        guard let type = options.types.type(url: typeURL) else { throw scanner.failure(.unknownType, at: origin) }
        guard packagesLeft > 0 else { throw scanner.failure(.nestedTooDeeply, at: origin) }
        packagesLeft -= 1
        let content: MessageTree
        if let form = WellKnownForm(messageName: type.protoMessageName) {
            content = try wrapped(form, type.schema, at: origin)
        } else {
            content = try object(type.schema, skippingType: true)
        }
        guard let bytes = Self.serialized(content, as: type) else {
            throw scanner.failure(.nestedTooDeeply, at: origin)
        }
        packagesLeft += 1
        return schema.tree([(1, [.string(typeURL)]), (2, [.bytes(bytes)])])
    }

    /// The member `@type` of the next object and the number of its members. The reader's position does not change.
    private func typeURL() throws(JSONDecodingError) -> (String?, memberCount: Int) {
        var ahead = scanner
        var result: String?
        var count = 0
        try ahead.beginObject()
        while let key = try ahead.nextKey(isFirst: count == 0) {
            count += 1
            if key != "@type" {
                try ahead.skipValue()
            } else if result == nil {
                result = try ahead.string()
            } else {
                throw ahead.failure(.duplicateKey)
            }
        }
        return (result, count)
    }

    /// Reads `{"@type": …, "value": …}`, the form of an `Any` whose message has a special JSON form.
    private mutating func wrapped(
        _ form: WellKnownForm, _ schema: MessageSchema, at start: Int
    ) throws(JSONDecodingError) -> MessageTree {
        var content: MessageTree?
        var isFirst = true
        try scanner.beginObject()
        while true {
            guard let key = try scanner.nextKey(isFirst: isFirst) else { break }
            let origin = scanner.keyPosition
            isFirst = false
            if key == "value" {
                guard content == nil else { throw scanner.failure(.duplicateKey, at: origin) }
                content = try wellKnown(form, schema)
            } else if key == "@type" || options.ignoreUnknownFields {
                try scanner.skipValue()
            } else {
                throw scanner.failure(.unknownField(key), at: origin)
            }
        }
        guard let content else { throw scanner.failure(.missingValue, at: start) }
        return content
    }

    /// The binary form of an `Any`'s content; nil when it is nested too deeply to be read.
    private static func serialized<M: Message>(_ tree: MessageTree, as type: M.Type) -> [UInt8]? {
        let outcome = Result { () throws in
            try tree.assembled(as: type, nestingLimit: WireReader.nestingLimit).serializedBytes() as [UInt8]
        }
        switch outcome {
        case .success(let bytes): return bytes
        case .failure: return nil
        }
    }
}

extension MessageSchema {
    /// Makes a tree of the fields with the given numbers.
    fileprivate func tree(_ values: [(number: Int, values: [MessageTree.Value])]) -> MessageTree {
        var tree = MessageTree(schema: self)
        for (number, values) in values {
            guard let field = field(numbered: number), !values.isEmpty else { continue }
            tree.fields.append(MessageTree.Field(schema: field, values: values))
        }
        return tree
    }
}
