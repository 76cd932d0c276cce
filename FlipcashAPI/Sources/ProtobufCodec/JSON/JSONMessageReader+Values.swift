extension JSONMessageReader {
    /// Reads one value; nil for an unknown enum name that the options ignore.
    mutating func value(_ kind: FieldSchema.Kind) throws(JSONDecodingError) -> MessageTree.Value? {
        switch kind {
        case .double: return .double(try scanner.floatingPoint(Double.self))
        case .float: return .float(try scanner.floatingPoint(Float.self))
        case .int32, .sint32, .sfixed32:
            return .signed(try scanner.signed(in: Int64(Int32.min)...Int64(Int32.max)))
        case .int64, .sint64, .sfixed64: return .signed(try scanner.signed(in: Int64.min...Int64.max))
        case .uint32, .fixed32: return .unsigned(try scanner.unsigned(upTo: UInt64(UInt32.max)))
        case .uint64, .fixed64: return .unsigned(try scanner.unsigned(upTo: UInt64.max))
        case .bool: return .bool(try scanner.bool())
        case .string: return .string(try scanner.string())
        case .bytes:
            _ = try scanner.peek()
            let origin = scanner.position
            guard let bytes = Base64.decode(try scanner.string()) else {
                throw scanner.failure(.invalidBase64, at: origin)
            }
            return .bytes(bytes)
        case .enumeration(let type): return try enumeration(type.schema).map { .signed($0) }
        case .message(let type): return .message(try message(type.schema))
        }
    }

    /// Reads an enum value by name or number.
    private mutating func enumeration(_ schema: EnumSchema) throws(JSONDecodingError) -> Int64? {
        let first = try scanner.peek()
        if first == UInt8(ascii: "\"") {
            let origin = scanner.position
            if let number = schema.number(named: try scanner.string()) { return Int64(number) }
            if options.ignoreUnknownFields { return nil }
            throw scanner.failure(.unknownEnumValue, at: origin)
        }
        if schema.name == "google.protobuf.NullValue", try scanner.skip(word: "null") { return 0 }
        return try scanner.signed(in: Int64(Int32.min)...Int64(Int32.max))
    }

    /// Converts the key of an object to the key of a map.
    func key(
        _ text: String, _ kind: FieldSchema.Kind, at origin: Int
    ) throws(JSONDecodingError) -> MessageTree.Value {
        if case .string = kind { return .string(text) }
        // A key follows the same rules as a value, but is always quoted.
        var inner = JSONMessageReader(Array(text.utf8), options)
        inner.scanner.path = scanner.path
        let isPlain = text.utf8.first.map { $0 != UInt8(ascii: "\"") && $0 > UInt8(ascii: " ") } ?? false
        guard isPlain else { throw scanner.failure(.wrongKind, at: origin) }
        let outcome = Result { () throws(JSONDecodingError) in
            let value = try inner.value(kind)
            guard inner.scanner.position == text.utf8.count else { throw inner.scanner.failure(.malformedNumber) }
            return value
        }
        switch outcome {
        case .success(let value?): return value
        case .success(nil): throw scanner.failure(.wrongKind, at: origin)
        case .failure(let error): throw scanner.failure(error.reason, at: origin)
        }
    }
}
